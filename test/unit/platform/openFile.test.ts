import path from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FileSource, openFile } from '../../../src/platform/fileSource';
import { elfFilesAmong, isElfFile } from '../../../src/platform/elfFiles';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'open-file-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text, 'latin1');
  return file;
}

describe('opening a file', () => {
  it('gives its bytes', async () => {
    const source = await openFile(fileOf('text', 'abc'));
    if ('problem' in source) throw new Error(source.problem);
    expect(await source.read(0, 3)).toEqual(Uint8Array.of(0x61, 0x62, 0x63));
    await source.close();
  });

  it('says in a sentence why it cannot be read', async () => {
    const missing = path.join(folder, 'nothing');
    expect(await openFile(missing)).toEqual({
      problem: `${missing} cannot be read: there is no such file.`,
    });
    const below = path.join(fileOf('file', ''), 'below');
    const problem = await openFile(below);
    expect('problem' in problem && problem.problem).toMatch(/ cannot be read: .*ENOTDIR.*\.$/);
  });

  it('says of a folder what it is', async () => {
    const result = await openFile(folder);
    expect('problem' in result && result.problem).toMatch(/is (?:a folder|not a file)\.$/);
  });
});

describe('an ELF file', () => {
  it.each([
    ['program', '\x7fELF\x02\x01', true],
    ['magic-alone', '\x7fELF', true],
    ['cut-off', '\x7fEL', false],
    ['empty', '', false],
    ['trace', '\x7fTRACE0\n', false],
    ['text', 'ELF\x7f', false],
  ])('is told by its first bytes: %s', async (name, text, expected) => {
    expect(await isElfFile(fileOf(name, text), openFile)).toBe(expected);
  });

  it('is undefined where no file exists', async () => {
    expect(await isElfFile(path.join(folder, 'nothing'), openFile)).toBe(false);
    expect(await isElfFile(folder, openFile)).toBe(false);
  });
});

describe('ELF files among others', () => {
  it('are found in the order given, few files being open at once', async () => {
    const paths = Array.from({ length: 100 }, (_, i) =>
      fileOf(`among-${i}`, i % 3 === 0 ? '\x7fELF' : 'text'),
    );
    let now = 0;
    let most = 0;
    const open = FileSource.open.bind(FileSource);
    const opening = vi.spyOn(FileSource, 'open').mockImplementation(async (file) => {
      most = Math.max(most, ++now);
      const source = await open(file);
      const close = source.close.bind(source);
      vi.spyOn(source, 'close').mockImplementation(async () => {
        await close();
        now--;
      });
      return source;
    });
    const found = await elfFilesAmong(paths, openFile);
    opening.mockRestore();
    expect(found).toEqual(paths.filter((_, i) => i % 3 === 0));
    expect(most).toBe(16);
    expect(now).toBe(0);
  });
});
