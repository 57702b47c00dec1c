-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- prelude.lua: replacements for some of Lua's own functions in a script (lua_sandbox.c says why). It runs once, before
-- the script, which cannot reach the values kept in locals here. It is handed `keys_in_order`: a list of the keys of a
-- table, numbers before texts, and how many there are; nil where a key is neither.
local keys_in_order = ...
local error, rawget, select, setmetatable, type, original = error, rawget, select, setmetatable, type, tostring
local find, format, gsub, rep = string.find, string.format, string.gsub, string.rep
local whole = math.tointeger

function pairs(t)
  if type(t) ~= "table" then error("pairs: expected a table, not a " .. type(t), 2) end
  local keys, n = keys_in_order(t)
  if keys == nil then error("pairs: a key is neither a number nor a text, and has no order", 2) end
  local at = 0
  return function()
    repeat at = at + 1 until at > n or rawget(t, keys[at]) ~= nil
    if at <= n then return keys[at], rawget(t, keys[at]) end
  end
end

-- By merging: equal ones stay in their order. Lua's own draws its pivots from the clock.
function table.sort(t, less)
  local n, from, to, width = #t, {}, {}, 1
  less = less or function(a, b) return a < b end
  for k = 1, n do from[k] = t[k] end
  while width < n do
    local low = 1
    while low <= n do
      local left, middle = low, low + width
      local right, high = middle, middle + width
      for k = low, high <= n and high - 1 or n do
        if left < middle and left <= n and (right >= high or right > n or not less(from[right], from[left])) then
          to[k], left = from[left], left + 1
        else
          to[k], right = from[right], right + 1
        end
      end
      low = high
    end
    from, to, width = to, from, 2 * width
  end
  for k = 1, n do t[k] = from[k] end
end

-- These two go on for as long as __len says, so they count as instructions, too.
function table.insert(t, ...)
  local n, given, at, value = #t + 1, select("#", ...), ...
  if given == 1 then at, value = n, at end
  at = whole(at)
  if given < 1 or given > 2 then error("insert: expected a value, or a position and a value", 2) end
  if not at or at < 1 or at > n then error("insert: there is no such position", 2) end
  for k = n, at + 1, -1 do t[k] = t[k - 1] end
  t[at] = value
end

function table.remove(t, at)
  local n = #t
  at = at == nil and n or whole(at)
  if not at or (at ~= n and (at < 1 or at > n + 1)) then error("remove: there is no such position", 2) end
  local value = t[at]
  for k = at, n - 1 do t[k] = t[k + 1] end
  t[at < n and n or at] = nil
  return value
end

local plain = {["nil"] = true, boolean = true, number = true, string = true}
function tostring(x) return plain[type(x)] and original(x) or type(x) end

function string.format(text, ...)
  for k = 1, select("#", ...) do
    if not plain[type((select(k, ...)))] then error("format: argument " .. k .. " is no text and no number", 2) end
  end
  if #text > 4096 then error("format: more than 4096 characters", 2) end -- the search is quadratic
  if find(gsub(text, "%%%%", ""), "%%[^%a]*p") then error("format: there are no addresses here", 2) end
  return format(text, ...)
end

function string.rep(text, n, between)
  if n > 1 << 26 then error("rep: too many", 2) end
  return rep(text, n, between)
end

function _G.setmetatable(t, meta)
  if type(meta) == "table" and (rawget(meta, "__gc") ~= nil or rawget(meta, "__mode") ~= nil) then
    error("setmetatable: there are no finalizers and no weak tables here", 2)
  end
  return setmetatable(t, meta)
end
