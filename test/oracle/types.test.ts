// What types are made of, members and bits and all, held against gdb; and types and enumerators by
// name.
import { afterAll, describe, expect, it } from 'vitest';
import type { Type } from '../../src/symbols/type';
import { openRecorded, programs, said } from './data/entities/entities';
import { described } from './data/entities/shapes';

/** clang gives both complex types of a program this name. */
const ambiguous = 'complex';

describe('types by name', () => {
  let count = 0;

  it.each(programs)('%s: what they are made of', async (name) => {
    const program = await openRecorded(name);
    for (const each of said(name)) {
      if (each.what !== 'type' || each.name === ambiguous) continue;
      const type = await program.typeNamed(each.name, each.tag ?? undefined);
      const ours = type && (await described(type));
      expect.soft(`${each.name} ${ours}`).toBe(`${each.name} ${each.described}`);
      count++;
    }
  });

  afterAll(() => {
    expect(count).toBe(926);
  });
});

describe('enumerators by name', () => {
  let count = 0;

  it.each(programs)('%s: their values', async (name) => {
    const program = await openRecorded(name);
    for (const each of said(name)) {
      if (each.what !== 'enumerator') continue;
      const found = await program.enumeratorNamed(each.name);
      expect.soft(`${each.name} ${found?.value}`).toBe(`${each.name} ${each.value}`);
      count++;
    }
  });

  afterAll(() => {
    expect(count).toBe(299);
  });
});

/**
 * Each variant of a Rust enum: the values that choose it, its name, and its members with their
 * offsets.
 */
async function variantsOf(type: Type | undefined): Promise<unknown[]> {
  if (type?.kind !== 'struct') return [];
  const found: unknown[] = [];
  for (const { values, members } of (await type.members()).variants?.variants ?? []) {
    const [held] = members;
    const fields = held?.type.kind === 'struct' ? (await held.type.members()).members : [];
    const places = fields.map(({ name, offset }) =>
      typeof offset === 'bigint' ? `${name} ${offset}` : `${name} computed`,
    );
    found.push([values.map(({ low }) => low), held?.name, ...places]);
  }
  return found;
}

describe('enums of Rust', () => {
  // As rustc lays them out: gdb shows only the variant that a value has.
  it.each([
    [
      'variants::Message',
      [
        [[0n], 'Quit'],
        [[1n], 'Move', 'x 4', 'y 8'],
        [[2n], 'Write', '__0 8'],
        [[3n], 'Color', '__0 1', '__1 2', '__2 3'],
      ],
    ],
    [
      'variants::Signed',
      [
        [[-1n], 'Minus', '__0 1'],
        [[1n], 'Plus', '__0 2'],
      ],
    ],
    [
      'core::option::Option<&u32>',
      [
        [[0n], 'None'],
        [[], 'Some', '__0 0'],
      ],
    ],
    [
      'core::option::Option<core::option::Option<u8>>',
      [
        [[2n], 'None'],
        [[], 'Some', '__0 0'],
      ],
    ],
  ])('%s', async (name, expected) => {
    const program = await openRecorded('rust-O0');
    expect(await variantsOf(await program.typeNamed(name))).toEqual(expected);
  });
});
