-- producers and consumers, values both ways, status, wrap, errors
local function producer(n) return coroutine.create(function(a, b) print("start", a, b); for i = 1, n do local got = coroutine.yield(i, i * i); print("got", got) end; return "end" end) end
local p = producer(6)
local args = {"x", "y"}
repeat
  local r = table.pack(coroutine.resume(p, table.unpack(args)))
  print(coroutine.status(p), table.unpack(r, 1, r.n))
  args = {tostring(r[2]) .. "?"}
until coroutine.status(p) == "dead"
print(coroutine.resume(p))
local gen = coroutine.wrap(function() for i = 1, 20 do coroutine.yield(i) end end)
local s = 0; for v in gen do s = s + v end; print(s)
local bad = coroutine.create(function() local x = nil; return x.y end)
print(coroutine.resume(bad))
print(coroutine.isyieldable(), select(2, coroutine.running()), pcall(coroutine.yield))
