-- keys that are hashed by address: tables, functions, coroutines, userdata; also stopped in the middle of a traversal
local keys, t = {}, {}
for i = 1, 40 do
  local key = i % 4 == 0 and coroutine.create(print) or i % 4 == 1 and {} or i % 4 == 2 and function() return i end or setmetatable({}, {__name = "obj"})
  keys[i], t[key] = key, i
end
t[io.stdout], t[print], t[string.format], t[keys] = "stdout", "print", "format", "keys"
for round = 1, 3 do
  local seen, sum = 0, 0
  for k, v in pairs(t) do
    tostring(v)
    seen = seen + 1
    if math.type(v) == "integer" then sum = sum + v end
  end
  print(round, seen, sum)
  t[keys[round]] = nil
  collectgarbage()
end
local found = 0
for i = 4, 40 do if t[keys[i]] == i then found = found + 1 end; rawlen(keys) end
print(found, t[io.stdout], t[print], t[string.format], t[keys])
