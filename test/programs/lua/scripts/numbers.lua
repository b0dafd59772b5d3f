-- integers and floats: conversions, overflow, division, comparison
print(math.maxinteger + 1 == math.mininteger, 7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, 1e308 * 10, -1 / 0)
print(3 | 4, 6 & 3, 5 ~ 1, ~0, 1 << 62, 1 << 64, -1 >> 60, "10" + 5, "0x10" * 2, 10 .. 20)
for i = 1, 30 do
  local x = (i * 2654435761) % 4294967296
  print(i, x, x / 3, math.tointeger(x / 1), x % 97, string.format("%.6f", x ^ 0.5))
end
print(1 == 1.0, math.type(1), math.type(1.0), math.type("1"), 2^53 == 2^53 + 1, 0.1 + 0.2, 100000000000000, 1e15, 1e16)
print(tonumber("0x1p4"), tonumber("  12  "), tonumber("1e1"), tonumber("z", 36), tonumber("8", 8), tonumber(""), tonumber("1 2"))
print(pcall(function() return 1 // 0 end), pcall(function() return 1 & 1.5 end), pcall(function() return {} + 1 end))
