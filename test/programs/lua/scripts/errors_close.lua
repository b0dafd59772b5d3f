-- to-be-closed variables: order, errors in them, with break, return and errors
local function closing(name) return setmetatable({}, {__close = function(_, e) print("close", name, e) end}) end
local function f(how)
  local a <close> = closing("a" .. how)
  for i = 1, 3 do
    local b <close> = closing("b" .. i)
    if how == 1 and i == 2 then break end
    if how == 2 and i == 2 then return "returned", i end
    if how == 3 and i == 2 then error("thrown", 0) end
  end
  return "end"
end
for how = 1, 4 do print(pcall(f, how)) end
local co = coroutine.wrap(function() local c <close> = closing("co"); for i = 1, 3 do coroutine.yield(i) end; return "done" end)
for i = 1, 4 do print(co()) end
local c2 = coroutine.create(function() local x <close> = closing("x"); local y <close> = closing("y"); coroutine.yield() end)
coroutine.resume(c2); print(coroutine.close(c2), coroutine.status(c2))
print(pcall(function() local z <close> = setmetatable({}, {__close = function() error("in close", 0) end}); error("first", 0) end))
for k, v in (function() local n = 0; return function() n = n + 1; if n < 4 then return n, n * n end end, nil, nil, closing("for") end)() do print(k, v) end
