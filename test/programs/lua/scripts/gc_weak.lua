-- weak tables, ephemerons, collections between
local weak_keys, weak_values = setmetatable({}, {__mode = "k"}), setmetatable({}, {__mode = "v"})
local kept = {}
for i = 1, 60 do
  local o = {i}
  weak_keys[o], weak_values[i] = {o}, o
  if i % 4 == 0 then kept[#kept + 1] = o end
end
collectgarbage(); collectgarbage()
local n, s = 0, 0
for k, v in pairs(weak_keys) do n, s = n + 1, s + k[1]; assert(v[1] == k); tostring(k[1]) end
print(n, s)
local left = {}
for k in pairs(weak_values) do left[#left + 1] = k end
table.sort(left); print(table.concat(left, " "))
kept = {kept[1]}; collectgarbage(); collectgarbage()
n = 0; for k in pairs(weak_keys) do n = n + 1; tostring(n) end
print(n, #kept, weak_values[4][1], weak_values[8])
