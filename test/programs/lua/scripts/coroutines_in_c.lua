-- yields across pcall, xpcall, metamethods, iterators, table.sort refused, dofile and require
local co = coroutine.wrap(function()
  print(pcall(function() coroutine.yield("in pcall"); error("after", 0) end))
  print(xpcall(function() coroutine.yield("in xpcall"); return "ok" end, print))
  local t = setmetatable({}, {__index = function(_, k) return coroutine.yield("index " .. k) end, __add = function(a, b) return coroutine.yield("add") end,
    __lt = function() return coroutine.yield("lt") end, __concat = function() return coroutine.yield("concat") end, __call = function(_, x) return coroutine.yield("call " .. x) end})
  print(t.name, t + 1, t < t, t .. "x", t(5))
  for v in function() return coroutine.yield("iterate") end do print("v", v) end
  print(pcall(table.sort, {3, 2, 1}, function(a, b) coroutine.yield() end))
  print(pcall(string.gsub, "x", "x", function() coroutine.yield() end))
  return "finished"
end)
local answer = nil
for i = 1, 12 do
  local got = co(answer)
  print(i, got)
  if got == "finished" then break end
  answer = i < 10 and i or nil
end
