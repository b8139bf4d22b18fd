// `gdb-tracefile` as a test runs it: in the test's process, or as the bundled program.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { runCommandLine } from '../../src/commandLine/commandLine';

/** The bundled program. */
export const script = resolve(import.meta.dirname, '../../dist/cli.js');

/** How a command ended, and what it wrote on pipes. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A stream that keeps what is written. */
class Written extends Writable {
  text = '';

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command in this process, in English. */
export async function run(...words: string[]): Promise<Ended> {
  const [stdout, stderr] = [new Written(), new Written()];
  const never = new AbortController().signal;
  const status = await runCommandLine(words, { stdout, stderr, env: {} }, never);
  return { status, stdout: stdout.text, stderr: stderr.text };
}

/** Runs the bundled program. */
export function runProgram(
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    encoding: 'utf8',
    cwd,
    // English, whatever language the machine is set to.
    env: { ...process.env, LC_ALL: 'C', ...env },
  });
  return { status, stdout, stderr };
}
