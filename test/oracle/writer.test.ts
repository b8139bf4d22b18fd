// gdb reads what the writer wrote: every chosen frame has the registers and the memory that gdb
// finds in it in the original.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFrame, type Frame } from '../../src/format/frame';
import { writeTraceFile } from '../unit/format/wholeTraceFile';
import { corpus, readCorpusTrace, type CorpusTrace } from './corpusTrace';

const compared = { frames: 0, lines: 0 };
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'written-traces-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function write(trace: CorpusTrace, numbers: readonly number[]): Promise<string> {
  const { source, index, description, detected } = trace;
  async function* frames(): AsyncGenerator<Frame> {
    for (const number of numbers) yield readFrame(source, index, number, detected.frameLayout);
  }
  const chunks: Uint8Array[] = [];
  const written = writeTraceFile(description, detected.frameLayout, frames(), numbers.length);
  for await (const chunk of written) chunks.push(chunk);
  const file = path.join(folder, 'written.tf');
  writeFileSync(file, Buffer.concat(chunks));
  return file;
}

/**
 * What a person would type to look at frames: each one's registers and its first bytes of memory.
 */
async function commands(
  trace: CorpusTrace,
  numbers: readonly number[],
  offset: (n: number) => number,
) {
  const lines: string[] = [];
  for (const [position, number] of numbers.entries()) {
    const frame = await readFrame(trace.source, trace.index, number, trace.detected.frameLayout);
    const memory = frame.blocks.filter((block) => block.kind === 'M').slice(0, 3);
    lines.push(
      String.raw`echo \n=== ${position}\n`,
      `tfind ${offset(position)}`,
      'info registers',
      ...memory.map(
        ({ address, length }) => `x/${Math.min(length, 64)}xb 0x${address.toString(16)}`,
      ),
    );
  }
  return lines;
}

/** gdb's words for each frame, without the frame's number; fails where gdb is not installed. */
function ask(gdb: string, program: string, trace: string, lines: readonly string[]): string[][] {
  const setUp = ['set pagination off', 'set sysroot /', `target tfile ${trace}`];
  const { status, error, stdout } = spawnSync(
    gdb,
    ['-batch', '-nx', program, ...[...setUp, ...lines].flatMap((line) => ['-ex', line])],
    { encoding: 'latin1', cwd: folder, timeout: 500_000, env: { ...process.env, LC_ALL: 'C' } },
  );
  if (error) throw error;
  expect(status).not.toBeNull();
  const [, ...frames] = stdout.split(/^=== \d+\n/m);
  return frames.map((frame) =>
    frame
      .replace(/^Found trace frame \d+, /m, 'Found trace frame, ')
      .trimEnd()
      .split('\n'),
  );
}

describe.each([
  ['gdb', 'x86_64/app', 'app', 114],
  ['gdb', 'x86_64/app-memory-only', 'app', 20],
  ['gdb-multiarch', 'aarch64/t1-regs', 'app', 39],
  ['gdb-multiarch', 'aarch64/t2-step', 'app', 52],
  ['gdb-multiarch', 's390x/t1-regs', 'app', 39],
  ['gdb-multiarch', 's390x/t3-memonly', 'app', 36],
] as const)('%s reads %s', (gdb, name, programName, frames) => {
  const program = path.join(corpus, path.dirname(name), programName);
  const original = path.join(corpus, `${name}.tf`);
  const chosen = Array.from({ length: frames }, (_, frame) => frame)
    .filter((frame) => frame % 5 === 1)
    .reverse();

  async function compare(trace: CorpusTrace): Promise<void> {
    const written = await write(trace, chosen);
    const inOriginal = await commands(trace, chosen, (position) => chosen[position] ?? -1);
    const inWritten = await commands(trace, chosen, (position) => position);
    const told = ask(gdb, program, written, inWritten);
    expect(told).toEqual(ask(gdb, program, original, inOriginal));
    expect(told).toHaveLength(chosen.length);
    for (const lines of told) {
      expect(lines[0]).toMatch(/^Found trace frame, tracepoint \d+$/);
      expect(lines.length).toBeGreaterThan(10);
      compared.lines += lines.length;
      compared.frames++;
    }
  }

  it('as written with some frames, backwards', async () => {
    await compare(await readCorpusTrace(name));
  });

  it('as written from a file with CR LF and a decimal R', async () => {
    const bytes = readFileSync(original);
    const end = bytes.indexOf('\n\n') + 2;
    const header = bytes
      .toString('latin1', 0, end)
      .replace(/^R (.*)$/m, (_, size: string) => `R ${Number.parseInt(size, 16)}`)
      .replaceAll('\n', '\r\n');
    const other = Buffer.concat([Buffer.from(header, 'latin1'), bytes.subarray(end)]);
    const trace = await readCorpusTrace(name, other);
    // Without register blocks nothing tells how R is meant, and none are misread.
    if (!name.endsWith('only')) {
      expect(trace.diagnostics.map(({ code }) => code)).toEqual(['register-block-size-decimal']);
    }
    await compare(trace);
  });

  it('as written, with the count of its frames', async () => {
    const written = await write(await readCorpusTrace(name), chosen);
    const status = ask(gdb, program, written, [String.raw`echo \n=== 0\n`, 'tstatus']);
    const told = new RegExp(
      `^Buffer contains ${chosen.length} trace frames \\(of ${frames} created`,
    );
    expect(status[0]?.some((line) => told.test(line))).toBe(true);
  });
});

describe('the comparisons', () => {
  it('were all made', () => {
    expect(compared.frames).toBe(122);
    expect(compared.lines).toBeGreaterThan(4000);
  });
});
