-- methods by metatables, closures with upvalues
local Account = {}; Account.__index = Account
function Account.new(b) return setmetatable({balance = b}, Account) end
function Account:deposit(v) self.balance = self.balance + v end
function Account:get() return self.balance end
local function counter() local n = 0; return function(d) n = n + d; return n end end
local list, c = {}, counter()
for i = 1, 20 do list[i] = Account.new(i) end
for r = 1, tonumber(arg[1]) == 1 and 5 or 400 do local a = list[r % 20 + 1]; a:deposit(r); c(a:get() % 7) end
print(c(0))
