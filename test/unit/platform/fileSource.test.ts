import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileSource } from '../../../src/platform/fileSource';

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
