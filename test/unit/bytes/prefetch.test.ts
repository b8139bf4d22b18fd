import { prefetch } from '../../../src/bytes/source';
import { describe, expect, it } from 'vitest';

/** Numbers up to a limit, and a note of each that is made. */
async function* numbers(limit: number, made: number[]): AsyncGenerator<number, void> {
  try {
    for (let next = 0; next < limit; next++) {
      made.push(next);
      yield await Promise.resolve(next);
    }
  } finally {
    made.push(-1);
  }
}

async function all(source: AsyncGenerator<number, void>): Promise<number[]> {
  const found: number[] = [];
  for await (const each of source) found.push(each);
  return found;
}

describe('reading ahead', () => {
  it('keeps the order, and ends with the source', async () => {
    expect(await all(prefetch(numbers(5, []), 3))).toEqual([0, 1, 2, 3, 4]);
    expect(await all(prefetch(numbers(0, []), 3))).toEqual([]);
  });

  it('makes some items while one is in use, and no more', async () => {
    const made: number[] = [];
    const source = prefetch(numbers(100, made), 2);
    await source.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(made).toEqual([0, 1, 2]);
    await source.return();
    expect(made.at(-1)).toBe(-1);
  });

  it('fails where the source fails', async () => {
    async function* broken(): AsyncGenerator<number, void> {
      yield await Promise.resolve(1);
      throw new Error('no disk');
    }
    const source = prefetch(broken(), 2);
    expect((await source.next()).value).toBe(1);
    await expect(source.next()).rejects.toThrow('no disk');
  });
});
