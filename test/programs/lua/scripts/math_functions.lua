-- sin, cos, tan, exp, log and their inverses, to nine places: what they gave stays, and goes into what they give next
local function show(...) local t = {}; for i, x in ipairs {...} do t[i] = ("%.9f"):format(x) end; return table.concat(t, " ") end
local kept, sum = {}, 0
for i = 1, 24 do
  local x = i / 10
  kept[i] = {sin = math.sin(x), cos = math.cos(x), exp = math.exp(x), log = math.log(x + 1)}
  sum = sum + kept[i].sin * kept[i].cos - kept[i].log / kept[i].exp
  if i % 4 == 0 then print(i, show(kept[i].sin, kept[i].cos, kept[i].exp, kept[i].log, sum)) end
end
for i = 1, 24, 5 do local k = kept[i]; print(i, show(k.sin ^ 2 + k.cos ^ 2, math.log(k.exp), math.exp(k.log) - 1, math.atan(k.sin, k.cos), k.sin / k.cos - math.tan(i / 10) + 1)) end
for i = 1, 9 do print(show(math.asin(i / 10), math.acos(i / 10), math.atan(i / 10), math.atan(i, -3), math.log(i + 1, 2), math.log(i + 1, 10), math.log(i + 1, 7), math.sqrt(i), math.deg(i / 10), math.rad(i * 10), i ^ 0.5, math.exp(-i))) end
print(math.log(8, 2), math.log(1000, 10), math.log(0), math.exp(math.log(0)), math.log(-1) ~= math.log(-1), math.sin(0), math.cos(0), pcall(math.sin, "x"), pcall(math.log))
