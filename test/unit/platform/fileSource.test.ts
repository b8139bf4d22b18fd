import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ReadFailed } from '../../../src/bytes/source';
import { FileSource } from '../../../src/platform/fileSource';
import { eventually } from '../../eventually';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-source-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, bytes: readonly number[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, Uint8Array.from(bytes));
  return file;
}

/** What the next reads through a handle do; undefined: they read. */
const disk = vi.hoisted(() => ({ fails: undefined as string | undefined }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fsPromises>();
  const open: typeof real.open = async (...given) => {
    const handle = await real.open(...given);
    const read = handle.read.bind(handle) as (...args: unknown[]) => Promise<never>;
    const failing = (...args: unknown[]): Promise<never> => {
      if (disk.fails === undefined) return read(...args);
      return Promise.reject(Object.assign(new Error('error, read'), { code: disk.fails }));
    };
    return Object.assign(handle, { read: failing });
  };
  return { ...real, open };
});

describe('a disk that fails', () => {
  it.each([
    ['EIO', 'the disk reports an error (EIO)'],
    ['ESTALE', 'its server no longer knows it (ESTALE)'],
    ['ENODEV', 'its disk is gone (ENODEV)'],
    ['EWHATEVER', 'error, read'],
  ])('says where and why: %s', async (code, reason) => {
    const file = fileOf('failing', [1, 2, 3]);
    const source = await FileSource.open(file);
    disk.fails = code;
    const failed = source.read(1, 2);
    await expect(failed).rejects.toThrow(`${file} cannot be read at byte 1: ${reason}.`);
    await expect(failed).rejects.toBeInstanceOf(ReadFailed);
    disk.fails = undefined;
    expect(await source.read(1, 2)).toEqual(Uint8Array.of(2, 3));
    await source.close();
  });
});

describe('what a file tells of itself', () => {
  it('changes with its contents, and with what becomes of it', async () => {
    const file = fileOf('stamped', [1, 2, 3]);
    const source = await FileSource.open(file);
    const stamps = [await source.stamp()];
    const after = async (act: () => void) => {
      // A file system may keep times in steps of some milliseconds.
      await eventually(async () => {
        act();
        expect(await source.stamp()).not.toEqual(stamps.at(-1));
      });
      stamps.push(await source.stamp());
    };
    expect(await source.stamp()).toEqual(stamps[0]);
    await after(() => {
      writeFileSync(file, Uint8Array.of(4, 5, 6));
    });
    await after(() => {
      chmodSync(file, 0o400);
    });
    await after(() => {
      rmSync(file, { force: true });
    });
    const [opened, written, changed, removed] = stamps;
    expect(written?.contents).not.toBe(opened?.contents);
    expect(new Set([written?.contents, changed?.contents, removed?.contents]).size).toBe(1);
    expect(stamps.map((stamp) => stamp?.size)).toEqual([3, 3, 3, 3]);
    await source.close();
    expect(await source.stamp()).toBeUndefined();
  });
});

describe('a file on disk', () => {
  it('is read by range, shorter at its end, and not outside of it', async () => {
    const source = await FileSource.open(fileOf('range', [1, 2, 3, 4, 5]));
    expect(source.size).toBe(5);
    expect(await source.read(1, 3)).toEqual(Uint8Array.of(2, 3, 4));
    expect(await source.read(3, 100)).toEqual(Uint8Array.of(4, 5));
    for (const [offset, length] of [
      [5, 1],
      [100, 1],
      [0, 0],
      [2, -1],
    ] as const) {
      expect(await source.read(offset, length)).toEqual(new Uint8Array(0));
    }
    await source.close();
  });

  it('gives what is left where it has shrunk, and keeps its size where it has grown', async () => {
    const file = fileOf('changing', [1, 2, 3, 4, 5]);
    const source = await FileSource.open(file);
    appendFileSync(file, Uint8Array.of(6));
    expect(await source.read(0, 100)).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
    truncateSync(file, 2);
    expect(await source.read(0, 5)).toEqual(Uint8Array.of(1, 2));
    expect(await source.read(3, 2)).toEqual(new Uint8Array(0));
    expect(source.size).toBe(5);
    await source.close();
  });

  it('is empty once it is closed, and may be closed again', async () => {
    const source = await FileSource.open(fileOf('closed', [1, 2]));
    await Promise.all([source.close(), source.close()]);
    expect(await source.read(0, 2)).toEqual(new Uint8Array(0));
  });

  it('must be a file, and be there', async () => {
    await expect(FileSource.open(folder)).rejects.toThrow();
    await expect(FileSource.open(path.join(folder, 'nothing'))).rejects.toThrow('ENOENT');
  });
});
