// D, Fortran, Ada, Pascal and Go: traces of theirs open, their stacks and variables are told
// without an error, and as many lines as counted here are gdb's. What is left is said in C's
// words, not wrongly.
import { beforeAll, describe, expect, it } from 'vitest';
import { otherLanguages } from './programTrace';
import { compareTrace, type Comparison } from './programWords';

/** Lines of each oracle: all, and those that are gdb's. It rises. */
const counts: Readonly<Record<string, { readonly all: number; readonly equal: number }>> = {
  'programs/d/garden.plain': { all: 376, equal: 307 },
  'programs/fortran/tides.plain': { all: 984, equal: 620 },
  'programs/ada/fleet.plain': { all: 806, equal: 374 },
  'programs/pascal/locks.plain': { all: 160, equal: 139 },
  'programs/go/harvest.plain': { all: 697, equal: 688 },
};

/** What every editor shows, whatever language gdb has words for. */
const shown = ['bt', 'args', 'locals', 'registers', 'frame'];

/**
 * Stack frames outward from code of no known function, where gdb takes what lies at the stack
 * pointer for a caller.
 */
const guessed = /^7 (?:2 info frame|[3-6] )/;

describe.each(otherLanguages)('$program', (each) => {
  let lines: Comparison[] = [];
  beforeAll(async () => {
    lines = await compareTrace(each);
  });

  it('has a stack, arguments, locals and registers without an error', () => {
    const told = lines.filter(({ kind, gdb }) => shown.includes(kind) && gdb !== '');
    const errors = told.filter(({ gdb, ours }) => isError(ours) && !isError(gdb));
    const isGuessed = ({ at }: Comparison): boolean =>
      each.oracle === 'programs/go/harvest.plain' && guessed.test(at);
    expect(errors.filter((line) => !isGuessed(line))).toEqual([]);
  });

  it('says what gdb says', () => {
    const equal = lines.filter(({ gdb, ours }) => gdb === ours).length;
    expect({ all: lines.length, equal }).toEqual(counts[each.oracle]);
  });
});

function isError(text: string): boolean {
  return text === '' || /^ERR|= ?<error|No symbol table info/.test(text);
}
