-- os: dates of fixed times, names, environment, what does not depend on the clock
print(os.date("!%Y-%m-%d %H:%M:%S", 86400), os.date("!*t", 1000000000).year, os.time({year = 2001, month = 9, day = 9, hour = 12}) - os.time({year = 2001, month = 9, day = 8, hour = 12}))
for i = 1, 15 do local t = os.date("!*t", i * 7654321); print(i, t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday, t.isdst) end
print(os.getenv("NO_SUCH_NAME"), type(os.clock()), type(os.time()), os.difftime(100, 50), os.setlocale("C"), os.setlocale(nil, "numeric"))
local n = os.tmpname(); print(type(n), os.rename(n, n .. "x"), os.remove(n .. "x"), (select(2, os.remove("no-such-file"))))
print(pcall(os.date, "%Ez", 0), pcall(os.time, {year = 2000}))
