// What writes a file × what may go wrong while it does: a person is told in a sentence, a file of
// before stays as it was, and nothing is left behind. SECURITY.md has the table.
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { run, script, type Ended } from './commandLines';

const samples = resolve(import.meta.dirname, '../../samples');

/** What writes a file of a name, as the words of a command line. */
const exported =
  (format: string, ...more: string[]) =>
  (file: string) => [
    'export',
    join(samples, 'callqueue.tf'),
    '--format',
    format,
    '--output',
    file,
    ...more,
  ];
const writers: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'an export as a trace': exported('trace'),
  'an export as CSV': exported('csv'),
  'an export as JSON Lines': exported('jsonl'),
  'an export as Markdown': exported('markdown'),
  'an export as tdump': exported('tdump', '--where', '$tracepoint == 2'),
  'a JUnit report': (file) => [
    'check',
    join(samples, 'callqueue.tf'),
    ...['--never', `$tracepoint == 100${' || $tracepoint == 101'.repeat(60)}`],
    '--junit',
    file,
  ],
};

/** What goes wrong, and the end of the sentence that says so. */
interface WritingFault {
  /** Files may have so many blocks of 512 bytes. */
  readonly blocks?: number;
  readonly file: string;
  readonly reason: string;
}

const faults: Readonly<Record<string, WritingFault>> = {
  'that has no room': {
    blocks: 2,
    file: 'a.out',
    reason: 'it would be larger than files may be (EFBIG).',
  },
  'without its folder': {
    file: 'none/a.out',
    reason: 'there is no such folder (ENOENT).',
  },
  'below a file': {
    file: 'before/a.out',
    reason: 'there is no such folder (ENOTDIR).',
  },
  'in whose place a folder is': {
    file: 'taken',
    reason: 'there is a folder of this name (EISDIR).',
  },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writing-'));
  writeFileSync(join(folder, 'before'), 'before');
  writeFileSync(join(folder, 'a.out'), 'of before');
  mkdirSync(join(folder, 'taken'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The folder holds what it did. */
function expectUntouched(): void {
  expect(readdirSync(folder)).toEqual(['a.out', 'before', 'taken']);
  expect(readdirSync(join(folder, 'taken'))).toEqual([]);
  expect(readFileSync(join(folder, 'a.out'), 'utf8')).toBe('of before');
  expect(readFileSync(join(folder, 'before'), 'utf8')).toBe('before');
}

/** The limit is that of a process. */
function runLimited(blocks: number, words: readonly string[]): Ended {
  const limited = `ulimit -f ${blocks}; exec "$@"`;
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', limited, 'sh', process.execPath, script, ...words],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe.each(Object.entries(writers))('%s', (_, words) => {
  it.each(Object.entries(faults))('to a file %s', async (_, { blocks, file, reason }) => {
    const path = join(folder, file);
    const { status, stderr } =
      blocks === undefined ? await run(...words(path)) : runLimited(blocks, words(path));
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: `${path} was not written: ${reason}\n`,
    });
    expectUntouched();
  });

  it('is killed: what it left is removed by the next one that writes there', async () => {
    // A disk that takes for ever.
    const stuck = join(folder, 'stuck.cjs');
    writeFileSync(
      stuck,
      `const files = require('node:fs/promises');
      const { open } = files;
      files.open = async (...how) => {
        const handle = await open(...how);
        if (how[1] === 'wx') handle.sync = () => new Promise(() => setInterval(() => 0, 1000));
        return handle;
      };`,
    );
    const child = spawn(process.execPath, ['--require', stuck, script, ...words('a.out')], {
      cwd: folder,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
    await eventually(() => {
      expect(parts()).toHaveLength(1);
    });
    // One that is written is left alone.
    const another = join(folder, 'b.out');
    expect(await run(...words(another))).toMatchObject({ status: 0 });
    expect(parts()).toHaveLength(1);
    child.kill('SIGKILL');
    await ended;
    rmSync(stuck);
    rmSync(another);
    expect(readFileSync(join(folder, 'a.out'), 'utf8')).toBe('of before');
    const again = async () => {
      expect(await run(...words(another))).toMatchObject({ status: 0 });
      rmSync(another);
    };
    const [left = ''] = parts();
    await again();
    expectUntouched();

    // One of another start of the machine or of a container: its process may be running there.
    const elsewhere = join(folder, left.replace(/\w+(?=\.\d+\.part$)/, 'f'.repeat(16)));
    writeFileSync(elsewhere, 'half');
    await again();
    expect(parts()).toHaveLength(1);
    const longAgo = Date.now() / 1000 - 7200;
    utimesSync(elsewhere, longAgo, longAgo);
    await again();
    expectUntouched();
  });
});
