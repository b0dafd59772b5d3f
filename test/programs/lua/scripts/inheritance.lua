-- classes by __index chains, methods, super calls
local function class(base)
  local c = setmetatable({}, {__index = base, __call = function(c, ...)
    local o = setmetatable({}, c); o:init(...); return o end})
  c.__index, c.super = c, base
  return c
end
local Shape = class(); function Shape:init(name) self.name = name end
function Shape:area() return 0 end
function Shape:describe() return string.format("%s of %.2f", self.name, self:area()) end
local Rect = class(Shape); function Rect:init(w, h) Shape.init(self, "rect"); self.w, self.h = w, h end
function Rect:area() return self.w * self.h end
local Square = class(Rect); function Square:init(s) Rect.init(self, s, s); self.name = "square" end
function Square:describe() return "a " .. Rect.describe(self) end
local list = {}
for i = 1, 12 do list[i] = i % 3 == 0 and Square(i) or i % 3 == 1 and Rect(i, i + 1) or Shape("shape" .. i) end
table.sort(list, function(a, b) local x, y = a:area(), b:area(); if x ~= y then return x > y end; return a.name < b.name end)
for _, s in ipairs(list) do print(s:describe()) end
