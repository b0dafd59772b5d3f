-- utf8: characters, code points, offsets
local text = "h\u{E9}llo w\u{F6}rld \u{20AC}\u{1F600} end"
print(utf8.len(text), #text, utf8.char(72, 228, 8364, 128512), utf8.charpattern == "[\0-\x7F\xC2-\xFD][\x80-\xBF]*")
for p, c in utf8.codes(text) do print(p, c, utf8.char(c)) end
for i = 1, utf8.len(text), 4 do print(i, utf8.offset(text, i), utf8.codepoint(text, utf8.offset(text, i))) end
print(utf8.len("\xff"), pcall(utf8.codepoint, "\xff"), utf8.offset(text, -3))
for ch in text:gmatch(utf8.charpattern) do io.write("[", ch, "]") end
print()
