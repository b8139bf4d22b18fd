import type { Recording } from '../../../src/trace/recording';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { OpenTraces } from '../../../src/trace/openTraces';
import type { OwnedSource } from '../../../src/trace/validatedSource';
import type { Trace } from '../../../src/trace/trace';
import { eventually } from '../../eventually';
import { programOf } from './tracedPrograms';

const corpus = path.join(import.meta.dirname, '../../corpus');
const whole = readFileSync(path.join(corpus, 'x86_64/app.tf'));
const frames = 114;

/** A file whose bytes the test changes, opened as a trace. */
async function openFile(bytes: Uint8Array | undefined) {
  const state = { bytes, open: 0, fails: false, read: 0 };
  const openSource = (): Promise<OwnedSource | { problem: string }> => {
    if (!state.bytes) return Promise.resolve({ problem: 'live.tf cannot be read: it is gone.' });
    const source = new MemorySource(state.bytes);
    state.open++;
    return Promise.resolve({
      size: source.size,
      read: (offset, length) => {
        if (state.fails) return Promise.reject(new Error('the disk is gone'));
        state.read += length;
        return source.read(offset, length);
      },
      close: () => {
        state.open--;
        return Promise.resolve();
      },
    });
  };
  const traces = new OpenTraces(openSource, (key) => key);
  const lease = await traces.acquire('live.tf');
  if ('problem' in lease) throw new Error(lease.problem);
  await lease.trace.recording.indexed;
  const said: string[] = [];
  lease.trace.recording.onDidChangeFile((sentence) => said.push(sentence));
  const change = async (to: Uint8Array | undefined) => {
    state.bytes = to;
    state.read = 0;
    await traces.fileChanged('live.tf');
  };
  return { trace: lease.trace, lease, traces, state, said, change };
}

function endOf({ index }: Recording, frame: number): number {
  return index.offset(frame) + 6 + index.size(frame);
}

const codes = (trace: Trace) => trace.recording.diagnostics.map(({ code }) => code);

describe('a file that grows', () => {
  it('shows its new frames', async () => {
    const { trace: all } = await openFile(whole);
    const cut = endOf(all.recording, 59) + 10;
    const { trace, said, state, change } = await openFile(whole.subarray(0, cut));
    expect(trace.recording.index.count).toBe(60);
    expect(codes(trace)).toContain('frame-cut-off');
    trace.cursor.moveTo(40, {});
    const before = trace.recording.index;
    await change(whole);
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.index).not.toBe(before);
    expect(before.count).toBe(60);
    expect(trace.cursor.frame).toBe(40);
    expect(trace.recording.diagnostics).toEqual(all.recording.diagnostics);
    expect(said).toEqual([`live.tf grew by 54 frames: it holds ${frames} now.`]);
    expect(state.open).toBe(1);
    for (let frame = 0; frame < frames; frame++) {
      expect(trace.recording.index.offset(frame)).toBe(all.recording.index.offset(frame));
      expect(trace.recording.index.pc(frame)).toBe(all.recording.index.pc(frame));
      expect((await trace.recording.frame(frame)).bytes).toEqual(
        (await all.recording.frame(frame)).bytes,
      );
    }
    for (const { number } of trace.recording.description.tracepoints) {
      expect(trace.recording.index.framesOf(number)).toBe(all.recording.index.framesOf(number));
      expect(trace.recording.index.bytesOf(number)).toBe(all.recording.index.bytesOf(number));
    }
  });

  it('has only its new frames read', async () => {
    const one = Buffer.alloc(6 + 300);
    one.writeInt16LE(1, 0);
    one.writeUInt32LE(300, 2);
    for (let at = 6; at < one.length; at += 100) {
      one.write('M', at);
      one.writeUInt16LE(89, at + 9);
    }
    const count = 40_000;
    const head = Buffer.from('\x7fTRACE0\nR 330\nstatus 0;tstop:0\n\n');
    const big = Buffer.concat([head, ...Array.from({ length: count }, () => one)]);
    const { trace, state, change } = await openFile(big.subarray(0, head.length + 306 * 30_000));
    expect(trace.recording.index.count).toBe(30_000);
    const first = trace.recording.index.segmentOf(0);
    await change(big);
    expect(trace.recording.index.count).toBe(count);
    expect(trace.recording.index.segmentOf(0)).toBe(first);
    expect(trace.recording.index.offset(count - 1)).toBe(big.length - 306);
    // From the beginning, every byte would be read, and more to find out how.
    expect(state.read).toBeLessThan(big.length);
  });

  it('can grow again and again', async () => {
    const { trace: all } = await openFile(whole);
    const { trace, change } = await openFile(whole.subarray(0, endOf(all.recording, 0)));
    for (let frame = 1; frame < frames; frame += 7) {
      await change(whole.subarray(0, endOf(all.recording, frame)));
      expect(trace.recording.index.count).toBe(frame + 1);
    }
    await change(whole);
    expect(trace.recording.index.count).toBe(frames);
    expect(codes(trace)).toEqual(codes(all));
  });

  it('is read from the beginning where an earlier frame is another now', async () => {
    const { trace: all } = await openFile(whole);
    const { trace, said, change } = await openFile(whole.subarray(0, endOf(all.recording, 59)));
    const changed = Buffer.from(whole);
    changed.writeInt16LE(77, all.recording.index.offset(0));
    await change(changed);
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.index.tracepoint(0)).toBe(77);
    expect(said).toEqual([`live.tf changed and was read anew: it holds ${frames} frames now.`]);
  });
});

