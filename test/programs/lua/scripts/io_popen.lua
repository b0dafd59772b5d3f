-- io.popen: streams that are closed before the next call; what they have read stays. (A checkpoint while one is open fails, and says so.) They are read,
-- written and closed by metamethods, which are no calls of the virtual machine's, so no site is passed in between.
local methods = debug.getmetatable(io.stdout)
methods.__concat, methods.__shl, methods.__len = methods.__index.read, methods.__index.write, methods.__index.close
local function output(command)
  local p = io.popen(command)
  local text = p .. "a"
  local ok = #p
  return text, ok, p
end
local texts, streams = {}, {}
for i = 1, 10 do
  local text, ok, p = output("echo number " .. i .. "; exit " .. i % 3)
  texts[i], streams[p] = text, i
  print(i, #text, ok, io.type(p), tostring(p))
end
local function input(command, a, b) local p = io.popen(command, "w"); local q = p << a << b; return #q end
for i = 1, 3 do print("before", i); print(input("cat", "first " .. i .. "\n", "second\n"), input("cat > /dev/null; exit 1", "x", "y")) end
io.write(table.concat(texts)); local n = 0; for p, i in pairs(streams) do n = n + i; assert(not pcall(p.read, p)) end; print(n)
local function lines(command) local all, p = {}, nil; p = io.popen(command); local one = p .. "l"; while one do all[#all + 1] = one; one = p .. "l" end; return all, #p end
for i = 1, 3 do local all, ok = lines("printf 'a\\nb\\n" .. i .. "'"); print(#all, table.concat(all, "+"), ok) end
methods.__concat, methods.__shl, methods.__len = nil, nil, nil; print(pcall(io.popen, "true", "x"))
