import { describe, expect, it } from 'vitest';
import { movedLine, type TextChange } from '../../../../src/workbench/recording/movedLines';

/** The text after a change, and the change as the editor tells it. */
function changed(
  text: string,
  [startLine, startCharacter, endLine, endCharacter]: [number, number, number, number],
  inserted: string,
): { readonly lines: string[]; readonly change: TextChange } {
  const lines = text.split('\n');
  const before = (lines[startLine] ?? '').slice(0, startCharacter);
  const after = (lines[endLine] ?? '').slice(endCharacter);
  const middle = (before + inserted + after).split('\n');
  return {
    lines: [...lines.slice(0, startLine), ...middle, ...lines.slice(endLine + 1)],
    change: { startLine, endLine, before, text: inserted },
  };
}

const text = 'int f(int n) {\n  int a = n;\n  work(a);\n  return a;\n}';
const at = 2;

describe('a line with a tracepoint', () => {
  it.each<[string, [number, number, number, number], string]>([
    ['lines inserted above', [0, 14, 0, 14], '\n  int x;\n  int y;'],
    ['a line deleted above', [1, 0, 2, 0], ''],
    ['the line break above deleted', [1, 12, 2, 2], ' '],
    ['a line broken at its beginning', [2, 0, 2, 0], '\n'],
    ['a line broken in its indentation', [2, 2, 2, 2], 'int b;\n  '],
    ['text typed into it', [2, 7, 2, 8], 'b'],
    ['a line inserted behind it', [2, 10, 2, 10], '\n  more();'],
    ['a line deleted below', [3, 0, 4, 0], ''],
    ['two lines above replaced by three', [0, 0, 1, 12], 'a\nb\nc'],
  ])('keeps its statement: %s', (_, range, inserted) => {
    const { lines, change } = changed(text, range, inserted);
    expect(lines[movedLine(at, change)]).toContain('work(');
  });

  it('that is deleted goes to where it was', () => {
    expect(movedLine(2, changed(text, [2, 0, 3, 0], '').change)).toBe(2);
    expect(movedLine(2, changed(text, [1, 0, 4, 0], '').change)).toBe(1);
  });

  it('stays in the text when all of it is replaced', () => {
    expect(movedLine(4, changed(text, [0, 0, 4, 1], 'one\nline').change)).toBe(1);
  });
});
