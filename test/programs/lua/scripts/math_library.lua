-- math: rounding, limits; a seeded generator goes on with the same numbers
math.randomseed(42, 7)
local s = 0
for i = 1, 60 do
  local r, d = math.random(1, 1000), math.random()
  s = s + r
  if i % 10 == 0 then print(i, r, string.format("%.14f", d), math.random(0) & 0xffff) end
end
print(s, math.floor(3.7), math.ceil(3.2), math.floor(-3.5), math.abs(-4), math.fmod(-7, 3), math.fmod(7, -3.5))
print(math.max(1, 5.5, 3), math.min(4, 2, 8), math.sqrt(144), math.ult(1, -1), math.tointeger("8"), math.modf(3.25))
print(math.huge, -math.huge, math.pi, math.maxinteger, math.mininteger)
print(pcall(math.random, 2, 1), pcall(math.floor, "x"), pcall(math.random, 0, 1, 2))
