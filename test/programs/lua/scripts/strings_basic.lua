-- the string library without patterns; short and long strings
local s = "checkpoint"
print(#s, s:upper(), s:lower(), s:reverse(), s:sub(3, -3), s:byte(1, 4))
print(string.char(76, 117, 97), ("x"):rep(5), ("ab"):rep(4, "/"), s:len())
local long = ("0123456789"):rep(30)
local t = {}
for i = 1, 40 do t[i] = long:sub(i, i + 50) .. tostring(i) end
local joined = table.concat(t)
print(#joined, joined:sub(-60), joined == table.concat(t), t[3] < t[4], long > joined)
local n = 0
for i = 1, #joined do n = (n * 31 + joined:byte(i)) % 1000003 end
print(n)
print(("\0zero\0"):len(), #"\u{20AC}\x41\z
   next", 'a\065b', tostring(12):rep(3), ("%5.1f|%-5s|%05d|%x|%q"):format(3.14159, "ab", 42, 255, "a\n\"b\"\0"))
