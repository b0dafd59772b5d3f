-- recursion in coroutines, many alive at once, collected ones
local function walk(t) if type(t) == "table" then for i = 1, #t do walk(t[i]) end else coroutine.yield(t) end end
local function tree(n) if n == 0 then return n end; local t = {}; for i = 1, 3 do t[i] = n % 2 == 0 and tree(n - 1) or {n * 10 + i, {i}} end; return t end
local n, s = 0, 0
for leaf in coroutine.wrap(function() walk(tree(4)) end) do n, s = n + 1, s + leaf end
print(n, s)
local alive = {}
for i = 1, 40 do
  alive[i] = coroutine.create(function(x) local sum = x; while true do sum = sum + coroutine.yield(sum) end end)
  coroutine.resume(alive[i], i)
end
for round = 1, 3 do
  for i = round, #alive, 7 do print(round, i, coroutine.resume(alive[i], round * 100)) end
  alive[round * 5] = coroutine.create(function() return "new" end)
  collectgarbage()
end
print(coroutine.resume(alive[5], 1), coroutine.resume(alive[6], 1))
