-- variable arguments, select, multiple results, adjustment
local function f(...) local a, b = ...; return select("#", ...), a, b, ... end
print(f()); print(f(nil)); print(f(1, nil, 3)); print((f(4, 5)))
local function tail(n, ...) if n == 0 then return ... end; return tail(n - 1, n, ...) end
print(tail(30))
local function sum(...) local s = 0; for i = 1, select("#", ...) do s = s + (select(i, ...)) end; return s end
print(sum(table.unpack({1, 2, 3, 4, 5}, 1, 5)), select(-2, "x", "y", "z"))
local t = {f(1, 2), f(3, 4)}
print(#t, table.concat(t, " "))
print(pcall(select, 0), string.rep("ab", 3, "-"), (select("#", f(nil, nil))))
local function pass(...) return (function(...) return ... end)(...) end
print(pass(1, "two", false, nil, 5.5))
