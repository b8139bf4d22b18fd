// Lines that a check of sources is tried on, each told or not.
import ts from 'typescript';
import { expect } from 'vitest';

/** Has a check tell, of all lines as one file, those alone that are marked `true`. */
export function expectToldOf(
  check: (sources: readonly ts.SourceFile[]) => readonly string[],
  lines: Readonly<Record<string, boolean>>,
): void {
  const texts = Object.keys(lines);
  const { ES2022 } = ts.ScriptTarget;
  const file = ts.createSourceFile('planted.test.ts', texts.join('\n'), ES2022, true);
  const told = check([file]).map((complaint) => Number(/:(\d+) /.exec(complaint)?.[1]));
  expect(told.map((line) => texts[line - 1])).toEqual(texts.filter((line) => lines[line]));
}
