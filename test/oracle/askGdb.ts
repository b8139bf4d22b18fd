// A live gdb, asked by commands: about a trace file, or about a trace that is served to it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFile } from '../../src/platform/fileSource';
import { listen } from '../../src/platform/connection';
import { Clients } from '../../src/remote/serve/serveTrace';
import type { Trace } from '../../src/trace/trace';

const script = path.join(import.meta.dirname, 'data/serve/ask.py');
/** Milliseconds. */
const timeLimit = 500_000;

/** gdb for a program of this machine, or of any other. */
export type Gdb = 'gdb' | 'gdb-multiarch';

/**
 * gdb's answers, one a command, up to the command that kills it; `program`: a path, which gdb has
 * open. Rejects where gdb is not installed.
 */
export async function askGdb(
  gdb: Gdb,
  program: string | undefined,
  commands: readonly string[],
): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ask-gdb-'));
  try {
    const files = {
      GDB_COMMANDS: path.join(folder, 'commands.json'),
      GDB_ANSWERS: path.join(folder, 'answers.json'),
    };
    writeFileSync(files.GDB_COMMANDS, JSON.stringify(commands));
    await run(gdb, ['-batch', '-nx', '-x', script, ...(program ? [program] : [])], files);
    const lines = readFileSync(files.GDB_ANSWERS, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as string);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * gdb's answers about a trace that is served to it: to what comes before, to `target remote`, to
 * the commands.
 */
export async function askServed(
  gdb: Gdb,
  program: string | undefined,
  trace: Trace,
  commands: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  const clients = new Clients(trace, openFile);
  const port = await listen('127.0.0.1', 0, (connection) => {
    clients.serve(connection);
  });
  try {
    return await askGdb(gdb, program, [
      ...before,
      `target remote 127.0.0.1:${port.port}`,
      ...commands,
    ]);
  } finally {
    clients.dispose();
    port.close();
  }
}

function run(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(program, words, {
    stdio: 'ignore',
    timeout: timeLimit,
    env: { ...process.env, LC_ALL: 'C', ...environment },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      resolve();
    });
  });
}
