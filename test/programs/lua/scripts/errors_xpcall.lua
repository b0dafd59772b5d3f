-- message handlers that call, errors in handlers, tracebacks, assert
local calls = 0
local function handler(m) calls = calls + 1; return "handled " .. tostring(m):upper() .. string.rep("!", calls) end
for i = 1, 12 do print(xpcall(function(x) if x % 2 == 0 then error("even " .. x, 0) end; return x, "fine" end, handler, i)) end
print(xpcall(function() local x = nil; return x.y end, function(m) return (m:gsub("^.-:%d+: ", "")) end))
local trace = select(2, xpcall(function() error("deep") end, debug.traceback))
print((trace:gsub("[^\n]*/", ""):match("^[^\n]*")), select(2, trace:gsub("\n", "")) > 3)
print(pcall(assert, false, "asserted"), pcall(assert, nil), assert(1, 2, 3))
print(xpcall(error, function(m) return type(m) end))
local function nested() return xpcall(function() error(pcall(error, "inner", 0) and 1 or "outer", 0) end, handler) end
print(nested())
print(calls)
