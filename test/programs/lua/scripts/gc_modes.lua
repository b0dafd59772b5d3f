-- the collector's modes while structures change; what it frees is not missed
local function churn(rounds)
  local live = {}
  for i = 1, rounds do
    local t = {i, tostring(i), {i * 2}}
    live[i % 17 + 1] = t
    if i % 50 == 0 then collectgarbage("step", 1) end
  end
  local s = 0
  for i = 1, 17 do s = s + live[i][1] + #live[i][2] + live[i][3][1] end
  return s
end
print(churn(200)); collectgarbage("generational"); print(churn(200)); collectgarbage("incremental", 150, 200); print(churn(200))
collectgarbage("stop"); print(collectgarbage("isrunning"), churn(100)); collectgarbage("restart"); print(collectgarbage("isrunning"))
local before = collectgarbage("count")
local big = {}; for i = 1, 500 do big[i] = ("x"):rep(100) .. i end
print(collectgarbage("count") > before); big = nil; collectgarbage(); print(math.type(collectgarbage("count")))
