import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { ProgramFindings } from '../../../src/symbols/findings';
import { PagedSource } from '../../../src/symbols/pagedSource';
import { LruCache, RecentResults } from '../../../src/bytes/cache';
import { SectionWindow } from '../../../src/symbols/sectionBytes';

describe('recent results', () => {
  it('are kept up to a weight, the oldest going first', async () => {
    const made: string[] = [];
    const recent = new LruCache<string, string>(2);
    const get = (key: string): Promise<string> =>
      recent.get(key, () => {
        made.push(key);
        return Promise.resolve(key);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('go an eighth at a time where there are many', async () => {
    const recent = new LruCache<number, number>(80);
    for (let key = 0; key <= 80; key++) await recent.get(key, () => Promise.resolve(key));
    const kept = Array.from({ length: 81 }, (_, key) => key).filter((key) => recent.known(key));
    expect(kept).toEqual(Array.from({ length: 70 }, (_, i) => i + 11));
  });

  it('forget a failure', async () => {
    const recent = new LruCache<string, number>(2);
    await expect(recent.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await recent.get('a', () => Promise.resolve(1))).toBe(1);
  });
});

describe('a paged source', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 251);
  const reads: number[] = [];
  const file = {
    size: bytes.length,
    read: (offset: number, length: number) => {
      reads.push(length);
      return new MemorySource(bytes).read(offset, length);
    },
  };

  it('reads what the file holds, across pages and past the end', async () => {
    const source = new PagedSource(file);
    for (const [offset, length] of [
      [0, 10],
      [16_380, 10],
      [100, 60_000],
      [69_990, 100],
      [70_000, 1],
      [80_000, 1],
    ] as const) {
      expect(await source.read(offset, length)).toEqual(bytes.slice(offset, offset + length));
    }
  });

  it('reads the file once for many small reads', async () => {
    const source = new PagedSource(file);
    reads.length = 0;
    for (let offset = 0; offset < 1_000; offset += 10) await source.read(offset, 10);
    expect(reads).toEqual([1_024]);
  });

  it('reads ahead where one large read follows the other', async () => {
    const long = Uint8Array.from({ length: 6_000_000 }, (_, i) => (i * 31 + (i >> 8)) % 251);
    let count = 0;
    const source = new PagedSource({
      size: long.length,
      read: (offset, length) => {
        count++;
        return new MemorySource(long).read(offset, length);
      },
    });
    for (let offset = 0; offset < long.length; offset += 60_000) {
      for (const [from, length] of [
        [offset, 50_000],
        [offset + 50_000, 10],
      ] as const) {
        const read = await source.read(from, length);
        expect(Buffer.compare(read, long.subarray(from, from + length))).toBe(0);
      }
    }
    expect(count).toBeLessThan(10);
  });
});

describe('a stretch', () => {
  const bytes = Uint8Array.from({ length: 700_000 }, (_, i) => (i * 31 + (i >> 8)) % 251);
  let count = 0;
  const range = new SectionWindow({
    name: '.debug_abbrev',
    fileOffset: 0,
    size: bytes.length,
    read: (offset, length) => {
      count++;
      return new MemorySource(bytes).read(offset, length);
    },
  });

  it('reads what the source holds, forward, back and past the end', async () => {
    for (const [offset, length] of [
      [10, 20],
      [5, 10],
      [200_000, 300_000],
      [200_010, 299_990],
      [699_990, 100],
      [699_995, 100],
      [700_000, 1],
      [800_000, 1],
    ] as const) {
      const read = await range.read(offset, length);
      expect(Buffer.compare(read, bytes.subarray(offset, offset + length))).toBe(0);
    }
  });

  it('reads the source once for many reads', async () => {
    count = 0;
    for (let offset = 1000; offset < 60_000; offset += 500) await range.read(offset, 100);
    expect(count).toBe(1);
  });
});

describe('findings', () => {
  it('keep a few of each kind', () => {
    const findings = new ProgramFindings();
    for (let i = 0; i < 100; i++) findings.add({ severity: 'warning', code: 'a', message: `${i}` });
    findings.add({ severity: 'error', code: 'b', message: 'other' });
    expect(findings.list.map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4', 'other']);
  });

  it('keep the same one once', () => {
    const findings = new ProgramFindings();
    for (let i = 0; i < 3; i++) findings.add({ severity: 'info', code: 'a', message: 'same' });
    expect(findings.list.length).toBe(1);
  });

  it('of a separate file name that file', () => {
    const findings = new ProgramFindings();
    const beside = findings.of('/usr/lib/debug/app.debug');
    beside.add({ severity: 'warning', code: 'a', message: 'Cut', offset: 12 });
    beside.add({ severity: 'warning', code: 'a', message: 'Odd' });
    expect(findings.list).toEqual([
      { severity: 'warning', code: 'a', message: 'Cut (/usr/lib/debug/app.debug, offset 12)' },
      { severity: 'warning', code: 'a', message: 'Odd (/usr/lib/debug/app.debug)' },
    ]);
  });
});

describe('RecentResults', () => {
  it('keeps those that were used last', () => {
    const made: number[] = [];
    const recent = new RecentResults<number, number>(2);
    const get = (key: number) =>
      recent.get(key, () => {
        made.push(key);
        return key;
      });
    for (const key of [1, 2, 1, 3, 1, 2]) expect(get(key)).toBe(key);
    expect(made).toEqual([1, 2, 3, 2]);
  });
});
