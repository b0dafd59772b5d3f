-- os.execute: how commands ended, and what they wrote between what the script writes
print(os.execute())
local results = {}
for i, command in ipairs {"exit 0", "exit 3", "kill -9 $$", "echo of the shell", "test -d /no/such/directory", "exit 300"} do
  io.write("command ", i, ": "); io.flush()
  results[i] = table.pack(os.execute(command))
  print(command)
end
for i, r in ipairs(results) do print(i, r.n, r[1], r[2], r[3]) end
local name = os.tmpname()
for i = 1, 8 do assert(os.execute("echo " .. i .. " >> " .. name)); local f = io.open(name); print(i, #f:read("a")); f:close() end
for line in io.lines(name) do io.write(line, tostring(line) == "8" and "\n" or ",") end
print(os.remove(name), os.execute("test -e " .. name))
