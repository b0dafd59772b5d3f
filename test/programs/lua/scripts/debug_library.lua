-- debug: local variables, upvalues, information, metatables, user values
local function f(a, b) local c = a + b; local i, names = 1, {}; while true do local n, v = debug.getlocal(1, i); if not n then break end; names[#names + 1] = n .. "=" .. type(v); i = i + 1 end; return table.concat(names, " ") end
print(f(1, 2))
local up1, up2 = 10, "u"
local function g() return up1, up2 end
print(debug.getupvalue(g, 1), debug.getupvalue(g, 2), debug.setupvalue(g, 1, 99), g())
local info = debug.getinfo(g, "Slnu"); print(info.what, info.linedefined, info.nups, info.nparams, info.isvararg, info.short_src:match("[^/]*$"))
for i = 1, 12 do local function h() return debug.getinfo(1, "l").currentline, debug.getinfo(2, "n") end; print(i, (h())) end
debug.setmetatable(10, {__index = {double = function(n) return n * 2 end}}); print((7):double(), pcall(function() return ("x"):double() end)); debug.setmetatable(10, nil)
print(debug.getmetatable("").__index == string, debug.gethook(), debug.upvalueid(g, 1) ~= debug.upvalueid(g, 2))
debug.upvaluejoin(g, 1, g, 2); print(g())
print((debug.traceback("message", 1):match("^message\nstack traceback:")))
