-- what is left of the basic functions: next, ipairs with __index, select, tostring names, warn, dofile
local t = setmetatable({1, 2}, {__index = function(_, i) if i < 6 then return i * 10 end end, __pairs = function(t) return function(_, k) k = (k or 0) + 1; if k < 4 then return k, "p" .. k end end, t, nil end, __name = "Named", __metatable = "locked"})
for i, v in ipairs(t) do io.write(i, "=", v, " ") end
for k, v in pairs(t) do io.write(k, ":", v, " ") end
print(getmetatable(t), pcall(setmetatable, t, {}), (tostring(t):gsub(": .*", "")))
print(next({}), next({5}), type(next), pcall(rawset, 1, 2, 3), select("#", table.unpack({}, 1, 3)))
for _, v in ipairs {"10", "0x1F", " 7 ", "1e2", "abc", "9.5", "077"} do print(v, tonumber(v), tonumber(v, 16)) end
local f = io.open("base_library_x.lua", "w"); f:write("local n = 0; for i = 1, 10 do n = n + #tostring(i) end; return n, 'from file'"); f:close()
print(dofile("base_library_x.lua")); print(loadfile("base_library_x.lua")()); os.remove("base_library_x.lua")
print(collectgarbage("count") > 0, pcall(collectgarbage, "nothing"), tostring(print):match("^builtin") or tostring(print):match("^function"))
print(string.format("%s", setmetatable({}, {__tostring = function() return "ts" end})), pcall(tostring), #arg, arg[0]:match("[^/]*$"))
