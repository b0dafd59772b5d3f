-- finalizers, resurrection, order
local log = {}
local function final(name) return setmetatable({name = name}, {__gc = function(o) log[#log + 1] = o.name end}) end
for i = 1, 8 do local o = final("f" .. i); tostring(o.name) end
collectgarbage(); collectgarbage()
print(#log, table.concat(log, " "))
local saved
do local o = setmetatable({x = 5}, {__gc = function(o) saved = o end}) end
collectgarbage(); print(saved and saved.x)
local keep = final("kept")
for i = 1, 20 do local t = {}; for k = 1, 30 do t[k] = {k}; end; tostring(i) end
collectgarbage("step"); print(keep.name, #log)
keep = nil; collectgarbage(); print(log[#log])
