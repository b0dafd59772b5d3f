-- a small JSON writer and reader: strings, recursion, patterns
local function write(v, out)
  if type(v) == "table" then
    if #v > 0 then out[#out + 1] = "["; for i, x in ipairs(v) do if i > 1 then out[#out + 1] = "," end; write(x, out) end; out[#out + 1] = "]"
    else local keys = {}; for k in pairs(v) do keys[#keys + 1] = k end; table.sort(keys)
      out[#out + 1] = "{"; for i, k in ipairs(keys) do if i > 1 then out[#out + 1] = "," end; out[#out + 1] = string.format("%q:", k); write(v[k], out) end; out[#out + 1] = "}" end
  else out[#out + 1] = type(v) == "string" and string.format("%q", v) or tostring(v) end
  return out
end
local function read(s, i)
  i = s:find("%S", i)
  local c = s:sub(i, i)
  if c == "{" then local t = {}; i = i + 1; while s:sub(i, i) ~= "}" do local k, v; k, i = read(s, i); v, i = read(s, i + 1); t[k] = v; if s:sub(i, i) == "," then i = i + 1 end end; return t, i + 1
  elseif c == "[" then local t = {}; i = i + 1; while s:sub(i, i) ~= "]" do t[#t + 1], i = read(s, i); if s:sub(i, i) == "," then i = i + 1 end end; return t, i + 1
  elseif c == '"' then local e = s:find('"', i + 1, true); return s:sub(i + 1, e - 1), e + 1 end
  local w, e = s:match("^([%w%.%-]+)()", i)
  if w == "true" then return true, e elseif w == "false" then return false, e end
  return tonumber(w), e
end
local data = {name = "ckpt", list = {1, 2.5, {deep = {true, false}}, "s"}, n = {a = -1, b = {x = {y = {z = 3}}}}}
local text = table.concat(write(data, {}))
print(text)
for i = 1, 3 do local again = table.concat(write(read(text, 1), {})); print(again == text, #again) end
