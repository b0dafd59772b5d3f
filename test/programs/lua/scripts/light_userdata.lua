-- light userdata (names of upvalues, of functions in Lua and in C): as values and keys, with a metatable of their kind, one whose upvalue is gone
local a, b = 1, 2
local function f() return a, b end
local function g() return b end
local word = string.gmatch("one two three", "%a+")
local id_a, id_b, id_w, id_p = debug.upvalueid(f, 1), debug.upvalueid(f, 2), debug.upvalueid(word, 1), debug.upvalueid(word, 2)
local gone; do local c = 0; local function h() c = c + 1; return c end; h(); gone = debug.upvalueid(h, 1) end
local names = {[id_a] = "a", [id_b] = "b", [id_w] = "word", [id_p] = "pattern", [gone] = "gone"}
local list = {id_a, id_b, id_w, id_p, gone, id_a}
collectgarbage()
print(type(id_a), math.type(id_a), rawequal(id_a, id_b), id_a ~= gone)
for i = 1, 20 do
  a = a + i
  local s = {}
  for k, id in ipairs(list) do s[k] = names[id] end
  print(i, table.concat(s, " "), debug.upvalueid(f, 1) == id_a, debug.upvalueid(g, 1) == id_b, names[debug.upvalueid(word, 2)], list[1] == list[6], list[1] == list[2], (f()))
end
debug.setmetatable(id_a, {__index = function(id, key) return names[id] .. "." .. tostring(key) end, __call = function(id, ...) return names[id], ... end,
  __lt = function(x, y) return names[x] < names[y] end, __concat = function(x, y) return names[x] .. "/" .. names[y] end})
for i = 1, 6 do print(id_b.size, id_a[i], gone(i, i + 1), id_a < id_b, id_w < id_b, id_a .. id_p) end
table.sort(list); for i, id in ipairs(list) do io.write(names[id], i < #list and " " or "\n") end
debug.setmetatable(id_a, nil); print(pcall(function() return id_a.size end) == false, word(), word(), word(), word())
debug.upvaluejoin(f, 1, g, 1); print(debug.upvalueid(f, 1) == id_b, f()); names[id_a] = nil; print(names[id_a], names[id_b])
