import ts from 'typescript';
import { expect, it } from 'vitest';
import { wideLines } from '../../../scripts/lint/wideLines.mjs';

const long = 'long '.repeat(30);

/** Each line, and whether it is told. */
const lines: Readonly<Record<string, boolean>> = {
  [`// ${long}`]: true,
  [`const ${'n'.repeat(100)} = 1;`]: true,
  [`/** ${long} */`]: true,
  [`const text = '${long}';`]: false,
  [`const pattern = /${long}/;`]: false,
  [`const template = \`${long}\${text}\`;`]: false,
  [`// See https://example.org/${'a'.repeat(100)}`]: false,
  [`import { ${'n'.repeat(100)} } from './names';`]: false,
  'const short = 1; // short': false,
};

it('lines that are too wide are told, but for texts, patterns and addresses', () => {
  const texts = Object.keys(lines);
  const { ES2022 } = ts.ScriptTarget;
  const file = ts.createSourceFile('wide.ts', texts.join('\n'), ES2022, true);
  const told = wideLines([file]).map((complaint) => Number(/:(\d+) /.exec(complaint)?.[1]));
  expect(told.map((line) => texts[line - 1])).toEqual(texts.filter((line) => lines[line]));
});
