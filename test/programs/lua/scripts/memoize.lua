-- weak memo tables keyed by functions and tables, big integers as arrays
local memo = setmetatable({}, {__mode = "k"})
local function memoized(f) local cache = {}; memo[f] = cache; return function(x) local v = cache[x]; if v == nil then v = f(x); cache[x] = v end; return v end end
local fib; fib = memoized(function(n) if n < 2 then return n end; return fib(n - 1) + fib(n - 2) end)
print(fib(60), fib(40))
local function add(a, b) local c, carry = {}, 0; for i = 1, math.max(#a, #b) do local s = (a[i] or 0) + (b[i] or 0) + carry; c[i], carry = s % 10, s // 10 end; if carry > 0 then c[#c + 1] = carry end; return c end
local a, b = {0}, {1}; for i = 1, 150 do a, b = b, add(a, b); rawlen(a) end
print(table.concat(a):reverse())
local n = 0; for f, c in pairs(memo) do n = n + #c; tostring(n) end; print(n)
