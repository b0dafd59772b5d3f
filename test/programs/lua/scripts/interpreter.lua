-- an interpreter for a stack language, written with dispatch tables of closures
local stack, ops, words = {}, {}, {}
local function push(v) stack[#stack + 1] = v end
local function pop() return table.remove(stack) end
for name, f in pairs {add = function(a, b) return a + b end, mul = function(a, b) return a * b end, sub = function(a, b) return a - b end} do ops[name] = function() local b, a = pop(), pop(); push(f(a, b)) end end
ops.dup = function() local a = pop(); push(a); push(a) end
ops.drop = pop
ops.swap = function() local b, a = pop(), pop(); push(b); push(a) end
ops.print = function() print(pop()) end
local function run(text) for w in text:gmatch("%S+") do local n = tonumber(w); if n then push(n) elseif words[w] then run(words[w]) elseif ops[w] then ops[w]() else error("unknown word " .. w, 0) end end end
words.square = "dup mul"; words.poly = "dup square swap 3 mul add 7 sub"
for i = 1, 15 do run(i .. " poly print") end
run("2 square square square 1 swap sub print"); print(pcall(run, "1 what"), #stack)