describe('a file over which another run is saved', () => {
  it('is read anew, and the program is placed anew', async () => {
    const { trace, said, change } = await openFile(whole);
    const program = await programOf('x86_64/app');
    let closed = 0;
    const state = await trace.modules.use({ program, dispose: () => closed++ }, undefined);
    expect(state.state).toBe('placed');
    trace.cursor.moveTo(100, {});
    const moves: number[] = [];
    trace.cursor.onDidMove(({ frame }) => moves.push(frame));
    const other = readFileSync(path.join(corpus, 'x86_64/app-memory-only.tf'));
    await change(other);
    expect(trace.recording.index.count).toBe(20);
    expect(trace.cursor.frame).toBe(19);
    expect(moves).toEqual([19]);
    expect(trace.modules.traced.state).toBe('placed');
    expect(closed).toBe(0);
    expect(said).toEqual(['live.tf changed and was read anew: it holds 20 frames now.']);
    expect((await trace.recording.frame(3)).diagnostics).toEqual([]);
  });
});

describe('what was read stays', () => {
  it('where the file is gone, until it is there again', async () => {
    const { trace, said, state, change } = await openFile(whole);
    await change(undefined);
    expect(trace.recording.index.count).toBe(frames);
    expect((await trace.recording.frame(5)).diagnostics).toEqual([]);
    const [finding] = trace.recording.diagnostics;
    const sentence =
      'live.tf cannot be read: it is gone. What was read before is shown as far as it can still be read.';
    expect(finding).toEqual({ severity: 'error', code: 'file-changed', message: sentence });
    expect(said).toEqual([sentence]);
    expect(state.open).toBe(1);
    await change(whole);
    expect(codes(trace)).not.toContain('file-changed');
    expect(said.at(-1)).toBe('live.tf was written again; its frames are the same.');
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['another file', Buffer.from('resource "aws_instance" {}')],
  ])('where the file is %s', async (_, bytes) => {
    const { trace, state, change } = await openFile(whole);
    await change(bytes);
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.diagnostics[0]?.message).toMatch(
      /^live\.tf was overwritten and is no trace file/,
    );
    expect(state.open).toBe(1);
  });

  it('where the file is cut, and says from where on', async () => {
    const { trace, change } = await openFile(whole);
    const size = endOf(trace.recording, 29) + 3;
    await change(whole.subarray(0, size));
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.diagnostics[0]?.message).toMatch(
      new RegExp(`^live\\.tf was cut to ${size} bytes\\. Frames from 30 on are no longer in it\\.`),
    );
    await change(whole);
    expect(codes(trace)).not.toContain('file-changed');
  });

  it('where reading fails, in a sentence', async () => {
    const { trace, state, change } = await openFile(whole);
    state.fails = true;
    await change(whole);
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.diagnostics[0]?.message).toMatch(
      /cannot be read now: the disk is gone\./,
    );
    state.fails = false;
    await change(whole);
    expect(codes(trace)).not.toContain('file-changed');
  });
});

describe('a trace that is closed while its file is read anew', () => {
  it('closes every source', async () => {
    const { lease, traces, state, trace, said } = await openFile(whole);
    const reading = traces.fileChanged('live.tf');
    lease.dispose();
    await reading;
    await eventually(() => {
      expect(state.open).toBe(0);
    });
    expect(said).toEqual([]);
    expect(trace.recording.index.count).toBe(frames);
    await traces.fileChanged('live.tf');
  });
});

describe('the traces that are open', () => {
  it('are told of', async () => {
    const { lease, traces, trace, state } = await openFile(whole);
    let changes = 0;
    traces.onDidChange(() => changes++);
    expect([...traces.all]).toEqual([['live.tf', trace]]);
    const second = await traces.acquire('live.tf');
    if ('problem' in second) throw new Error(second.problem);
    expect(changes).toBe(0);
    lease.dispose();
    second.dispose();
    await eventually(() => {
      expect(state.open).toBe(0);
    });
    expect(changes).toBe(1);
    expect(traces.all.size).toBe(0);
  });
});
