// What the command line and the debug adapter keep of their compiled code between two starts.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');

let cache = '';
beforeEach(() => {
  cache = fs.mkdtempSync(join(tmpdir(), 'compiled-'));
});
afterEach(() => {
  fs.rmSync(cache, { recursive: true });
});

/** Runs a command line with a folder for caches. Returns what it prints. */
function version(environment: NodeJS.ProcessEnv = {}, folder = dist): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(folder, 'cli.js'), '--version'],
    { encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: cache, ...environment } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

const own = () => join(cache, 'gdb-tracefile');

/** Path, inode and bytes of each file that was kept. */
function kept(): { path: string; inode: number; bytes: Buffer }[] {
  const entries = fs.readdirSync(own(), { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => ({ path, inode: fs.statSync(path).ino, bytes: fs.readFileSync(path) }));
}

it('is kept once, for its owner alone', () => {
  const printed = version();
  const first = kept();
  expect(first.length).toBeGreaterThan(0);
  expect(fs.statSync(own()).mode & 0o777).toBe(0o700);
  expect(version()).toBe(printed);
  expect(kept()).toEqual(first);
});

it('gets what another command needs, and loses nothing', () => {
  version();
  const size = () => kept().reduce((sum, { bytes }) => sum + bytes.length, 0);
  const before = size();
  const asked = spawnSync(process.execPath, [join(dist, 'cli.js'), '--help'], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  expect(asked.status).toBe(0);
  expect(size()).toBeGreaterThan(before);
  const both = kept();
  version();
  expect(kept()).toEqual(both);
});

it('is kept for each of several installed versions, but not for all there ever were', () => {
  const other = join(cache, 'other', 'dist');
  fs.cpSync(dist, other, { recursive: true });
  fs.copyFileSync(join(dist, '../package.json'), join(other, '../package.json'));
  version();
  const first = kept();
  fs.appendFileSync(join(other, 'cli.js'), '\n');
  version({}, other);
  const both = kept();
  expect(both).toEqual(expect.arrayContaining(first));
  version();
  version({}, other);
  expect(kept()).toEqual(both);
  const { enableCompileCache } = module as { enableCompileCache?: unknown };
  // Where Node keeps it, that is Node's.
  if (enableCompileCache) return;
  for (let i = 0; i < 6; i++) {
    fs.appendFileSync(join(other, 'cli.js'), '\n');
    version({}, other);
  }
  expect(kept()).toHaveLength(4);
});

it('is not run where it was damaged', () => {
  const printed = version();
  for (const { path, bytes } of kept()) {
    bytes.fill(0x5a, bytes.length >> 1);
    fs.writeFileSync(path, bytes);
  }
  expect(version()).toBe(printed);
  for (const { path } of kept()) fs.truncateSync(path, 7);
  expect(version()).toBe(printed);
});

it('is neither read nor written where others may write, nor through a link', () => {
  const elsewhere = join(cache, 'elsewhere');
  fs.mkdirSync(elsewhere);
  fs.mkdirSync(own());
  fs.chmodSync(own(), 0o777);
  version();
  expect(kept()).toEqual([]);
  fs.rmdirSync(own());
  fs.symlinkSync(elsewhere, own());
  version();
  expect(fs.readdirSync(elsewhere)).toEqual([]);
});

it('is not kept where the user forbids it or nothing can be written', () => {
  version({ NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(fs.existsSync(own())).toBe(false);
  fs.writeFileSync(own(), '');
  expect(version()).not.toBe('');
});
