import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileSink } from '../../../src/platform/fileSink';
import { isMountable } from './mountable';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-sink-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => path.join(folder, name);
const textOf = (name: string) => readFileSync(inFolder(name), 'utf8');

async function write(name: string, text: string): Promise<void> {
  const sink = await FileSink.create(inFolder(name));
  await sink.write(Buffer.from(text));
  await sink.keep();
}

describe('a file that is written', () => {
  it('takes the place of the one that is there when it is kept', async () => {
    writeFileSync(inFolder('a.tf'), 'before');
    const sink = await FileSink.create(inFolder('a.tf'));
    await sink.write(Buffer.from('af'));
    await sink.write(Buffer.from('ter'));
    expect(textOf('a.tf')).toBe('before');
    await sink.keep();
    expect(textOf('a.tf')).toBe('after');
    expect(readdirSync(folder)).toEqual(['a.tf']);
  });

  it('leaves everything as it was when it is discarded', async () => {
    const sink = await FileSink.create(inFolder('a.tf'));
    await sink.write(Buffer.from('x'));
    await sink.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where there is no such folder', async () => {
    await expect(FileSink.create(inFolder('none/a.tf'))).rejects.toThrow('ENOENT');
  });

  it('is never written through a link, to a file or to nothing', async () => {
    writeFileSync(inFolder('precious'), 'precious');
    for (const [link, target] of [
      ['a.tf', 'precious'],
      ['a.tf.part', 'precious'],
      ['b.tf', 'absent'],
      ['b.tf.part', 'absent'],
    ] as const) {
      symlinkSync(target, inFolder(link));
    }
    await write('a.tf', 'trace');
    await write('b.tf', 'trace');
    expect(textOf('precious')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['a.tf', 'a.tf.part', 'b.tf', 'b.tf.part', 'precious']);
    expect(lstatSync(inFolder('a.tf')).isSymbolicLink()).toBe(false);
    expect(textOf('b.tf')).toBe('trace');
  });

  it('leaves a file of the user that is called as a part might be', async () => {
    writeFileSync(inFolder('a.tf.part'), 'mine');
    await write('a.tf', 'trace');
    expect(textOf('a.tf.part')).toBe('mine');
  });

  it('has the permissions of the one whose place it takes', async () => {
    for (const mode of [0o600, 0o666, 0o444]) {
      writeFileSync(inFolder('a.tf'), 'before');
      chmodSync(inFolder('a.tf'), mode);
      await write('a.tf', 'after');
      expect(statSync(inFolder('a.tf')).mode & 0o777).toBe(mode);
      rmSync(inFolder('a.tf'));
    }
  });

  it('is whole where two are written under one name at once', async () => {
    const sinks = [
      await FileSink.create(inFolder('a.tf')),
      await FileSink.create(inFolder('a.tf')),
    ];
    for (let i = 0; i < 3; i++) {
      for (const [n, sink] of sinks.entries()) await sink.write(Buffer.from(String(n)));
    }
    await sinks[0]?.keep();
    expect(textOf('a.tf')).toBe('000');
    await sinks[1]?.keep();
    expect(textOf('a.tf')).toBe('111');
    expect(readdirSync(folder)).toEqual(['a.tf']);
  });

  it('leaves nothing where it cannot take its name', async () => {
    mkdirSync(inFolder('a.tf'));
    writeFileSync(inFolder('a.tf/inside'), '');
    const sink = await FileSink.create(inFolder('a.tf'));
    await expect(sink.keep()).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['a.tf']);
  });

  it('is seen while it is written once it is shown, and is whole when it is kept', async () => {
    const sink = await FileSink.create(inFolder('a.tf'));
    await sink.write(Buffer.from('one'));
    await sink.show();
    expect(readdirSync(folder)).toEqual(['a.tf']);
    await sink.write(Buffer.from(' two'));
    expect(textOf('a.tf')).toBe('one two');
    // Another one takes its name meanwhile.
    await write('a.tf', 'whole');
    await sink.keep();
    expect(textOf('a.tf')).toBe('whole');
  });

  it.skipIf(!isMountable())('leaves the one before where the disk is full', async () => {
    const disk = inFolder('disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      writeFileSync(path.join(disk, 'a.tf'), 'before');
      const sink = await FileSink.create(path.join(disk, 'a.tf'));
      await expect(sink.write(Buffer.alloc(1 << 20))).rejects.toThrow('ENOSPC');
      await sink.discard();
      expect(readFileSync(path.join(disk, 'a.tf'), 'utf8')).toBe('before');
      expect(readdirSync(disk)).toEqual(['a.tf']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('the sources', () => {
  // Compiled code is written while a process exits, which waits for nothing.
  it('write files in three places: this sink, VS Code’s file systems for files elsewhere, and compiled code', () => {
    const src = path.join(import.meta.dirname, '../../../src');
    const writes =
      /\b(?:writeFile(?:Sync)?|createWriteStream|appendFile(?:Sync)?|copyFile(?:Sync)?)\(|open\([^)]*'[aw]x?'/;
    const writers = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => writes.test(readFileSync(path.join(src, name), 'utf8')));
    expect(writers.sort()).toEqual([
      'platform/compiledCode.ts',
      'platform/fileSink.ts',
      'workbench/files.ts',
    ]);
  });
});
