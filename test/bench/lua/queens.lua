-- search by recursion with arrays
local N, count = tonumber(arg[1]) == 1 and 3 or 7, 0
local cols, up, down = {}, {}, {}
local function place(r)
  if r > N then count = count + 1; return end
  for c = 1, N do
    if not (cols[c] or up[r + c] or down[r - c + N]) then
      cols[c], up[r + c], down[r - c + N] = true, true, true
      place(r + 1)
      cols[c], up[r + c], down[r - c + N] = false, false, false
    end
  end
end
place(1)
print(count)
