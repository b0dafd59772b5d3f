-- table.sort with comparison functions in Lua, stability by index, invalid order functions
local function list(n) local t, x = {}, 12345; for i = 1, n do x = (x * 1103515245 + 12345) % 2147483648; t[i] = x % 1000 end; return t end
local t = list(60)
table.sort(t); print(table.concat(t, " "))
table.sort(t, function(a, b) return a > b end); print(t[1], t[60])
local words = {}
for w in ("pear apple fig banana kiwi cherry date elderberry grape lemon mango"):gmatch("%a+") do words[#words + 1] = {w, #w} end
table.sort(words, function(a, b) if a[2] ~= b[2] then return a[2] < b[2] end; return a[1] < b[1] end)
for _, w in ipairs(words) do io.write(w[1], "(", w[2], ") ") end
print()
print(pcall(table.sort, list(20), function() error("compare", 0) end), pcall(table.sort, {1, "x"}))
local function quicksort(t, l, r) if l < r then local p, i = t[r], l - 1; for j = l, r do if t[j] <= p then i = i + 1; t[i], t[j] = t[j], t[i] end end; quicksort(t, l, i - 1); quicksort(t, i + 1, r) end; return t end
print(table.concat(quicksort(list(40), 1, 40), " "))
