-- load: texts, environments, errors, dumped functions loaded at once
local sum = 0
for i = 1, 20 do
  local f = load("local a = ...; return a * " .. i .. " + #tostring(a)")
  sum = sum + f(i); print(i, f(i), sum)
end
local env = {print = print, x = 5}
print(load("x = x + 1; y = 'set'; return x", "chunk", "t", env)(), env.x, env.y, x)
print(load("return +"), load("x ="), load("goto nowhere"), pcall(load, "return 1", "c", "b"))
local pieces = {"return ", "1", " + ", "2"}
local at = 0
print(load(function() at = at + 1; return pieces[at] end)())
local function adder(a) return a + 10 end
local again = load(string.dump(adder)); print(again(5), load(string.dump(adder, true), "d", "b")(6))
print(pcall(load, nil), dofile and "dofile", select(2, loadfile("no-such-file.lua")))
