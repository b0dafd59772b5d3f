-- the hash part: keys of every kind, removal, growth in the middle
local t = {}
for i = 1, 150 do
  t["key" .. i] = i
  t[i + 0.5] = tostring(i)
  if i % 3 == 0 then t["key" .. i - 1] = nil end
end
t[true], t[false], t[print], t[1e15] = "yes", "no", "function", "large"
local keys = {}
for k in pairs(t) do
  if type(k) == "string" then table.insert(keys, k) end
end
table.sort(keys)
print(#keys, table.concat(keys, " "))
print(t[true], t[false], t[print], t[1e15], t[10.5], t.key3, t.key2)
print(pcall(function() t[nil] = 1 end))
print(pcall(function() t[0 / 0] = 1 end))
