-- patterns: find, match, gmatch, captures, anchors, frontiers, balances
local text = "The rain in Spain stays mainly in the plain: 42 mm, 3.5 hours (see [notes (1)])"
print(text:find("ain"), text:find("ain", 10), text:find(".", 1, true), text:find("(%a+) in (%a+)"))
for w in text:gmatch("%a*ain%a*") do print(w, #w) end
for k, v in ("a=1, b=22, c=333"):gmatch("(%w+)=(%w+)") do print(k, v, math.tointeger(v)) end
print(text:match("%d+%.%d+"), text:match("%b()"), text:match("^The"), text:match("()mainly()"), text:match("%f[%w]%w+$"))
for pos, word in text:gmatch("()(%u%l+)") do print(pos, word) end
print(pcall(string.find, "a", "[a"), pcall(string.rep, "x", -1), pcall(string.match, "a", "%"))
print(("hello world"):find("o w"), ("x^2"):find("^", 1, true), ("  trim  "):match("^%s*(.-)%s*$") .. "|")
