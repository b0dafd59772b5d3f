-- coroutines in coroutines, a scheduler, permutations
local function permute(a, n)
  n = n or #a
  if n <= 1 then coroutine.yield(a) else
    for i = 1, n do a[n], a[i] = a[i], a[n]; permute(a, n - 1); a[n], a[i] = a[i], a[n] end
  end
end
for p in coroutine.wrap(function() permute {1, 2, 3, 4} end) do io.write(table.concat(p), " ") end
print()
local function chain(n) return coroutine.wrap(function() if n == 0 then for i = 1, 5 do coroutine.yield(i) end else for v in chain(n - 1) do coroutine.yield(v * 2 + n) end end end) end
for v in chain(6) do print(v) end
local tasks = {}
for i = 1, 5 do tasks[i] = coroutine.create(function() for k = 1, i do print("task", i, "step", k); coroutine.yield() end end) end
while #tasks > 0 do
  for i = #tasks, 1, -1 do
    local ok = coroutine.resume(tasks[i]); assert(ok)
    if coroutine.status(tasks[i]) == "dead" then table.remove(tasks, i) end
  end
end
