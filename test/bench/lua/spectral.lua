-- floating-point numbers in loops, with a call in the inner one
local n = tonumber(arg[1]) == 1 and 4 or 40
local function a(i, j) return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1) end
local function times(x) local y = {}; for i = 0, n - 1 do local s = 0.0; for j = 0, n - 1 do s = s + a(i, j) * x[j + 1] end; y[i + 1] = s end; return y end
local u = {}; for i = 1, n do u[i] = 1.0 end
for _ = 1, 3 do u = times(u) end
print(string.format("%.9f", u[1]))
