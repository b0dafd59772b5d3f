-- _G, _ENV, rawequal and its kin, environments of functions
x = 1; _G.y = 2; _G["z w"] = 3
print(x + y, _G["z w"], _G._G == _G, rawequal(_G, _ENV), _VERSION)
local function sandbox(code) local env = setmetatable({}, {__index = _G, __newindex = function(t, k, v) rawset(t, k, tostring(v) .. "!") end}); local f = load(code, "s", "t", env); f(); return env end
for i = 1, 10 do local e = sandbox("a = " .. i .. "; b = a; c = type(print)"); print(e.a, e.b, e.c, rawget(_G, "a")) end
do local _ENV = {print = print, tostring = tostring}; q = 5; print(q, tostring(x)) end
print(q, rawlen({1, 2}), rawlen("abc"), rawget(_G, "nope"), rawequal("a", "a"), type(nil), type(type))
setmetatable(_G, {__index = function(_, k) return "global " .. k end}); print(undefined_name, another); setmetatable(_G, nil)
local const <const> = 7; print(const, tostring(nil), tostring(true), tostring(1.50), getmetatable("").__name)
