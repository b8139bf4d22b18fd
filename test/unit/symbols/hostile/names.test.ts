// Names that are made to take long, and files that are no programs.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { canonicalName } from '../../../../src/symbols/canonicalName';
import { demangle } from '../../../../src/symbols/demangle';
import { openProgram } from '../../../../src/symbols/openProgram';
import { makeElf, symbolSections } from '../elfFile';
import { openMade } from '../opened';

const long = 60_000;

describe('names', () => {
  it.each<[string, string]>([
    ['arguments in arguments', 'a<'.repeat(long / 2)],
    ['arguments in arguments that end', 'a<'.repeat(long / 4) + '>'.repeat(long / 4)],
    ['arguments side by side', 'a<b>'.repeat(long / 4)],
    ['pointers to pointers', `a<b${'*'.repeat(long)}c>`],
    ['qualifiers of qualifiers', `a<b${' const'.repeat(long / 6)}>`],
    ['spaces', `a<b${' '.repeat(long)}*>`],
    ['operators', 'operator<'.repeat(long / 9)],
    ['base types', `a<${'long '.repeat(long / 5)}>`],
  ])('of %s', (_name, name) => {
    expect(canonicalName(name).length).toBeLessThan(3 * long);
  });

  // A regular expression that looks again from each character on would not end.
  it.each<[string, string]>([
    ['an operator of many characters', `operator${'<'.repeat(10 * long)}`],
    ['the pointers of a conversion', `operator a${'*<'.repeat(5 * long)}`],
    ['arrays of arrays', `a<b${'[1]'.repeat(3 * long)}x>`],
    ['spaces before no pointer', `a<b const${' '.repeat(10 * long)}volatile>`],
  ])('of %s, however long', (_name, name) => {
    expect(canonicalName(name).length).toBeLessThan(2 * name.length);
  });

  it('keep qualifiers apart from names that end like them', () => {
    expect(canonicalName('A<const char *, Fooconst, int const *const>')).toBe(
      'A<char const*, Fooconst, int const* const>',
    );
  });

  it.each(['_Z', '_ZN', '_R', '_RNv', '_RINv', '_ZN4core'])('that begin with %s', (start) => {
    for (const rest of ['N', 'I', 'P', 'S_', 'T_', 'B_', '1a', 'F']) {
      const text = demangle(start + rest.repeat(9_000 / rest.length));
      expect(text?.length ?? 0).toBeLessThan(200_000);
    }
  });
});

it('names that overlap in their table are listed up to a total length', async () => {
  const count = 4000;
  const symbols = Array.from({ length: count }, (_, i) => ({
    name: '',
    address: 0x401000n + BigInt(16 * i),
    size: 16,
  }));
  const [table, names] = symbolSections(symbols, 3);
  if (!table?.bytes || !names) throw new Error('There is no table.');
  const view = new DataView(table.bytes.buffer, table.bytes.byteOffset);
  for (let i = 1; i <= count; i++) view.setUint32(24 * i, i, true);
  const strings = new Uint8Array(70_000 + count).fill(0x61);
  strings[strings.length - 1] = 0;
  const code = { name: '.text', flags: 6, address: 0x401000n, bytes: new Uint8Array(16 * count) };
  const program = await openMade({ sections: [code, table, { ...names, bytes: strings }] });
  const listed = await program.symbolsOf('code');
  const length = listed.reduce((sum, { name }) => sum + name.length, 0);
  expect(length).toBeGreaterThan(1 << 26);
  expect(length).toBeLessThanOrEqual(1 << 27);
});

describe('files that are no programs', () => {
  const whole = makeElf({ sections: [] });
  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['the magic alone', whole.subarray(0, 4)],
    ['half of a header', whole.subarray(0, 40)],
    ['text', new TextEncoder().encode('#!/bin/sh\nexit 0\n')],
    ['a class that is not known', Uint8Array.from(whole, (byte, i) => (i === 4 ? 9 : byte))],
  ])('%s: a sentence says so, and no program is opened', async (_name, bytes) => {
    const opened = await openProgram(new MemorySource(bytes), 'a.out');
    expect(opened).toEqual({ problem: expect.stringMatching(/a\.out.* /) as string });
  });
});
