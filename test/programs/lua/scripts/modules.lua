-- require: preloaded modules, searchers, package tables
package.preload.alpha = function(name, extra) print("loading", name, extra); return {value = 10, next = function(x) return x + 1 end} end
package.preload.beta = function(...) local a = require "alpha"; local m = {}; function m.run(n) local x = a.value; for i = 1, n do x = a.next(x) end; return x end; return m end
print(require("beta").run(20), require("alpha").value, package.loaded.alpha == require("alpha"))
local f = io.open("modules_gamma.lua", "w"); f:write("local name = ...; local t = {}; for i = 1, 5 do t[i] = name .. i; tostring(i) end; return t"); f:close()
package.path = "./?.lua"
local g, where = require "modules_gamma"; print(table.concat(g, ","), where, #g)
os.remove("modules_gamma.lua")
print(pcall(require, "no.such.module"), type(package.searchers), #package.searchers, package.config:sub(1, 1))
package.loaded.modules_gamma = nil; print((pcall(require, "modules_gamma")))
table.insert(package.searchers, 2, function(n) if n == "delta" then return function(...) return {...} end, "extra" end; return "no " .. n end)
print(table.concat(require "delta", " ")); print(package.searchpath("x", "./?.none;./?.nil"))
