-- string.format with all conversions; __tostring called by it
local o = setmetatable({}, {__tostring = function(self) return "object:" .. string.format("%03d", 7) end})
print(string.format("%s %10.4s| %-8s| %s", o, "abcdefgh", "ab", true))
print(string.format("%d %5d %-5d| %+d %05d %x %X %#x %o %c", 1, 22, 333, 4, 55, 255, 255, 255, 8, 65))
print(string.format("%f %.3f %e %.2e %g %g %a", 1.5, 2.25, 12345.678, 0.00012, 1e20, 0.1, 0.5))
print(string.format("%q", 1 / 3), string.format("%q", math.mininteger), string.format("%i%%", 99))
for i = 1, 25 do print(string.format("%2d %8.3f %s %q", i, i / 7, o, ("x"):rep(i % 4) .. "\n")) end
print(pcall(string.format, "%d", 1.5), pcall(string.format, "%y", 1))
