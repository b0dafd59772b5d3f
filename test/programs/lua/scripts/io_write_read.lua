-- files: writing, reading in all formats, seeking, lines, closing
local name = "io_write_read.txt"
local f = assert(io.open(name, "w"))
for i = 1, 20 do f:write("line ", i, " ", i * 0.5, "\n"); tostring(i) end
f:close()
local r = io.open(name)
print(r:read("l"), r:read("n"), r:read("L"), r:read(6), r:read(0), r:seek(), r:seek("end"), r:seek("set", 7))
for l in r:lines() do io.write("<", l, ">"); tostring(l) end
print(r:read("a") == "", r:read("l"), io.type(r), r:close(), io.type(r), io.type(1))
for a, b in io.lines(name, 4, "n") do io.write(a, "|", tostring(b), " "); if not b then break end end
print()
local u = io.open(name, "r+"); u:seek("set", 5); u:write("ONE"); u:seek("set"); print(u:read("L")); u:setvbuf("full", 64); u:close()
print(io.open("no/such/file"), pcall(io.lines, "no/such/file"), pcall(f.read, f))
os.remove(name); print(io.open(name))
