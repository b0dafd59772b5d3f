-- eight queens by recursion, the solutions as strings
local N, count = 6, 0
local cols, d1, d2, board = {}, {}, {}, {}
local function place(r)
  if r > N then count = count + 1; print(count, table.concat(board, "")); return end
  for c = 1, N do
    if not cols[c] and not d1[r + c] and not d2[r - c] then
      cols[c], d1[r + c], d2[r - c], board[r] = true, true, true, c
      place(r + 1)
      cols[c], d1[r + c], d2[r - c] = nil, nil, nil
    end
  end
end
place(1)
