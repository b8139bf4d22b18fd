// The program behind a trace against gdb's words: of every stack frame of every frame of test/corpus/programs the line of
// `bt`, arguments, locals, registers, the frame's address, types and expressions. data/differences.json lists what
// differs, and why.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { oracleOf, traced, type Traced } from './programTrace';
import { compareTrace, type Comparison } from './programWords';

/** A difference from gdb that stays, by the oracle and then as `frame level question`, or `* question` for all of them. */
interface Difference {
  readonly why: string;
  readonly at: Readonly<Record<string, readonly string[]>>;
}

const differences = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/differences.json'), 'utf8'),
) as readonly Difference[];

const total = { compared: 0, different: 0 };

const counts: Readonly<Record<string, Readonly<Record<string, number>>>> = {};

describe.each(traced.map((each) => ({ ...each, oracle: oracleOf(each) })))(
  '$program: $oracle',
  (each) => {
    let lines: Comparison[] = [];
    beforeAll(async () => {
      lines = await compareTrace(each);
    });

    it('compares all that gdb said', () => {
      const kinds: Record<string, number> = {};
      for (const { kind } of lines) kinds[kind] = (kinds[kind] ?? 0) + 1;
      expect(kinds).toEqual(counts[each.oracle]);
      total.compared += lines.length;
    });

    it('says the same', () => {
      const expected = lines.filter((line) => !isListed(each, line));
      for (const { at, gdb, ours } of expected) expect.soft(`${at}: ${ours}`).toBe(`${at}: ${gdb}`);
    });

    it('differs where the list says so', () => {
      const listed = lines.filter((line) => isListed(each, line));
      total.different += listed.length;
      for (const { at, gdb, ours } of listed) expect.soft(ours, at).not.toBe(gdb);
      for (const key of keysOf(each)) {
        expect
          .soft(
            lines.some((line) => matches(line, key)),
            `${key} was asked`,
          )
          .toBe(true);
      }
    });
  },
);

it('at least 99 % are equal', () => {
  expect(total.different / total.compared).toBeLessThan(0.01);
});

it('lists no differences of programs that are not here', () => {
  const known = new Set(traced.map(oracleOf));
  const listed = differences.flatMap(({ at }) => Object.keys(at));
  expect(listed.filter((oracle) => !known.has(oracle))).toEqual([]);
});

function keysOf(each: Traced): string[] {
  return differences.flatMap(({ at }) => at[oracleOf(each)] ?? []);
}

function isListed(each: Traced, line: Comparison): boolean {
  return keysOf(each).some((key) => matches(line, key));
}

function matches({ at }: Comparison, key: string): boolean {
  return at === key || (key.startsWith('* ') && at.replace(/^\d+ \d+ /, '') === key.slice(2));
}
