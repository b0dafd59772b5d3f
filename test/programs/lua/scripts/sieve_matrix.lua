-- numbers in arrays: a sieve, matrix products, Pascal's triangle
local function sieve(n) local p, out = {}, {}; for i = 2, n do p[i] = true end; for i = 2, n do if p[i] then out[#out + 1] = i; for k = i * i, n, i do p[k] = false end; tostring(i) end end; return out end
print(table.concat(sieve(200), " "))
local function mul(a, b) local c = {}; for i = 1, #a do c[i] = {}; for j = 1, #b[1] do local s = 0; for k = 1, #b do s = s + a[i][k] * b[k][j] end; c[i][j] = s; tostring(s) end end; return c end
local m = {{1, 1}, {1, 0}}
local r = m; for i = 1, 25 do r = mul(r, m) end; print(r[1][1], r[1][2], r[2][2])
local f = {{0.5, 0.25}, {1.5, -1}}; r = f; for i = 1, 8 do r = mul(r, f) end; print(string.format("%.10f %.10f", r[1][1], r[2][2]))
local row = {1}
for n = 1, 12 do io.write(table.concat(row, " "), "\n"); local new = {1}; for i = 1, #row do new[i + 1] = row[i] + (row[i + 1] or 0) end; row = new end
