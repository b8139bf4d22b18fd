// What types are made of, members and bits and all, held against gdb; and types and enumerators by name.
import { afterAll, describe, expect, it } from 'vitest';
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
