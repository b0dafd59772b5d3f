-- pack and unpack with fixed sizes and byte orders
for i = 1, 20 do
  local le, be = string.pack("<i2i4i8", i, -i, i * 1000003), string.pack(">I2I4I8", i, i * 7, i * 11)
  print(#le, (le:gsub(".", function(c) return ("%02x"):format(c:byte()) end)), string.unpack("<i2i4i8", le))
  print(#be, string.unpack(">I2I4I8", be))
end
print(string.unpack("<d", string.pack("<d", 0.1)), string.unpack("z s1", string.pack("z s1", "zero", "counted")))
print(string.packsize("<i4i8!8"), pcall(string.pack, "i17", 1), pcall(string.unpack, "<i4", "ab"))
