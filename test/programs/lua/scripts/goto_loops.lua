-- all loops, goto, break, nested continue, integer and float steps
local out = {}
for i = 10, 1, -3 do out[#out + 1] = tostring(i) end
for x = 0, 1, 0.25 do out[#out + 1] = tostring(x) end
for i = math.maxinteger - 2, math.maxinteger do out[#out + 1] = tostring(i) end
local i = 0
while true do i = i + 1; if i % 2 == 0 then goto continue end; if i > 15 then break end; out[#out + 1] = tostring(i) ::continue:: end
repeat local last = i; i = i - 1; tostring(last) until last < 10
print(table.concat(out, " "), i)
for a = 1, 5 do for b = 1, 5 do for c = 1, 5 do
  if a * a + b * b == c * c then print(a, b, c); goto done end
end end end
::done::
print(pcall(function() for i = 1, 10, 0 do end end), pcall(function() for i = "a", 2 do end end))
for k = 3, 1 do print("never") end
for _, f in ipairs {1, 2, 3} do local c = f; (function() c = c * 2 end)(); io.write(c, ";") end
print()
