// A window that reads ahead shows the same bytes as one that does not, wherever it is moved.
import { describe, expect, it } from 'vitest';
import { MemorySource, type ByteSource } from '../../../src/bytes/source';
import { FileWindow } from '../../../src/format/fileWindow';

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 251);

/** A file that tells what was read of it, and fails or ends where the test says. */
class FileOfTest implements ByteSource {
  readonly size = bytes.length;
  readonly reads: string[] = [];
  fails = false;
  end = bytes.length;

  read(offset: number, length: number): Promise<Uint8Array> {
    this.reads.push(`${offset}+${length}`);
    return new MemorySource(bytes.subarray(0, this.end)).read(offset, length);
  }

  readInto(offset: number, into: Uint8Array): Promise<number> {
    this.reads.push(`ahead ${offset}+${into.length}`);
    if (this.fails) return Promise.reject(new Error('The disk is gone.'));
    const there = bytes.subarray(offset, Math.min(this.end, offset + into.length));
    into.set(there);
    return Promise.resolve(there.length);
  }
}

function shown({ view }: FileWindow): number[] {
  return [...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)];
}

describe('A window that reads ahead', () => {
  it('joins the rest of a window to what comes after it', async () => {
    const source = new FileOfTest();
    const window = new FileWindow(source, 100, true);
    await window.moveTo(0);
    await window.moveTo(90);
    await window.moveTo(190);
    expect([window.start, window.end]).toEqual([190, 300]);
    expect(shown(window)).toEqual([...bytes.subarray(190, 300)]);
    expect(source.reads).toEqual(['0+100', 'ahead 100+100', 'ahead 200+100', 'ahead 300+100']);
  });

  it('shows the right bytes after any moves', async () => {
    const window = new FileWindow(new FileOfTest(), 64, true);
    let seed = 1;
    for (let move = 0; move < 2000; move++) {
      seed = (seed * 48271) % 0x7fffffff;
      const isNext = seed % 4 !== 0;
      const offset = isNext && window.end < bytes.length ? window.end - (seed % 9) : seed % 1000;
      await window.moveTo(Math.max(0, offset));
      expect(shown(window)).toEqual([...bytes.subarray(window.start, window.end)]);
      expect(window.end).toBeGreaterThan(Math.min(offset, bytes.length - 1));
    }
  });

  it('reads in the usual way where reading ahead failed', async () => {
    const source = new FileOfTest();
    source.fails = true;
    const window = new FileWindow(source, 100, true);
    await window.moveTo(0);
    await window.moveTo(100);
    expect(shown(window)).toEqual([...bytes.subarray(100, 200)]);
  });

  it('finds that the file has become shorter', async () => {
    const source = new FileOfTest();
    const window = new FileWindow(source, 100, true);
    source.end = 150;
    await window.moveTo(0);
    await window.moveTo(95);
    expect([window.end, window.sourceEnd]).toEqual([150, 150]);
    await window.moveTo(150);
    expect(window.view.byteLength).toBe(0);
  });
});

describe('A window on a medium that fails', () => {
  const source = (readable: number): ByteSource => ({
    size: bytes.length,
    read: (offset, length) =>
      offset + length > readable
        ? Promise.reject(new Error('The disk is gone.'))
        : new MemorySource(bytes).read(offset, length),
  });

  it.each([0, 511, 512, 600, 999, 1000])(
    'holds what can be read, of %d bytes',
    async (readable) => {
      const window = new FileWindow(source(readable), 1000, true);
      await window.moveToReadable(0);
      expect(window.end).toBeLessThanOrEqual(readable);
      if (readable >= 512) expect(readable - window.end).toBeLessThanOrEqual(512);
      expect(shown(window)).toEqual([...bytes.subarray(0, window.end)]);
    },
  );

  it('holds nothing where nothing can be read', async () => {
    const window = new FileWindow(source(0), 1000);
    await window.moveToReadable(300);
    expect([window.start, window.end]).toEqual([300, 300]);
  });
});
