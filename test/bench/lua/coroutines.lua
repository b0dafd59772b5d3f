-- switches between coroutines, sorting with a comparison in Lua
local function gen(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield((i * 7919) % 1009) end end) end
local t = {}
for v in gen(tonumber(arg[1]) == 1 and 5 or 600) do t[#t + 1] = v end
table.sort(t, function(a, b) return a > b end)
print(t[1], t[#t])
