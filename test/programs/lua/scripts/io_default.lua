-- default input and output, files as upvalues and table keys, garbage collected files
local names = {"io_default_a.txt", "io_default_b.txt"}
for k, n in ipairs(names) do
  local old = io.output()
  io.output(n)
  for i = 1, 8 do io.write(k, ":", i, "\n") end
  io.close(); io.output(old)
end
local open = {}
for _, n in ipairs(names) do local f = io.open(n); open[f] = n; open[n] = f end
for i = 1, 8 do for _, n in ipairs(names) do print(open[open[n]], open[n]:read()) end end
for _, n in ipairs(names) do open[n]:close() end
io.input(names[1]); print(io.read("n", "l")); print(io.read(2), io.read("a"):len()); io.close(io.input()); io.input(io.stdin)
for i = 1, 5 do local g = io.open(names[2], "a"); g:write("more ", i, "\n"); g = nil; collectgarbage() end
local n = 0; for l in io.lines(names[2]) do n = n + #l end; print(n)
io.stderr:write(""); print(tostring(io.stdout):match("^file %("), io.type(io.stdout))
for _, n in ipairs(names) do print(os.remove(n)) end
