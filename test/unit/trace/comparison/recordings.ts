// Recordings of the sample as a PIE under ASLR, made with samples/record.gdb and gdbserver's
// --no-disable-randomization: two of one program, and one of the program with `while` in place of
// `if` in line 80. And two of a list on the heap: of a program, and of the same rebuilt with two
// more lines above what was traced.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { nodeHost } from '../../../../src/commandLine/nodeHost';
import { AskedTrace } from '../../../../src/ask/askedTrace';
import type { ComparisonOptions } from '../../../../src/trace/comparison/comparedTraces';

const recordings = path.join(import.meta.dirname, 'recordings');

/** A recording's name, without its extension. */
export type RecordingName = keyof typeof programs;

/** The program of each recording. */
const programs = {
  ...{ 'aslr-one': 'if', 'aslr-two': 'if', while: 'while' },
  ...{ list: 'list', 'list-moved': 'list-moved' },
};

/** The file of a recording, as recorded. */
export function recordedBytes(name: RecordingName): Buffer {
  return gunzipSync(readFileSync(path.join(recordings, `${name}.tf.gz`)));
}

/** The recordings and their programs as files, until they are disposed of. */
export class RecordingFiles {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'comparison-'));
  private readonly opened: AskedTrace[] = [];

  /** The path of a trace. */
  trace(name: RecordingName, bytes: Buffer = recordedBytes(name), as: string = name): string {
    return this.write(`${as}.tf`, bytes);
  }

  /** The path of the program of a recording. */
  program(name: RecordingName): string {
    const program = programs[name];
    const bytes = gunzipSync(readFileSync(path.join(recordings, `${program}.elf.gz`)));
    return this.write(`${program}-program`, bytes);
  }

  async open(name: RecordingName): Promise<AskedTrace> {
    return this.openFile(this.trace(name), this.program(name));
  }

  async openFile(trace: string, program?: string): Promise<AskedTrace> {
    const given = { trace, ...(program !== undefined && { program }) };
    const asked = await AskedTrace.open(given, nodeHost(this.folder));
    this.opened.push(asked);
    return asked;
  }

  write(name: string, bytes: Uint8Array): string {
    const file = path.join(this.folder, name);
    if (!existsSync(file)) writeFileSync(file, bytes);
    return file;
  }

  dispose(): void {
    for (const each of this.opened) each.dispose();
    rmSync(this.folder, { recursive: true });
  }
}

/** How traces are compared until the user chooses. */
export const usualOptions: ComparisonOptions = {
  ...{ matching: 'place', exclude: [] },
  ...{ registers: false, memory: false, addresses: false },
};
