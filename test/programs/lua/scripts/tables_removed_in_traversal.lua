-- fields cleared while they are traversed, with collections in between: dead keys
local t = {}
for i = 1, 50 do t[{i}] = i; t["s" .. i] = -i end
local sum, seen = 0, 0
for k, v in pairs(t) do
  sum, seen = sum + v, seen + 1
  t[k] = nil
  if seen % 20 == 0 then collectgarbage() end
  tostring(seen)
end
print(sum, seen, next(t))
