// Where gdb 13.1 says that variables are, by their DWARF expressions.
import { expect, it } from 'vitest';
import type { LocationDescription } from '../../../../src/symbols/location';
import { locationText, type Described } from '../../../../src/trace/text/locationText';
import { encoding, int } from '../../values/makers';

const described = {
  module: { slide: 0n },
  name: 'one',
  address: 0x1000n,
  frameBase: undefined,
  registerName: (number) => ({ 0: 'rax', 13: 'r13' })[number] ?? `${number}`,
} as Described;

const unit = {
  offset: 0,
  address: () => Promise.resolve(undefined),
  baseType: () => Promise.resolve(int),
} as never;

const expression = (...bytes: number[]) => ({
  bytes: Uint8Array.from(bytes),
  encoding: encoding(),
  unit,
});

const text = (location: LocationDescription) =>
  locationText(location, described).catch((error: unknown) => `${(error as Error).message} ✂`);

it.each([
  [[0x5d], 'a variable in $r13'],
  [[0x32, 0x9f], 'the constant 2'],
  [[0x50, 0x93, 4, 0x93, 4], 'a variable in $rax [4-byte piece], and an empty 4-byte piece'],
  [[0x5d, 0xf0], 'a variable in $r13Corrupted DWARF2 expression for "one". ✂'],
  [
    [0x32, 0x9f, 0x93, 4, 0x50, 0xf0],
    'the constant 2 [4-byte piece], and a variable in $raxCorrupted DWARF2 expression for "one". ✂',
  ],
  [
    [0x77, 0, 0xa6, 4, 0x20, 0x9f],
    `a complex DWARF expression:
     0: DW_OP_breg7 0 [$7]
     2: DW_OP_deref_type<int [0x20]> 4
     5: DW_OP_stack_value
`,
  ],
  [
    [0xa4, 0x20, 2, 0xfe, 0xff, 0x9f],
    `a complex DWARF expression:
     0: DW_OP_const_type<int [0x20]> 2 byte block: fe ff
     5: DW_OP_stack_value
`,
  ],
])('%j', async (bytes, words) => {
  expect(await text({ kind: 'expression', expression: expression(...bytes) })).toBe(words);
});

it('keeps what it had written of a list', async () => {
  const entries = [
    { start: 0x10n, end: 0x20n, expression: expression(0x50) },
    { start: 0x20n, end: 0x30n, expression: expression(0x5d, 0xf0) },
  ];
  expect(await text({ kind: 'list', entries } as unknown as LocationDescription)).toBe(
    `multi-location:
  Range 0x10-0x20: a variable in $rax
  Range 0x20-0x30: a variable in $r13Corrupted DWARF2 expression for "one". ✂`,
  );
});
