-- strings: patterns, a table of counts, sorting, concatenation
local text = ("the quick brown fox jumps over the lazy dog and runs away from it "):rep(tonumber(arg[1]) == 1 and 2 or 60)
local counts, list = {}, {}
for w in text:gmatch("%a+") do counts[w] = (counts[w] or 0) + 1 end
for w in pairs(counts) do list[#list + 1] = w end
table.sort(list)
local out = {}
for i, w in ipairs(list) do out[i] = w .. "=" .. counts[w] end
print(table.concat(out, " "), #text:gsub("%w", string.upper))
