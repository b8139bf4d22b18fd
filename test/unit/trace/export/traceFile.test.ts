import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/bytes/hex';
import { AllFrames } from '../../../../src/trace/list/frameList';
import { bytes, header, maker, sourceOf } from '../../format/traceBytes';
import { Trace } from '../../../../src/trace/trace';
import { traceOf } from '../tracedPrograms';
import { exported, frames, keeper, reopened } from './traces';
import { exportFrames } from '../../../../src/trace/export/exportFrames';

const asTrace = { format: 'trace', columns: [] } as const;

async function traceOfBytes(...parts: Uint8Array[]): Promise<Trace> {
  const opened = await Trace.open(sourceOf(...parts), 'made.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.indexed;
  return opened.trace;
}

describe('frames written as a trace file', () => {
  it.each(['x86_64/app.tf', 'aarch64/t2-step.tf', 's390x/t1-regs.tf'])(
    'are those of %s again when all are written',
    async (name) => {
      const trace = await traceOf(name);
      const written = await exported(trace, { ...asTrace, frames: new AllFrames(trace.index) });
      const original = Buffer.from(await trace.bytes.read(0, trace.fileSize));
      expect(written.equals(original)).toBe(true);
    },
  );

  it('come in the order of the list, with their count in the status', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const chosen = [100, 4, 5, 6, 113, 0];
    const copy = await reopened(await exported(trace, { ...asTrace, frames: frames(...chosen) }));
    expect(copy.index.count).toBe(chosen.length);
    expect(copy.description.status?.framesInBuffer).toBe(chosen.length);
    expect(copy.diagnostics).toEqual([]);
    for (const [row, frame] of chosen.entries()) {
      expect((await copy.frame(row)).bytes).toEqual((await trace.frame(frame)).bytes);
      expect(copy.index.tracepoint(row)).toBe(trace.index.tracepoint(frame));
    }
    const lines = (each: Trace) =>
      each.description.lines.map(({ text }) => text).filter((text) => !text.startsWith('status '));
    expect(lines(copy)).toEqual(lines(trace));
    expect(lines(copy).filter((line) => line.startsWith('tdesc ')).length).toBeGreaterThan(1);
  });

  it('can be none', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const copy = await reopened(await exported(trace, { ...asTrace, frames: frames() }));
    expect(copy.index.count).toBe(0);
    expect(copy.index.complete).toBe(true);
  });

  it('do not take bytes of the frame after a damaged one', async () => {
    const make = maker('little');
    const sound = (value: bigint) => make.frame(1, make.variable(1, value));
    // It claims a hundred bytes that are not its own.
    const damaged = make.framed(1, 113, make.variable(1, 7n));
    const end = bytes([0, 0, 0, 0]);
    const lines = header('R 330', 'status 0;tframes:4', 'tp T1:401000:E:0:0');
    const parts = [lines, sound(1n), sound(2n), damaged, sound(3n), sound(4n), sound(5n), end];
    const trace = await traceOfBytes(...parts);
    const all = new AllFrames(trace.index);
    const copy = await reopened(await exported(trace, { ...asTrace, frames: all }));
    expect(copy.index.count).toBe(trace.index.count);
    const values = async (each: Trace) =>
      Promise.all(
        Array.from({ length: each.index.count }, async (_, frame) =>
          toHex((await each.frame(frame)).bytes),
        ),
      );
    expect(await values(copy)).toEqual(await values(trace));
    expect(trace.index.count).toBe(6);
  });

  it('say where the file has become shorter meanwhile', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const { bytes: source } = trace;
    source.read = () => Promise.resolve(new Uint8Array(3));
    const writing = exportFrames(trace, { ...asTrace, frames: frames(1, 2) }, keeper());
    await expect(writing).rejects.toThrow(/^app\.tf has become shorter than it was: \d+ bytes/);
  });

  it('end when they are cancelled', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const cancelled = new AbortController();
    const sink = keeper();
    const done: number[] = [];
    const run = {
      signal: cancelled.signal,
      onProgress: (count: number) => {
        done.push(count);
        cancelled.abort();
      },
    };
    // Frames that do not follow each other are copied one by one.
    const list = frames(1, 3, 5, 7);
    expect(await exportFrames(trace, { ...asTrace, frames: list }, sink, run)).toBe(false);
    expect(done).toEqual([1]);
  });
});
