// Which begin an end belongs to: by order, by key, and by the call that both are in.
import { describe, expect, it } from 'vitest';
import { noRow, OpenBegins } from '../../../../src/trace/intervals/openBegins';

/** A begin or an end, and the CFA of its call where that is known. */
type Given = readonly [side: 'begin' | 'end', cfa: number | undefined, key: number | undefined];

/** For each row what it gives: a begin its depth, an end its begin. */
function taken(rows: readonly Given[]): (number | undefined)[] {
  const cfas = [...new Set(rows.flatMap(([, cfa]) => cfa ?? []))];
  const calls = Uint32Array.from(rows, ([, cfa]) => {
    return cfa === undefined ? noRow : cfas.indexOf(cfa);
  });
  const open = new OpenBegins(rows.length, 2, cfas.length > 0 ? { calls, cfas } : undefined);
  return rows.map(([side, , key = 0], row) => {
    const found = side === 'begin' ? open.begin(row, key) : open.end(row, key);
    return found === noRow ? undefined : found;
  });
}

const begin = (cfa?: number, key?: number): Given => ['begin', cfa, key];
const end = (cfa?: number, key?: number): Given => ['end', cfa, key];

describe('open begins', () => {
  it('end in order, each key by itself', () => {
    expect(taken([begin(), begin(), end(), end(), end()])).toEqual([0, 1, 1, 0, undefined]);
    const keyed = [begin(undefined, 0), begin(undefined, 1), end(undefined, 0), end(undefined, 1)];
    expect(taken(keyed)).toEqual([0, 0, 0, 1]);
  });

  it('end in their own call, though a call inside it ended unseen', () => {
    expect(taken([begin(900), begin(800), begin(700), end(800), end(900)])).toEqual([
      0, 1, 2, 1, 0,
    ]);
    expect(taken([begin(900), end(800)])).toEqual([0, undefined]);
  });

  it('are over where the stack was unwound past them', () => {
    expect(taken([begin(900), begin(800), begin(850), end(850)])).toEqual([0, 1, 1, 2]);
  });

  it('of another thread stay open, and are not counted as over', () => {
    const other = 900 + 2 ** 30;
    expect(taken([begin(900), begin(other), end(900), end(other)])).toEqual([0, 1, 0, 1]);
  });

  it('of one call end in order', () => {
    expect(taken([begin(900), begin(900), end(900), end(900)])).toEqual([0, 1, 1, 0]);
  });

  it('of known calls end in order where the end is in none', () => {
    expect(taken([begin(900), begin(800), end(), end()])).toEqual([0, 1, 1, 0]);
  });
});
