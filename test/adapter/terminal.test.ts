// The command line on a terminal, which util-linux's `script` gives it, and interrupted.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually';

const script = resolve(import.meta.dirname, '../../dist/cli.js');
const samples = resolve(import.meta.dirname, '../../samples');
const bigTrace = resolve(import.meta.dirname, '../bench/bigTrace.mjs');
/** A search through them takes more than the time after which work shows how far it has come. */
const frames = 1_000_000;

let folder = '';
const big = () => join(folder, 'big.tf');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  for (const name of ['callqueue', 'callqueue.tf']) {
    copyFileSync(join(samples, name), join(folder, name));
  }
  const made = spawnSync(process.execPath, [bigTrace, big(), String(frames)]);
  expect(made.status).toBe(0);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a terminal shows of a command, both its outputs together. */
function onTerminal(words: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  const command = [process.execPath, script, ...words].map((word) => `'${word}'`).join(' ');
  const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(status).toBe(0);
  return stdout;
}

describe('a terminal', () => {
  it('has colours, unless NO_COLOR asks for none', () => {
    const words = ['frames', 'callqueue.tf', '--limit', '1'];
    expect(onTerminal(words)).toMatch(/^\u001b\[1mFrame .*\u001b\[0m\r\n/);
    expect(onTerminal(words, { NO_COLOR: '1' })).not.toContain('\u001b');
    expect(onTerminal([...words, '--json'])).not.toContain('\u001b');
  });

  it('shows how far long work has come, and what it found in its place', () => {
    const words = ['frames', big(), '--where', '$_changed($rip) && $pc == 1', '--total'];
    const shown = onTerminal(words, { NO_COLOR: '1' });
    expect(shown).toMatch(/\r█*░+ +\d+ %/);
    expect(shown).toMatch(/\r\u001b\[K0\r\n$/);
    const piped = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
    expect(piped).toMatchObject({ status: 0, stdout: '0\n', stderr: '' });
  });
});

describe('Ctrl+C', () => {
  /** Starts a command, interrupts it once `begun`, and tells how it ended. */
  async function interrupted(words: readonly string[], begun: (stdout: string) => boolean) {
    const child = spawn(process.execPath, [script, ...words], { cwd: folder });
    const texts = { stdout: '', stderr: '' };
    child.stdout.on('data', (piece: Buffer) => (texts.stdout += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (texts.stderr += piece.toString()));
    const ended = new Promise<{ code: number | null; signal: string | null }>((settle) => {
      child.on('close', (code, signal) => {
        settle({ code, signal });
      });
    });
    try {
      await eventually(() => {
        expect(begun(texts.stdout)).toBe(true);
      });
      child.kill('SIGINT');
      return { ...(await ended), stderr: texts.stderr };
    } finally {
      child.kill('SIGKILL');
    }
  }

  it('ends an export with 130, and leaves no part of it; a file of before stays', async () => {
    const path = join(folder, 'out.txt');
    writeFileSync(path, 'before');
    const before = readdirSync(folder).sort();
    const words = ['export', big(), '--format', 'tdump', '--output', path];
    const isBegun = () => readdirSync(folder).length > before.length;
    expect(await interrupted(words, isBegun)).toEqual({ code: 130, signal: null, stderr: '' });
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('ends what is written to a pipe, and a search', async () => {
    const end = { code: 130, signal: null, stderr: '' };
    const listing = ['frames', big(), '--json'];
    expect(await interrupted(listing, (stdout) => stdout.length > 0)).toEqual(end);
    const searching = ['frames', big(), '--json', '--columns', '$pc'];
    expect(await interrupted(searching, (stdout) => stdout.length > 0)).toEqual(end);
  });
});
