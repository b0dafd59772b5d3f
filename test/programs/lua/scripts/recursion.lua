-- deep and mutual recursion, tail calls
local function fib(n) if n < 2 then return n end; return fib(n - 1) + fib(n - 2) end
print(fib(14))
local function ackermann(m, n)
  if m == 0 then return n + 1 elseif n == 0 then return ackermann(m - 1, 1) end
  return ackermann(m - 1, ackermann(m, n - 1))
end
print(ackermann(2, 4))
local even, odd
function even(n) if n == 0 then return "even" end; return odd(n - 1) end
function odd(n) if n == 0 then return "odd" end; return even(n - 1) end
print(even(301), odd(301))
local function depth(n) if n == 0 then return 0 end; return 1 + depth(n - 1) end
print(depth(400))
local function hanoi(n, a, b, c, moves)
  if n == 0 then return moves end
  moves = hanoi(n - 1, a, c, b, moves) + 1
  return hanoi(n - 1, c, b, a, moves)
end
print(hanoi(7, "a", "b", "c", 0))
