-- lists, queues, a binary tree, a graph with cycles
local list; for i = 1, 30 do list = {value = i, next = list}; tostring(i) end
local s, n = 0, list; while n do s = s + n.value; n = n.next end; print(s)
local function insert(t, k) if not t then return {k = k} end; if k < t.k then t.l = insert(t.l, k) else t.r = insert(t.r, k) end; return t end
local function inorder(t, out) if t then inorder(t.l, out); out[#out + 1] = t.k; inorder(t.r, out) end; return out end
local root, x = nil, 7; for i = 1, 40 do x = (x * 37 + 11) % 101; root = insert(root, x) end
print(table.concat(inorder(root, {}), " "))
local g = {}; for i = 1, 12 do g[i] = {id = i, to = {}} end
for i = 1, 12 do table.insert(g[i].to, g[i % 12 + 1]); table.insert(g[i].to, g[(i * 5) % 12 + 1]); g[i].self = g[i] end
local seen, order = {}, {}
local function visit(v) if seen[v] then return end; seen[v] = true; order[#order + 1] = v.id; for _, w in ipairs(v.to) do visit(w) end end
visit(g[1]); print(table.concat(order, " "), g[3].self.self == g[3])
local q = {first = 1, last = 0}; for i = 1, 20 do q.last = q.last + 1; q[q.last] = i; if i % 3 == 0 then q[q.first] = nil; q.first = q.first + 1 end; tostring(i) end
print(q.first, q.last, q[q.first])
