// Text on a terminal: characters of two columns, and where lines are broken.
import { expect, it } from 'vitest';
import { columnsOf, padded, wrapped } from '../../../src/commandLine/terminalColumns';

it.each([
  ['', 0],
  ['Frame →', 7],
  ['帧 0', 4],
  ['跟踪点（tracepoint）', 20],
  ['𠀋𠀋', 4],
])('“%s” takes %i columns', (line, columns) => {
  expect(columnsOf(line)).toBe(columns);
  expect(padded(line, columns + 2)).toBe(`${line}  `);
  expect(padded(line, columns - 1)).toBe(line);
});

it('breaks lines behind words, and Chinese anywhere but before its punctuation', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrapped('averylongword', 4)).toEqual(['averylongword']);
  expect(wrapped('列出跟踪的帧。', 12)).toEqual(['列出跟踪的', '帧。']);
  expect(wrapped('帧 frame 在此', 9)).toEqual(['帧 frame', '在此']);
});
