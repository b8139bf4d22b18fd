// Names that are made to take long, and files that are no programs.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { canonicalName } from '../../../../src/symbols/canonicalName';
import { demangle } from '../../../../src/symbols/demangle';
import { openProgram } from '../../../../src/symbols/openProgram';
import { makeElf } from '../elfFile';

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
