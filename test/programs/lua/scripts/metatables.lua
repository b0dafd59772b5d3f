-- all arithmetic, comparison and access metamethods
local V = {}
V.__index = V
local function vec(x, y) return setmetatable({x = x, y = y}, V) end
local function num(o) return type(o) == "number" and o or o.x + o.y end
for _, op in ipairs {"add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr", "concat"} do
  V["__" .. op] = function(a, b) return op .. "(" .. tostring(num(a)) .. "," .. tostring(num(b)) .. ")" end
end
V.__unm = function(a) return vec(-a.x, -a.y) end
V.__bnot = function(a) return "~" .. a.x end
V.__len = function(a) return a.x * 10 end
V.__eq = function(a, b) return a.x == b.x end
V.__lt = function(a, b) return a.x < b.x end
V.__le = function(a, b) return a.x <= b.x end
V.__call = function(self, ...) return self.x, ... end
V.__tostring = function(a) return "<" .. a.x .. "," .. a.y .. ">" end
V.__close = function(a) print("closed", a) end
local a, b = vec(1, 2), vec(3, 4)
print(a + b, a - 1, 2 * b, a / b, a % b, a ^ 2, a // b, a & b, a | 1, a ~ b, a << 1, a >> b, a .. b)
print(tostring(-a), ~a, #b, a == b, a == vec(1, 9), a < b, a <= b, a > b, a(7, 8))
do local c <close> = vec(5, 6); print(c) end
local log = {}
local proxy = setmetatable({}, {__index = function(t, k) log[#log + 1] = "get " .. k; return k .. "!" end,
  __newindex = function(t, k, v) log[#log + 1] = "set " .. k; rawset(t, k, v) end})
print(proxy.one, proxy.two); proxy.three = 3; proxy.three = 4
print(table.concat(log, ";"), rawget(proxy, "three"))
