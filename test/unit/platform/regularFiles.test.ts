// What a trace or a program names may be anything on this machine: only regular files are opened,
// and texts only as far as texts go.
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompanionFiles } from '../../../src/platform/companionFiles';
import { FileSource, openFile } from '../../../src/platform/fileSource';
import { maxTextBytes, readTextFile } from '../../../src/platform/wholeFile';

let folder = '';
const file = (name: string) => path.join(folder, name);
const readText = (name: string) => readTextFile(name, (each) => FileSource.open(each));

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'regular-files-'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [file('pipe')]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.skipIf(process.platform === 'win32')('a pipe, a device and a folder', () => {
  // Opening a pipe without a writer would never end.
  it.each(['pipe', '/dev/zero', '/dev/null', '.'])('are not opened: %s', async (name) => {
    const named = path.resolve(folder, name);
    await expect(FileSource.open(named)).rejects.toThrow('it is not a file');
    expect(await openFile(named)).toEqual({
      problem: `${named} cannot be read: it is not a file.`,
    });
    const companions = new CompanionFiles([]);
    expect(await companions.open(named)).toBeUndefined();
    await companions.close();
    expect(await readText(named)).toBeUndefined();
  });
});

describe('a text', () => {
  it('is read as UTF-8', async () => {
    writeFileSync(file('a.c'), 'int ä;\n');
    expect(await readText(file('a.c'))).toBe('int ä;\n');
  });

  it('is not read where it is too big or missing', async () => {
    writeFileSync(file('big.c'), '');
    truncateSync(file('big.c'), maxTextBytes + 1);
    expect(await readText(file('big.c'))).toBeUndefined();
    expect(await readText(file('none.c'))).toBeUndefined();
  });
});
