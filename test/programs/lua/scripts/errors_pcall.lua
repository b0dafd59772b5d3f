-- errors of all kinds through pcall, nested, rethrown, with objects
local function level(n) if n == 0 then error({code = 7}) end; local ok, e = pcall(level, n - 1); e.code = e.code + n; error(e) end
local ok, e = pcall(level, 12)
print(ok, type(e), e.code)
print(pcall(error, "plain", 0)); print(pcall(error)); print(pcall(error, nil)); print(pcall(error, 42))
local function fails(kind)
  if kind == 1 then return nil + 1 elseif kind == 2 then return ("x")() elseif kind == 3 then return #5
  elseif kind == 4 then local t; t.x = 1 elseif kind == 5 then return {} < {} elseif kind == 6 then return 1 < "2"
  elseif kind == 7 then return "a" .. {} elseif kind == 8 then error("level two", 2) else return undefined.field end
end
for kind = 1, 9 do print(kind, pcall(fails, kind)) end
print(select("#", pcall(function() return 1, nil, nil end)))
print(pcall(setmetatable, 1, {}), pcall(ipairs), pcall(next, {}, "no"))
