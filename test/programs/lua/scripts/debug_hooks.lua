-- hooks of calls, lines and counts, whose functions call
local log, n = {}, 0
local function work(x) local y = x * 2; y = y + 1; return y end
debug.sethook(function(event, line) n = n + 1; if #log < 40 then log[#log + 1] = event:sub(1, 1) .. tostring(line and line - 2) end end, "crl")
for i = 1, 6 do work(i) end
debug.sethook()
print(#log, table.concat(log, " "))
local counted = 0
debug.sethook(function() counted = counted + 1; tostring(counted) end, "", 50)
local s = 0; for i = 1, 300 do s = s + work(i) end
debug.sethook()
print(s, counted > 20, debug.gethook())
local co = coroutine.create(function() for i = 1, 4 do coroutine.yield(work(i)) end end)
local lines = 0
debug.sethook(co, function() lines = lines + 1 end, "l")
for i = 1, 5 do print(coroutine.resume(co)) end
print(lines)
