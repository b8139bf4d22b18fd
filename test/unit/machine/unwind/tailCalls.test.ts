// Which functions left by a tail call, as far as the calls say. Functions here are named by
// letters.
import { describe, expect, it } from 'vitest';
import type { CallSite } from '../../../../src/symbols/scope';
import { tailCallsBetween } from '../../../../src/machine/unwind/stackFrames';

const caller = 0x10n;

/** Where a function begins. */
function entry(name: string): bigint {
  return BigInt(name.charCodeAt(0)) * 0x100n;
}

/** A call of a function; `?` is one through a pointer. */
function site(name: string, returnAddress: bigint, tail = true): CallSite {
  const target =
    name === '?'
      ? {
          bytes: new Uint8Array(0),
          encoding: { order: 'little', version: 5, addressSize: 8, offsetSize: 4 } as const,
        }
      : entry(name);
  return {
    returnAddress,
    tail,
    target: () => Promise.resolve(target),
    parameters: () => Promise.resolve([]),
  };
}

/**
 * The tail calls on the way from a call of `first` to `callee`, as `function>function`; `graph`
 * lists who calls whom.
 */
async function between(
  first: string,
  callee: string,
  graph: Readonly<Record<string, string>>,
): Promise<string[]> {
  const sites = new Map(
    Object.entries(graph).map(([name, callees]) => [
      entry(name),
      Array.from(callees, (each, i) => site(each, entry(name) + BigInt(i + 1))),
    ]),
  );
  const found = await tailCallsBetween(
    {
      siteBefore: (address) =>
        Promise.resolve(address === caller ? site(first, caller, false) : undefined),
      tailCallsOf: (address) => Promise.resolve(sites.get(address)),
    },
    caller,
    entry(callee),
  );
  return found.map(({ returnAddress }) => {
    const from = String.fromCharCode(Number(returnAddress >> 8n));
    return `${from}${Number(returnAddress & 0xffn)}`;
  });
}

describe('tail calls', () => {
  it('are none in a direct call', async () => {
    expect(await between('a', 'a', { a: '' })).toEqual([]);
  });

  it('are those of the one way that there is, the last first', async () => {
    expect(await between('a', 'c', { a: 'b', b: 'c', c: '' })).toEqual(['b1', 'a1']);
  });

  it('are none where there is no way', async () => {
    expect(await between('a', 'd', { a: 'b', b: '', c: 'd' })).toEqual([]);
  });

  it('are what all ways have in common at their ends', async () => {
    const graph = { a: 'bc', b: 'd', c: 'd', d: 'e' };
    expect(await between('a', 'e', graph)).toEqual(['d1']);
    const begin = { a: 'b', b: 'cd', c: 'e', d: 'e' };
    expect(await between('a', 'e', begin)).toEqual(['a1']);
    expect(await between('a', 'f', { a: 'b', b: 'cd', c: 'e', d: 'e', e: 'f' })).toEqual([
      'e1',
      'a1',
    ]);
  });

  it('are uncertain where ways have nothing in common', async () => {
    expect(await between('a', 'd', { a: 'bc', b: 'd', c: 'd' })).toEqual([]);
    expect(await between('a', 'a', { a: 'b', b: 'a' })).toEqual([]);
  });

  it('are uncertain where a call goes through a pointer', async () => {
    expect(await between('a', 'c', { a: 'b', b: '?c' })).toEqual([]);
    expect(await between('?', 'c', { a: 'b' })).toEqual([]);
  });

  it('are uncertain where a function is not known', async () => {
    expect(await between('a', 'c', { a: 'bc' })).toEqual([]);
  });

  it('are not followed in circles, nor for ever', async () => {
    expect(await between('a', 'c', { a: 'b', b: 'ac' })).toEqual(['b2', 'a1']);
    const all = 'abcdefghijklmnopqrst';
    const tangle = Object.fromEntries(Array.from(all, (name) => [name, all]));
    expect(await between('a', 'z', tangle)).toEqual([]);
  });

  it('are none where the caller’s call is not known', async () => {
    const nothing = {
      siteBefore: () => Promise.resolve(undefined),
      tailCallsOf: () => Promise.resolve([]),
    };
    expect(await tailCallsBetween(nothing, caller, entry('a'))).toEqual([]);
  });
});
