// The program behind a trace against gdb's words: of every stack frame of every frame of
// test/corpus/programs the line of `bt`, arguments, locals, registers, the frame's address, types
// and expressions. data/differences.json lists what differs, and why.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { traced, type Traced } from './programTrace';
import { compareTrace, type Comparison } from './programWords';

/**
 * A difference from gdb that stays, by the oracle and then as `frame level question`, or `*
 * question` for all of them.
 */
interface Difference {
  readonly why: string;
  readonly at: Readonly<Record<string, readonly string[]>>;
}

const differences = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/differences.json'), 'utf8'),
) as readonly Difference[];

/** Comparisons of each oracle, with each program that it was asked about. */
const counts: Readonly<Record<string, number>> = {
  'values/values.plain': 858,
  'values/values-clang.plain': 852,
  'classes/classes.plain': 919,
  'classes/classes.partial': 492,
  'classes/classes-clang.plain': 917,
  'inlined/inlined.plain': 2902,
  'inlined/inlined.registers': 421,
  'inlined/inlined-clang.plain': 3137,
  'containers/containers.plain': 163,
  'holders/holders.plain': 226,
  'rust/rusty-O0.plain': 352,
  'rust/rusty-O2.plain': 289,
  'containers/containers.plain.pretty': 78,
  'holders/holders.plain.pretty': 104,
  'rust/rusty-O0.plain.pretty': 201,
  'rust/rusty-O2.plain.pretty': 178,
  'nested/nested.plain': 557,
  'names/names-simple.plain': 76,
  'names/names-units.plain': 76,
  'mini/mini.plain': 29,
  'signals/signals.plain': 713,
  'partial/partial.members': 914,
  'partial/partial.string': 38,
  'pie/harbour.plain': 629,
  'tour/tour-dwarf2.plain': 766,
  'tour/tour-dwarf5.plain': 1414,
  'tour/tour-O2.plain': 1417,
  'tour/tour-clang.plain': 788,
  'tour/tour-i386.plain32': 1246,
  'tour/tour-i386-O2.plain32': 1193,
  'tour/tour-clang-i386.plain32': 700,
  'aarch64/t1-regs': 517,
  'aarch64/t4-O2': 866,
  's390x/t1-regs': 241,
};

/** By oracle. */
const compared = new Map<string, readonly Comparison[]>();

describe.each(traced)('$program: $oracle', (each) => {
  let lines: Comparison[] = [];
  beforeAll(async () => {
    lines = await compareTrace(each);
    compared.set(each.oracle, lines);
  });

  it('compares all that gdb said', () => {
    expect(lines.length).toBe(counts[each.oracle.replace(/^programs\//, '')]);
  });

  it('says the same', () => {
    expect(lines.filter((line) => differs(line) && !isListed(each, line))).toEqual([]);
  });

  it('differs where the list says so', () => {
    expect(lines.filter((line) => !differs(line) && isListed(each, line))).toEqual([]);
    const stale = keysOf(each).filter((key) => !lines.some((line) => matches(line, key)));
    expect(stale).toEqual([]);
  });
});

it('at least 99 % are equal', () => {
  const all = [...compared.values()].flat();
  expect(all.filter(differs).length / all.length).toBeLessThan(0.01);
});

it('lists no differences of programs that are not here', () => {
  const known = new Set(traced.map(({ oracle }) => oracle));
  const listed = differences.flatMap(({ at }) => Object.keys(at));
  expect(listed.filter((oracle) => !known.has(oracle))).toEqual([]);
});

function differs({ gdb, ours }: Comparison): boolean {
  return gdb !== ours;
}

function keysOf({ oracle }: Traced): string[] {
  return differences.flatMap(({ at }) => at[oracle] ?? []);
}

function isListed(each: Traced, line: Comparison): boolean {
  return keysOf(each).some((key) => matches(line, key));
}

function matches({ at }: Comparison, key: string): boolean {
  return at === key || (key.startsWith('* ') && at.replace(/^\d+ \d+ /, '') === key.slice(2));
}
