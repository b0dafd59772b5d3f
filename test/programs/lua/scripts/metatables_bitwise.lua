-- bitwise and integer division metamethods whose functions call, and wait: sets of numbers, with operands of other kinds
local Set, log = {}, {}
local function note(name, a, b) log[#log + 1] = name .. ":" .. type(a):sub(1, 1) .. type(b):sub(1, 1) end
local function set(list) local s = setmetatable({}, Set); for _, v in ipairs(list) do rawset(s, v, true) end; return s end
local function as(x) return type(x) == "table" and x or set {tonumber(x)} end
local function keys(s) local k = {}; for v in pairs(as(s)) do k[#k + 1] = v end; table.sort(k); return k end
local function map(s, f) local k = {}; for _, v in ipairs(keys(s)) do k[#k + 1] = f(v) end; return set(k) end
Set.__tostring = function(s) return "{" .. table.concat(keys(s), " ") .. "}" end
Set.__band = function(a, b) note("band", a, b); return map(a, function(v) return as(b)[v] and v end) end
Set.__bor = function(a, b) note("bor", a, b); local r = map(a, tonumber); for _, v in ipairs(keys(b)) do r[v] = true end; return r end
Set.__bxor = function(a, b) note("bxor", a, b); local r = a | b; for _, v in ipairs(keys(as(a))) do if as(b)[v] then r[v] = nil end end; return r end
Set.__bnot = function(a) note("bnot", a, a); local k = {}; for v = 1, 10 do if not a[v] then k[#k + 1] = v end end; return set(k) end
Set.__shl = function(a, b) note("shl", a, b); if type(b) == "table" then a, b = b, a end; return map(a, function(v) return v + b end) end
Set.__shr = function(a, b) note("shr", a, b); return type(a) == "table" and map(a, function(v) return v - b end) or #keys(b) + a end
Set.__idiv = function(a, b) note("idiv", a, b); return type(a) == "table" and map(a, function(v) return v // b end) or a // #keys(b) end
for i = 1, 4 do
  local x, y = set {i, i + 1, i + 2}, set {i + 1, i + 2, 9}
  print(i, x | y, x ~ y, ~x, ~(x | y) ~ y, x << 2, 3 << x, x >> i, 100 >> y, y // 2, 50 // x, x | 7, 7 | x, "8" | y, x ~ 1.0)
  x = x | y; x = x << i; y = ~y // 3; print(x, y, x | ~y)
end
print(#log, table.concat(log, " "):sub(1, 200))
local W = setmetatable({}, {__band = function(a, b) local got = coroutine.yield("band", b); return got end, __bnot = function() return (coroutine.yield("bnot")) end,
  __idiv = function(a, b) local s = 0; for i = 1, 3 do s = s + coroutine.yield("idiv", i) end; return s end, __shr = function(a, b) return coroutine.yield("shr", a) end})
local co = coroutine.wrap(function(n) local s = 0; while true do s = s + (W & n) * 2 + ~W; s = s - W // s + (n >> W); n = coroutine.yield("sum", s) end end)
local x = {co(5)}; for i = 1, 16 do print(i, table.unpack(x)); x = {co(i)} end
print(5 & 3, pcall(function() return 5 | "3" end)); print(5 ~ 3.0, ~0, 1 << 63, 1 << 64, -1 >> 60, 7 // 2, -7 // 2.0, 7 // 0.0, pcall(function() return 7 // 0 end)); print(pcall(function() return {} & 1 end), pcall(function() return 1.5 | 1 end), pcall(function() return "a" ~ 1 end))
