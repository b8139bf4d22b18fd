import { it } from 'vitest';
import { wideLines } from '../../../scripts/lint/wideLines.mjs';
import { expectToldOf } from './plantedLines';

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
  expectToldOf(wideLines, lines);
});
