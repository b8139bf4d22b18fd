import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileSink } from '../../../src/platform/fileSink';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-sink-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a file that is written', () => {
  it('takes the place of the one that is there when it is kept', async () => {
    const file = path.join(folder, 'a.tf');
    writeFileSync(file, 'before');
    const sink = await FileSink.create(file);
    await sink.write(Buffer.from('af'));
    await sink.write(Buffer.from('ter'));
    expect(readFileSync(file, 'utf8')).toBe('before');
    await sink.keep();
    expect(readFileSync(file, 'utf8')).toBe('after');
    expect(readdirSync(folder)).toEqual(['a.tf']);
  });

  it('leaves everything as it was when it is discarded', async () => {
    const sink = await FileSink.create(path.join(folder, 'a.tf'));
    await sink.write(Buffer.from('x'));
    await sink.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where there is no such folder', async () => {
    await expect(FileSink.create(path.join(folder, 'none', 'a.tf'))).rejects.toThrow('ENOENT');
  });
});
