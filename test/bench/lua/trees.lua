-- allocation and collection of small tables
local function make(d) if d == 0 then return {} end; return {make(d - 1), make(d - 1)} end
local function check(t) return t[1] and 1 + check(t[1]) + check(t[2]) or 1 end
local s = 0
for i = 1, tonumber(arg[1]) == 1 and 1 or 12 do s = s + check(make(7)) end
print(s)
