-- Places queens on a board, with what an interpreter has: tables, closures, strings, coroutines, errors.
local size = 6

local function safe(board, row, column)
  for other = 1, row - 1 do
    local at = board[other]
    if at == column or math.abs(at - column) == row - other then return false end
  end
  return true
end

local function place(board, row, found)
  if row > size then
    found(board)
    return
  end
  for column = 1, size do
    if safe(board, row, column) then
      board[row] = column
      place(board, row + 1, found)
      board[row] = nil
    end
  end
end

local boards = coroutine.wrap(function()
  place({}, 1, function(board) coroutine.yield(table.concat(board, ' ')) end)
end)

local words = setmetatable({}, { __index = function(_, key) return 'no ' .. key end })
local count = 0
for board in boards do
  count = count + 1
  words[board] = string.format('%d: %s (%.3f)', count, board:gsub(' ', '-'), count / 7)
end
local keys = {}
for key in pairs(words) do keys[#keys + 1] = key end
table.sort(keys, function(a, b) return a > b end)
for _, key in ipairs(keys) do print(words[key]) end
print(words.queen, pcall(error, { code = 42 }), select('#', string.byte('queens', 1, -1)))
print(string.rep('ab', 3, ','), ('key=value'):match('^(%w+)=(%w+)$'), 7 // 2, 2 ^ 0.5, 1 << 40)
