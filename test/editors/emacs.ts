// An Emacs that a test drives: Lisp in, values out, and what a person would type where it asks.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** Emacs in batch, with dap-mode and the functions of emacs/dapMode.el. */
export class Emacs {
  /** Everything that it said in its echo area. */
  private said = '';
  private readonly lines: AsyncIterator<string, undefined>;

  private constructor(
    private readonly process: ChildProcessWithoutNullStreams,
    private readonly home: string,
    lines: Interface,
  ) {
    this.lines = lines[Symbol.asyncIterator]();
    process.stderr.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  /**
   * Starts one that has nobody's settings; `project` lies where the manual has it, in
   * ~/gdb-tracefile.
   */
  static async start(project: string): Promise<Emacs> {
    const home = await mkdtemp(join(tmpdir(), 'emacs-'));
    await symlink(project, join(home, 'gdb-tracefile'));
    const script = join(import.meta.dirname, 'emacs/dapMode.el');
    const process = spawn('emacs', ['--batch', '--load', script], {
      cwd: home,
      env: { ...globalThis.process.env, HOME: home, LC_ALL: 'C.UTF-8' },
    });
    return new Emacs(process, home, createInterface({ input: process.stdout }));
  }

  /**
   * Evaluates a Lisp form; `typed` are the lines that a person types where it asks.
   * @throws {Error} with Emacs' words where that fails
   */
  async evaluate(form: string, ...typed: string[]): Promise<unknown> {
    this.process.stdin.write([form.replaceAll('\n', ' '), ...typed, ''].join('\n'));
    const answer = await this.answer();
    if (answer.problem !== undefined) throw new Error(`${form}\n${answer.problem}\n${this.said}`);
    return answer.value;
  }

  async quit(): Promise<void> {
    const ended = once(this.process, 'close');
    this.process.kill();
    await ended;
    await rm(this.home, { recursive: true, force: true });
  }

  /** The next line of JSON; prompts stand before it. */
  private async answer(): Promise<{ value?: unknown; problem?: string }> {
    for (;;) {
      const line = await this.lines.next();
      if (line.done === true) throw new Error(`Emacs ended.\n${this.said}`);
      const { value: text } = line;
      if (text.startsWith('{')) return JSON.parse(text) as { value?: unknown; problem?: string };
    }
  }
}

/** Text as Lisp reads it. */
export function lispString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
