-- arrays: growth, holes, the border, moves, unpacking
local t = {}
for i = 1, 60 do table.insert(t, i * i) end
for i = 1, 20 do table.remove(t, i) end
print(#t, t[1], t[20], t[#t])
table.insert(t, 5, "five")
table.move(t, 3, 9, 30)
print(table.concat(t, ",", 1, 35))
t[#t + 3] = "hole"
local n = 0
for k, v in pairs(t) do n = n + 1; assert(rawget(t, k) == v) end
print(n, select("#", table.unpack(t, 1, 12)))
local p = table.pack(table.unpack({1, nil, 3, nil, 5}, 1, 5))
print(p.n, tostring(p[2]), p[5])
