// Code without call frame information tells where its caller is: shown on code that has it.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparedRows } from './comparedRows';

const corpus = path.join(import.meta.dirname, '../../../corpus');

describe('following the code agrees with call frame information', () => {
  it.each([
    'programs/containers/containers',
    'programs/fortran/tides',
    'programs/pie/harbour',
    'programs/signals/signals',
    'programs/rust/rusty-O2',
    'programs/classes/classes-clang',
    'programs/classes/classes',
    'programs/ada/fleet',
    'programs/tour/tour-i386',
    'programs/tour/tour-i386-O2',
    'programs/tour/tour-clang-i386',
    'programs/inlined/inlined-clang',
    'programs/d/garden',
    'extra/i386/lanes',
    'extra/x86_64/vectors',
    'extra/x86_64/boxes',
    'x86_64/app',
    'x86_64/app-O2',
  ])('in all of %s', async (file) => {
    const { instructions, equal, wrong, unknown } = await comparedRows(path.join(corpus, file));
    expect(instructions).toBeGreaterThan(50);
    expect({ wrong: [...wrong], unknown: [...unknown], equal }).toEqual({
      wrong: [],
      unknown: [],
      equal: instructions,
    });
  });
});
