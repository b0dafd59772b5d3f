-- upvalues shared, open and closed, in loops and counters
local function counter(start)
  local n = start
  return function(d) n = n + (d or 1); return n end, function() return n end
end
local up, get = counter(10)
for i = 1, 10 do up(i) end
print(get())
local fs = {}
for i = 1, 10 do
  local j = i * 2
  fs[i] = function(x) j = j + x; return i, j end
end
local open = 5
local function change(x) open = open + x; return open end
for i = 1, 10 do change(i); print(fs[i](open)) end
for i = 1, 10, 3 do print(fs[i](0)) end
local function compose(...)
  local list = {...}
  return function(x) for _, f in ipairs(list) do x = f(x) end; return x end
end
print(compose(change, function(x) return x * 2 end, tostring)(1), open)
