// Searches in bytes, against one that looks at every place.
import { describe, expect, it } from 'vitest';
import { MemorySource, type ByteSource } from '../../../../src/bytes/source';
import {
  hexPattern,
  textPattern,
  type BytesPattern,
  searchBytes,
  type BytesSearch,
} from '../../../../src/ask/bytes/bytesSearch';

function patternOf(read: BytesPattern | { problem: string }): BytesPattern {
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

function find(source: ByteSource, pattern: BytesPattern, search: Partial<BytesSearch> = {}) {
  const direction = search.direction ?? 1;
  return searchBytes(source, pattern, {
    from: direction > 0 ? 0 : source.size,
    to: direction > 0 ? source.size : 0,
    direction,
    most: 1000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...search,
  });
}

/** Every place, one by one; none overlaps the one before. */
function places(bytes: Uint8Array, { values, masks }: BytesPattern, direction: 1 | -1): number[] {
  const found: number[] = [];
  const last = bytes.length - values.length;
  for (let i = 0; i <= last; i++) {
    const at = direction > 0 ? i : last - i;
    const isThere = values.every((value, j) => ((bytes[at + j] ?? 0) & (masks[j] ?? 0)) === value);
    const before = found.at(-1);
    if (isThere && (before === undefined || Math.abs(at - before) >= values.length)) found.push(at);
  }
  return found;
}

/** Bytes that repeat no sooner than they must, the same in every run. */
function mixed(length: number, range: number): Uint8Array {
  let state = 12345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % range;
  });
}

describe('a search', () => {
  const bytes = mixed(2_500_000, 24);

  it.each(['0102', '00', '?? 03 ??', '1? 05', '00 00 00', '?1 ?2 ?3', '17 16 15 14'])(
    'finds every place of %s, forward and backward',
    async (text) => {
      const pattern = patternOf(hexPattern(text));
      for (const direction of [1, -1] as const) {
        const wanted = places(bytes, pattern, direction).slice(0, 200_000);
        expect(wanted.length).toBeGreaterThan(0);
        const options = { direction, most: 200_000 };
        expect(await find(new MemorySource(bytes), pattern, options)).toEqual(wanted);
      }
    },
  );

  it('finds what lies across two pieces', async () => {
    const file = new Uint8Array(3 * 1024 * 1024);
    const at = [1024 * 1024 - 2, 2 * 1024 * 1024 - 1, file.length - 4];
    for (const start of at) file.set([0xde, 0xad, 0xbe, 0xef], start);
    const pattern = patternOf(hexPattern('deadbeef'));
    expect(await find(new MemorySource(file), pattern)).toEqual(at);
    expect(await find(new MemorySource(file), pattern, { direction: -1 })).toEqual(at.reverse());
  });

  it('begins and ends where it is told', async () => {
    const source = new MemorySource(Uint8Array.from([1, 0, 1, 0, 1, 0, 1]));
    const pattern = patternOf(hexPattern('01'));
    expect(await find(source, pattern, { from: 1, to: 6 })).toEqual([2, 4]);
    expect(await find(source, pattern, { from: 5, to: 1, direction: -1 })).toEqual([4, 2]);
    expect(await find(source, pattern, { most: 1, from: 3 })).toEqual([4]);
    expect(await find(source, pattern, { from: 100 })).toEqual([]);
    expect(await find(source, patternOf(hexPattern('01'.repeat(8))))).toEqual([]);
  });

  it('ends when it is cancelled', async () => {
    const cancelled = new AbortController();
    let reads = 0;
    const source: ByteSource = {
      size: 2 ** 34,
      read: (_, length) => {
        if (++reads === 3) cancelled.abort();
        return Promise.resolve(new Uint8Array(length));
      },
    };
    const pattern = patternOf(hexPattern('ff'));
    expect(await find(source, pattern, { signal: cancelled.signal })).toEqual([]);
    expect(reads).toBe(3);
  });

  it('reads beyond 4 GiB by range, and backward from the end', async () => {
    const at = 3 * 2 ** 32 + 5;
    const read: number[] = [];
    const source: ByteSource = {
      size: at + 2_000_000,
      read: (offset, length) => {
        read.push(offset);
        const bytes = new Uint8Array(length);
        if (at >= offset && at < offset + length) bytes[at - offset] = 7;
        return Promise.resolve(bytes);
      },
    };
    const pattern = patternOf(hexPattern('07'));
    expect(await find(source, pattern, { direction: -1, most: 1 })).toEqual([at]);
    expect(Math.min(...read)).toBeGreaterThan(2 ** 33);
  });

  it('says how far it has come', async () => {
    const done: number[] = [];
    const source = new MemorySource(new Uint8Array(2_500_000));
    await find(source, patternOf(hexPattern('01')), { onProgress: (each) => done.push(each) });
    expect(done).toEqual([1024 * 1024, 2 * 1024 * 1024, 2_500_000]);
  });
});

describe('a pattern', () => {
  it.each([
    ['7f 45', [0x7f, 0x45], [0xff, 0xff]],
    ['0x7F,0x4?', [0x7f, 0x40], [0xff, 0xf0]],
    ['7f??4c', [0x7f, 0, 0x4c], [0xff, 0, 0xff]],
    ['?f', [0x0f], [0x0f]],
  ])('in hexadecimal: %s', (text, values, masks) => {
    const read = patternOf(hexPattern(text));
    expect(read).toEqual({ values: Uint8Array.from(values), masks: Uint8Array.from(masks) });
  });

  it.each([
    ['', 'There is nothing to search for.'],
    ['7f 4', 'The last byte has one digit: write two for each byte.'],
    ['7g', '“g” is no hexadecimal digit. Write bytes as 7f 45 ?? 46.'],
    ['????', 'Every place has such bytes: give at least one digit.'],
    ['00'.repeat(257), 'At most 256 bytes can be searched for.'],
  ])('that is none: %s', (text, problem) => {
    expect(hexPattern(text)).toEqual({ problem });
  });

  it('of text tells the cases of letters apart only where it should', async () => {
    const source = new MemorySource(new TextEncoder().encode('Tp tp [p TP [P ä Ä'));
    const places = (text: string, matchCase: boolean) =>
      find(source, patternOf(textPattern(text, matchCase)));
    expect(await places('tp', false)).toEqual([0, 3, 9]);
    expect(await places('tp', true)).toEqual([3]);
    expect(await places('[P', false)).toEqual([6, 12]);
    expect(await places('ä', false)).toEqual([15]);
    expect(textPattern('', true)).toEqual({ problem: 'There is nothing to search for.' });
  });
});
