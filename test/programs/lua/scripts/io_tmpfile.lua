-- io.tmpfile and flush: a file without a name, written and read by turns; text that waits in buffers, of two files and of the standard output
local t = assert(io.tmpfile())
t:setvbuf("full", 256)
for i = 1, 30 do
  t:write("entry ", i, " ", i * i, "\n")
  if i % 4 == 0 then assert(t:flush()) end
  if i % 10 == 0 then local at = t:seek(); t:seek("set"); print(i, at, t:read("l"), t:read(5)); t:seek("end") end
end
print(t:seek("set"), t:seek("end"), t:seek("set"))
local n, squares = 0, {}
for line in t:lines() do n = n + #line; squares[#squares + 1] = line:match("%d+$") end
print(n, table.concat(squares, ","))
t:seek("set", 6); t:write("ONE"); t:flush(); t:seek("set"); print(t:read("l", "n", "l"))
local u, old = io.tmpfile(), io.output()
io.output(u); for i = 1, 12 do io.write(i, ";"); if i % 3 == 0 then assert(io.flush()) end; t:write(i) end; io.output(old)
u:seek("set"); print(u:read("a")); print(io.type(t), t:close(), io.type(t), u:close(), pcall(u.flush, u))
for i = 1, 8 do io.write("waits ", i, " "); tostring(i) end; io.flush(); io.stdout:flush(); print()
