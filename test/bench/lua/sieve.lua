-- arrays of booleans in loops without calls
local n, count = tonumber(arg[1]) == 1 and 100 or 12000, 0
local p = {}
for i = 2, n do p[i] = true end
for i = 2, n do if p[i] then count = count + 1; for k = i * i, n, i do p[k] = false end end end
print(count)
