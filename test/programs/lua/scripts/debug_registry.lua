-- debug.getregistry: what is in it, and what a script keeps there; user values, for which no library's userdata has room
local registry = debug.getregistry()
print(registry[1] == coroutine.running(), registry[2] == _G, registry._LOADED == package.loaded, registry._PRELOAD == package.preload, registry["FILE*"] == debug.getmetatable(io.stdout))
local key, co = {}, coroutine.wrap(function() while true do debug.getregistry().turns = (debug.getregistry().turns or 0) + 1; coroutine.yield(registry.turns) end end)
for i = 1, 24 do
  registry.kept = {i, previous = registry.kept and registry.kept[1]}
  registry[key] = (registry[key] or "") .. tostring(i % 10)
  registry[co] = co()
  if i % 6 == 0 then collectgarbage(); print(i, debug.getregistry().kept[1], registry.kept.previous, registry[key], registry[co], registry.turns) end
end
registry.kept, registry[key], registry[co], registry.turns = nil, nil, nil, nil
for i, u in ipairs {io.stdout, io.stderr, io.tmpfile()} do print(i, debug.setuservalue(u, {i}, 1), debug.setuservalue(u, i, 2), debug.getuservalue(u, 1), debug.getuservalue(u), io.type(u)) end
print(debug.getuservalue({}), debug.getuservalue(1, 1), pcall(debug.setuservalue, {}, 1)); print(registry == debug.getregistry(), rawequal(registry[2].print, print))
