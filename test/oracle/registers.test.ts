// Every register of every frame of the recorded traces, held against what gdb 13.1 printed of it:
// the `--- regs` sections of the corpus.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../src/bytes/cursor';
import { tracesInFolders } from './corpusTrace';
import { corpus, gdbLine, openRegisters, registerLine } from './registersTrace';

/**
 * Comparisons that each trace must yield: frames whose registers gdb printed, times registers that
 * it lists.
 */
const traces: { name: string; order: ByteOrder; comparisons: number }[] = [
  { name: 'x86_64/app', order: 'little', comparisons: 2736 },
  { name: 'x86_64/app-O2', order: 'little', comparisons: 480 },
  { name: 'x86_64/app-pie', order: 'little', comparisons: 480 },
  { name: 'x86_64/app-memory-only', order: 'little', comparisons: 480 },
  { name: 'aarch64/t1-regs', order: 'little', comparisons: 1482 },
  { name: 'aarch64/t2-step', order: 'little', comparisons: 1976 },
  { name: 'aarch64/t3-memonly', order: 'little', comparisons: 1368 },
  { name: 'aarch64/t4-O2', order: 'little', comparisons: 2394 },
  { name: 'aarch64/t10-circ', order: 'little', comparisons: 228 },
  { name: 's390x/t1-regs', order: 'big', comparisons: 1560 },
  { name: 's390x/t2-step', order: 'big', comparisons: 2080 },
  { name: 's390x/t3-memonly', order: 'big', comparisons: 1440 },
  { name: 's390x/t10-circ', order: 'big', comparisons: 280 },
  { name: 'extra/i386/lanes.memory', order: 'little', comparisons: 96 },
  { name: 'extra/i386/lanes.plain', order: 'little', comparisons: 960 },
  { name: 'extra/x86_64/boxes.constructor', order: 'little', comparisons: 256 },
  { name: 'extra/x86_64/boxes.locations', order: 'little', comparisons: 768 },
  { name: 'extra/x86_64/boxes.memory', order: 'little', comparisons: 256 },
  { name: 'extra/x86_64/meter-pie.plain', order: 'little', comparisons: 928 },
  { name: 'extra/x86_64/meter.circular', order: 'little', comparisons: 1056 },
  { name: 'extra/x86_64/meter.disabled', order: 'little', comparisons: 192 },
  { name: 'extra/x86_64/meter.disconnected', order: 'little', comparisons: 128 },
  { name: 'extra/x86_64/meter.empty', order: 'little', comparisons: 672 },
  { name: 'extra/x86_64/meter.error', order: 'little', comparisons: 256 },
  { name: 'extra/x86_64/meter.fast', order: 'little', comparisons: 192 },
  { name: 'extra/x86_64/meter.full', order: 'little', comparisons: 256 },
  { name: 'extra/x86_64/meter.null', order: 'little', comparisons: 192 },
  { name: 'extra/x86_64/meter.plain', order: 'little', comparisons: 928 },
  { name: 'extra/x86_64/meter.running', order: 'little', comparisons: 320 },
  { name: 'extra/x86_64/meter.string', order: 'little', comparisons: 192 },
  { name: 'extra/x86_64/meter.unstarted', order: 'little', comparisons: 0 },
  { name: 'extra/x86_64/meter.wide', order: 'little', comparisons: 32 },
  { name: 'extra/x86_64/vectors.plain', order: 'little', comparisons: 96 },
];

/** Lines of `info registers` by frame. */
function oracle(name: string): Map<number, string[]> {
  const text = readFileSync(path.join(corpus, `${name}.oracle.txt`), 'latin1');
  const frames = new Map<number, string[]>();
  for (const section of text.split('=== FRAME ').slice(1)) {
    const lines = /--- regs\n([^]*?)--- bt/.exec(section)?.[1]?.split('\n') ?? [];
    frames.set(
      Number.parseInt(section, 10),
      lines.filter((line) => /^\w+ +\S/.test(line) && !line.startsWith('ERR')),
    );
  }
  return frames;
}

/** Without a register block gdb makes up s390's PSW mask; nobody recorded it. */
function madeUp(hasBlock: boolean, line: string): boolean {
  return !hasBlock && /^(pswm|cc) /.test(line);
}

it('every trace of the corpus is compared', () => {
  expect(traces.map(({ name }) => name).sort()).toEqual(tracesInFolders());
});

describe.each(traces)('$name', ({ name, order, comparisons }) => {
  it('has the registers that gdb prints, in every frame', async () => {
    const trace = await openRegisters(path.join(corpus, `${name}.tf`), order);
    let compared = 0;
    for (const [frame, lines] of oracle(name)) {
      if (lines.length === 0) continue;
      const registers = await trace.registers(frame);
      const expected = lines.map((line) =>
        madeUp(!registers.pcInferred, line)
          ? `${line.split(' ', 1)[0] ?? ''} <unavailable>`
          : gdbLine(line),
      );
      const names = lines.map((line) => line.split(' ', 1)[0] ?? '');
      const found = names.map((register) => registerLine(registers, order, register));
      expect(found, `frame ${frame}`).toEqual(expected);
      compared += lines.length;
    }
    expect(compared).toBe(comparisons);
  });
});
