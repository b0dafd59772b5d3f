-- gsub with strings, tables and functions that call, nested gsub
local text = ("the quick brown fox jumps over the lazy dog; "):rep(6)
print(text:gsub("%w+", string.upper, 4))
print((text:gsub("(%w)(%w*)", function(a, b) return a:upper() .. b end)))
print((text:gsub("%w+", {the = "THE", fox = "cat", dog = false})))
print((text:gsub("%w+", function(w) return (w:gsub("[aeiou]", function(v) return "<" .. v:byte() .. ">" end)) end, 9)))
print(("hello"):gsub("", "-"), ("abc"):gsub("%w", "%0%0"), ("a b"):gsub("(%w) (%w)", "%2 %1"))
local count = 0
local out = text:gsub("o", function() count = count + 1; return count % 2 == 0 and tostring(count) or nil end)
print(count, out)
print(pcall(string.gsub, "x", "x", function() error("in gsub") end))
