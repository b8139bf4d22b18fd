// What the system is asked for when a file is written, as strace tells: every file that is opened
// to be written is a new one of its own, also where a planted link or a file of the user has the
// name.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';

const scratch = mkdtempSync(path.join(tmpdir(), 'written-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** Writes each file that is named twice at once: as an export, and as a recording that grows. */
const writing = `
import { FileSink } from './src/platform/fileSink';
async function write(path: string, shows: boolean) {
  const sink = await FileSink.create(path);
  await sink.write(Buffer.from('trace '));
  if (shows) await sink.show();
  await sink.write(Buffer.from(path));
  await sink.keep();
}

const names = process.argv.slice(2);
const written = [false, true].flatMap((shows) => names.map((name) => write(name, shows)));
void Promise.all(written);
`;

it('nothing is opened to be written but new files', async () => {
  const folder = path.join(scratch, 'folder');
  mkdirSync(folder);
  const at = (name: string) => path.join(folder, name);
  const precious = path.join(scratch, 'precious');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, at('link.tf'));
  symlinkSync(path.join(scratch, 'absent'), at('dangling.tf'));
  symlinkSync(precious, at('new.tf.part'));
  writeFileSync(at('there.tf'), 'before');
  const names = ['link.tf', 'dangling.tf', 'new.tf', 'there.tf'].map(at);

  const script = path.join(scratch, 'writing.cjs');
  const resolveDir = path.join(import.meta.dirname, '../..');
  await build({
    stdin: { contents: writing, resolveDir, loader: 'ts' },
    bundle: true,
    outfile: script,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
  const log = path.join(scratch, 'calls');
  const traced = 'trace=open,openat,openat2,creat,truncate,link,linkat';
  const words = ['-f', '-s', '4096', '-o', log, '-e', traced];
  execFileSync('strace', [...words, process.execPath, script, ...names]);

  const calls = readFileSync(log, 'utf8').split('\n');
  const written = calls.filter((call) => {
    return call.includes(scratch) && !/\bopen\w*\([^"]*"[^"]*", O_RDONLY[|\w]*\)? /.test(call);
  });
  const created = written.map((call) => /openat\(AT_FDCWD, "([^"]*)", (\S+)/.exec(call));
  expect(created.length).toBe(2 * names.length);
  for (const [i, call] of created.entries()) {
    expect(call?.[1], written[i]).toMatch(/\.tf\.[\da-f-]{36}\.[\w-]*\.\w+\.\d+\.part$/);
    expect(call?.[2]?.split(/[|,]/), written[i]).toEqual(
      expect.arrayContaining(['O_WRONLY', 'O_CREAT', 'O_EXCL']),
    );
  }
  expect(new Set(created.map((call) => call?.[1])).size).toBe(created.length);

  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(existsSync(path.join(scratch, 'absent'))).toBe(false);
  for (const name of names) {
    expect(lstatSync(name).isSymbolicLink()).toBe(false);
    expect(readFileSync(name, 'utf8')).toBe(`trace ${name}`);
  }
});
