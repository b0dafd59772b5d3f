-- debug.setlocal: locals of callers, of functions further up, of coroutines that wait, and unnamed arguments
local function set(level, name, value)
  for i = 1, 200 do
    local n = debug.getlocal(level + 1, i)
    if not n then return nil end
    if n == name then return debug.setlocal(level + 1, i, value) end
  end
end
local function count(n)
  local total, text = 0, "start"
  for i = 1, n do
    set(1, "total", total + i * 2); set(1, "text", text:sub(-3) .. i)
    if i % 5 == 0 then print(i, total, text) end
  end
  return total, text, set(1, "nothing", 1)
end
print(count(20))
local function deep(d)
  local mark = d
  if d > 0 then deep(d - 1) else for up = 1, 4 do set(up, "mark", {"from", up}) end end
  print(d, type(mark) == "table" and table.concat(mark, " ") or mark)
end
deep(6)
local co = coroutine.create(function(x) local y = {x}; for i = 1, 6 do y[1] = coroutine.yield(x, y[1], i) end; return x, y[1] end)
print(coroutine.resume(co, 1))
for i = 1, 6 do print(debug.setlocal(co, 1, 1, {i * 100}), debug.getlocal(co, 1, 1)[1] == nil); local _, x, y, n = coroutine.resume(co, i * 10); print(x[1], y, n, coroutine.status(co)) end
local function unnamed(...) for i = 1, select("#", ...) do io.write(debug.setlocal(1, -i, (select(i, ...)) * 2), " ") end; return ... end
print(unnamed(1, 2.5, 3)); print(debug.setlocal(1, 200, 0), debug.setlocal(1, -1, 0), pcall(debug.setlocal, 99, 1, 0))
