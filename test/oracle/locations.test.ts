// Locations and location lists of variables, and what calls say of themselves, held against
// llvm-dwarfdump.
import { afterAll, describe, expect, it } from 'vitest';
import type { DwarfExpression, LocationDescription } from '../../src/symbols/location';
import type { CallSite, FunctionScope } from '../../src/symbols/scope';
import { located, openRecorded, saidLocations } from './data/entities/entities';
import { expressionText, withoutRegisterNames } from './data/entities/expressionText';

function textOf({ bytes, encoding }: DwarfExpression): string | undefined {
  return expressionText(bytes, encoding);
}

/**
 * Ranges and expressions; an expression with operations that the test does not know is left open.
 */
function listText(location: LocationDescription): string[] {
  if (location.kind !== 'list') return [location.kind];
  return location.entries.map(
    ({ start, end, expression }) => `${start} ${end} ${textOf(expression) ?? '*'}`,
  );
}

async function siteText({ returnAddress, tail, parameters }: CallSite): Promise<string> {
  const values = (await parameters()).flatMap(({ location, value }) =>
    location ? `${textOf(location)}=${value ? (textOf(value) ?? '*') : null}` : [],
  );
  return `${returnAddress} ${tail} ${values.join(' ')}`;
}

/** Puts `*` where ours has it. */
function likewise(theirs: string, ours: string | undefined): string {
  return ours?.endsWith(' *') ? theirs.replace(/^(\d+ \d+) .*$/, '$1 *') : theirs;
}

describe('locations', () => {
  const counts = { expressions: 0, lists: 0, ranges: 0, unread: 0, functions: 0, calls: 0 };

  it.each(located)('%s: those of llvm-dwarfdump', async (name) => {
    const program = await openRecorded(name);
    for (const each of saidLocations(name)) {
      if (each.what === 'calls') continue;
      const location = (await program.variableAt(each.offset))?.location ?? { kind: 'none' };
      if (each.what === 'expression') {
        const ours = location.kind === 'expression' ? textOf(location.expression) : location.kind;
        expect
          .soft(`${each.offset} ${ours}`)
          .toBe(`${each.offset} ${withoutRegisterNames(each.text)}`);
        counts.expressions++;
        continue;
      }
      const ours = listText(location);
      const theirs = each.ranges.map(([start, end, text], i) =>
        likewise(`${start} ${end} ${withoutRegisterNames(text)}`, ours[i]),
      );
      expect.soft([each.offset, ...ours]).toEqual([each.offset, ...theirs]);
      counts.lists++;
      counts.ranges += ours.length;
      counts.unread += ours.filter((text) => text.endsWith(' *')).length;
    }
  });

  it.each(located)('%s: calls', async (name) => {
    const program = await openRecorded(name);
    for (const each of saidLocations(name)) {
      if (each.what !== 'calls') continue;
      const scope = await functionAt(name, each.sites[0]?.pc);
      const ours = scope?.offset === each.offset ? await program.callSitesOf(scope) : [];
      const theirs = each.sites.map(({ pc, tail, values }) => {
        const text = values.map(([location, value]) => `${location}=${value}`).join(' ');
        return `${pc} ${tail} ${withoutRegisterNames(text)}`;
      });
      const texts = await Promise.all(ours.map(siteText));
      expect.soft([each.offset, ...texts]).toEqual([each.offset, ...theirs]);
      counts.functions++;
      counts.calls += ours.length;
    }
  });

  async function functionAt(
    name: string,
    pc: string | undefined,
  ): Promise<FunctionScope | undefined> {
    const program = await openRecorded(name);
    // The address after a call may be the first one of the next function.
    return pc === undefined ? undefined : (await program.scopesAt(BigInt(pc) - 1n)).at(-1);
  }

  afterAll(() => {
    expect(counts).toEqual({
      expressions: 429,
      lists: 554,
      ranges: 1288,
      unread: 34,
      functions: 47,
      calls: 91,
    });
  });
});
