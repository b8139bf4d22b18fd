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
  await opened.trace.recording.indexed;
  return opened.trace;
}

describe('frames written as a trace file', () => {
  it.each(['x86_64/app.tf', 'aarch64/t2-step.tf', 's390x/t1-regs.tf'])(
    'are those of %s again when all are written',
    async (name) => {
      const trace = await traceOf(name);
      const written = await exported(trace, {
        ...asTrace,
        frames: new AllFrames(trace.recording.index),
      });
      const original = Buffer.from(await trace.recording.bytes.read(0, trace.recording.fileSize));
      expect(written.equals(original)).toBe(true);
    },
  );

  it('come in the order of the list, with their count in the status', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const chosen = [100, 4, 5, 6, 113, 0];
    const copy = await reopened(await exported(trace, { ...asTrace, frames: frames(...chosen) }));
    expect(copy.recording.index.count).toBe(chosen.length);
    expect(copy.recording.description.status?.framesInBuffer).toBe(chosen.length);
    expect(copy.recording.diagnostics).toEqual([]);
    for (const [row, frame] of chosen.entries()) {
      expect((await copy.recording.frame(row)).bytes).toEqual(
        (await trace.recording.frame(frame)).bytes,
      );
      expect(copy.recording.index.tracepoint(row)).toBe(trace.recording.index.tracepoint(frame));
    }
    const lines = (each: Trace) =>
      [...each.recording.description.lines]
        .map(({ text }) => text)
        .filter((text) => !text.startsWith('status '));
    expect(lines(copy)).toEqual(lines(trace));
    expect(lines(copy).filter((line) => line.startsWith('tdesc ')).length).toBeGreaterThan(1);
  });

  it('can be none', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const copy = await reopened(await exported(trace, { ...asTrace, frames: frames() }));
    expect(copy.recording.index.count).toBe(0);
    expect(copy.recording.index.complete).toBe(true);
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
    const all = new AllFrames(trace.recording.index);
    const copy = await reopened(await exported(trace, { ...asTrace, frames: all }));
    expect(copy.recording.index.count).toBe(trace.recording.index.count);
    const values = async (each: Trace) =>
      Promise.all(
        Array.from({ length: each.recording.index.count }, async (_, frame) =>
          toHex((await each.recording.frame(frame)).bytes),
        ),
      );
    expect(await values(copy)).toEqual(await values(trace));
    expect(trace.recording.index.count).toBe(6);
  });

  it('say where the file has become shorter meanwhile', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const source = trace.recording.bytes;
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
