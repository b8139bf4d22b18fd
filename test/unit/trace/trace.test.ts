import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource, type ByteSource } from '../../../src/bytes/source';
import { Origin } from '../../../src/machine/memory';
import type { Movement } from '../../../src/trace/cursor';
import type { IndexProgress } from '../../../src/trace/recording';
import { Trace } from '../../../src/trace/trace';
import { bytes, codes, header, maker, repeated, sourceOf } from '../format/traceBytes';
import { programOf, traceOf } from './tracedPrograms';

const corpus = path.join(import.meta.dirname, '../../corpus');
const end = new Uint8Array(4);
/** `helper` of x86_64/app, where frame 0 of its trace stopped. */
const code = 0x401159n;
const little = maker('little');

async function open(source: ByteSource): Promise<Trace> {
  const opened = await Trace.open(source, 'x.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.trace;
}

/** A program of the corpus with the count of times that it was closed. */
async function openedProgram(file: string) {
  const closed = { count: 0 };
  const program = await programOf(file);
  const dispose = () => {
    closed.count++;
  };
  return { closed, opened: { program, dispose } };
}

/** A source that fails to read at or after an offset, as long as `broken.at` says so. */
function breakingSource(whole: Uint8Array, at: number) {
  const broken = { at };
  const source: ByteSource = {
    size: whole.length,
    read: (offset, length) =>
      offset + length > broken.at
        ? Promise.reject(new Error('the disk is gone'))
        : Promise.resolve(whole.slice(offset, offset + length)),
  };
  return { source, broken };
}

/** A source whose bytes come from far away. */
function slow(source: ByteSource): ByteSource {
  return {
    size: source.size,
    read: async (offset, length) => {
      await new Promise((resolve) => setImmediate(resolve));
      return source.read(offset, length);
    },
  };
}

describe('opening a trace', () => {
  it('fails with a sentence where the magic is absent', async () => {
    for (const text of ['', '\x7fTRAC', 'TRAC0\n', 'resource "aws" {}']) {
      const opened = await Trace.open(sourceOf(text), 'x.tf');
      expect('problem' in opened && opened.problem).toMatch(/\.$/);
    }
  });

  it('tells how far it is, then that every frame is known', async () => {
    const trace = await open(new MemorySource(readFileSync(path.join(corpus, 'x86_64/app.tf'))));
    const told: IndexProgress[] = [];
    trace.recording.onDidIndex((progress) => told.push(progress));
    expect(trace.recording.indexProgress.complete).toBe(false);
    await trace.recording.indexed;
    expect(told.at(-1)).toEqual({ frames: 114, fraction: 1, complete: true });
    expect(trace.recording.indexProgress).toBe(told.at(-1));
    expect(trace.recording.index.count).toBe(114);
    const fractions = told.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  it('waits for a frame that is not indexed yet, not for one that does not exist', async () => {
    const trace = await open(new MemorySource(readFileSync(path.join(corpus, 'x86_64/app.tf'))));
    const reached = await Promise.all(
      [0, 113, 114, 1e9, -1].map((frame) => trace.recording.reach(frame)),
    );
    expect(reached).toEqual([true, true, false, false, false]);
  });

  it('puts diagnostics in the order of the file', async () => {
    const frame = little.frame(3, little.memory(1n, [1]));
    const trace = await open(sourceOf(header('R 20', 'status 0', 'zzz'), frame, frame));
    await trace.recording.indexed;
    expect(codes(trace.recording.diagnostics)).toEqual([
      'unknown-line',
      'unknown-architecture',
      'missing-end-marker',
    ]);
  });
});

describe('the position', () => {
  it('moves for every face, and each knows who moved it', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const moves: Movement[] = [];
    const listening = trace.cursor.onDidMove((movement) => moves.push(movement));
    const mover = {};
    expect(trace.cursor.frame).toBe(0);
    trace.cursor.moveTo(7, mover);
    expect(trace.cursor.frame).toBe(7);
    expect(moves).toEqual([{ frame: 7, mover }]);
    expect(moves[0]?.mover).toBe(mover);
    listening.dispose();
    trace.cursor.moveTo(8, mover);
    expect(moves).toHaveLength(1);
  });
});

describe('a program that says what the file does not', () => {
  // Frames of no bytes read the same in both byte orders, but for their numbers.
  const ambiguous = () =>
    sourceOf(header('status 0'), bytes([1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0]), end);

  it('settles the byte order, and the frames are indexed anew', async () => {
    const trace = await open(ambiguous());
    await trace.recording.indexed;
    const before = trace.recording.index;
    expect(trace.recording.frameLayout.order).toBe('little');
    expect([0, 1].map((frame) => before.tracepoint(frame))).toEqual([0x0201, 0x0403]);
    expect(codes(trace.recording.diagnostics)).toContain('byte-order-assumed');

    const { opened } = await openedProgram('s390x/app');
    const state = await trace.modules.use(opened, undefined);
    expect(state.state).toBe('placed');
    expect(trace.recording.frameLayout.order).toBe('big');
    expect(await trace.recording.reach(1)).toBe(true);
    await trace.recording.indexed;
    expect(trace.recording.index).not.toBe(before);
    expect([0, 1].map((frame) => trace.recording.index.tracepoint(frame))).toEqual([
      0x0102, 0x0304,
    ]);
    expect(codes(trace.recording.diagnostics)).not.toContain('byte-order-assumed');
    expect((await trace.machine(0)).frame.tracepoint).toBe(0x0102);
  });

  it('does not say that all is indexed while it is indexed anew', async () => {
    const trace = await open(slow(ambiguous()));
    await trace.recording.indexed;
    const { opened } = await openedProgram('s390x/app');
    await trace.modules.use(opened, undefined);
    expect(trace.recording.indexProgress).toEqual({ frames: 0, fraction: 0, complete: false });
    expect(await trace.recording.reach(1)).toBe(true);
    await trace.recording.indexed;
    expect(trace.recording.indexProgress).toEqual({ frames: 2, fraction: 1, complete: true });
  });

  it('gives the layout of the registers', async () => {
    const trace = await open(ambiguous());
    expect(trace.recording.layout).toBeUndefined();
    const { opened } = await openedProgram('s390x/app');
    await trace.modules.use(opened, undefined);
    expect(trace.recording.layout?.architecture.name).toBe('s390:64-bit');
    await trace.recording.indexed;
    const read = (await trace.machine(0)).registers?.read('r15');
    expect(read).toBeDefined();
    expect(read?.bytes).toBeUndefined();
  });

  it('leaves the index as it is where the file had said it', async () => {
    const trace = await traceOf('s390x/t1-regs.tf');
    const { index } = trace.recording;
    const { opened } = await openedProgram('s390x/app');
    await trace.modules.use(opened, undefined);
    expect(trace.recording.index).toBe(index);
  });
});

describe('a program in use', () => {
  it('answers for its read-only memory until it is given up', async () => {
    const trace = await traceOf('x86_64/app.tf');
    let changes = 0;
    trace.onDidChange(() => changes++);
    const origin = async () => (await (await trace.machine(0)).memory.read(code, 1)).origins[0];
    expect(await origin()).toBe(Origin.unavailable);
    const { closed, opened } = await openedProgram('x86_64/app');
    await trace.modules.use(opened, undefined);
    expect(await origin()).toBe(Origin.transparent);
    trace.modules.setTransparent('off');
    expect(await origin()).toBe(Origin.unavailable);
    trace.modules.setTransparent([{ start: code, end: code + 1n }]);
    expect(await origin()).toBe(Origin.transparent);
    expect(closed.count).toBe(0);
    trace.modules.without('none', 'It was given up.');
    expect(await origin()).toBe(Origin.unavailable);
    expect(trace.modules.traced).toEqual({ state: 'none', explanation: 'It was given up.' });
    expect(closed.count).toBe(1);
    expect(changes).toBe(4);
  });

  it('locates addresses', async () => {
    const trace = await traceOf('x86_64/app.tf');
    expect(await trace.modules.current.locate(code)).toEqual({});
    const { opened } = await openedProgram('x86_64/app');
    await trace.modules.use(opened, undefined);
    expect(await trace.modules.current.locate(code)).toMatchObject({ functionName: 'helper' });
  });

  it('is closed when another takes its place, and when it is refused', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const first = await openedProgram('x86_64/app');
    const second = await openedProgram('x86_64/app');
    const foreign = await openedProgram('s390x/app');
    await trace.modules.use(first.opened, undefined);
    await trace.modules.use(second.opened, undefined);
    expect([first.closed.count, second.closed.count]).toEqual([1, 0]);
    const state = await trace.modules.use(foreign.opened, undefined);
    expect(state).toMatchObject({ state: 'problem', path: 's390x/app' });
    expect([first.closed.count, second.closed.count, foreign.closed.count]).toEqual([1, 1, 1]);
  });
});

describe('the end of a trace', () => {
  it('closes its program, and wakes those who wait for frames', async () => {
    const trace = await open(new MemorySource(readFileSync(path.join(corpus, 'x86_64/app.tf'))));
    const waiting = trace.recording.reach(1e9);
    const { closed, opened } = await openedProgram('x86_64/app');
    await trace.modules.use(opened, undefined);
    trace.dispose();
    expect(await waiting).toBe(false);
    await trace.recording.indexed;
    expect(closed.count).toBe(1);
  });

  it('closes a program that comes too late', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const { closed, opened } = await openedProgram('x86_64/app');
    const using = trace.modules.use(opened, undefined);
    trace.dispose();
    await using;
    expect(closed.count).toBe(1);
  });

  it('tells nobody of what comes after it', async () => {
    const trace = await traceOf('x86_64/app.tf');
    let told = 0;
    trace.cursor.onDidMove(() => told++);
    trace.onDidChange(() => told++);
    trace.dispose();
    trace.cursor.moveTo(3, {});
    trace.modules.setTransparent('off');
    expect(told).toBe(0);
  });
});

describe('a medium that fails', () => {
  const frame = little.frame(3, little.memory(0x1000n, new Uint8Array(1000)));
  const head = header('R 20', 'status 0', 'tp T3:10:E:0:0');
  const file = bytes(head, repeated(frame, 10_000), end);

  it('leaves the frames that were indexed before, and says so', async () => {
    const { source } = breakingSource(file, 6 * 1024 * 1024);
    const trace = await open(source);
    await trace.recording.indexed;
    expect(trace.recording.indexProgress.complete).toBe(true);
    const { count } = trace.recording.index;
    expect(count).toBeGreaterThan(4000);
    expect(count).toBeLessThan(10_000);
    expect(trace.recording.diagnostics.at(-1)).toEqual({
      severity: 'error',
      code: 'read-failed',
      message: `The file could not be read beyond frame ${count}: the disk is gone. Check its disk or connection: the frames behind are missing.`,
    });
    const machine = await trace.machine(100);
    expect(machine.frame.offset).toBe(head.length + 100 * frame.length);
    expect(machine.frame.bytes).toEqual(frame.slice(6));
  });

  it('is asked for a frame again once it works again', async () => {
    const { source, broken } = breakingSource(file, file.length);
    const trace = await open(source);
    await trace.recording.indexed;
    broken.at = 0;
    await expect(trace.machine(5)).rejects.toThrow('the disk is gone');
    broken.at = file.length;
    expect((await trace.machine(5)).frame.number).toBe(5);
  });
});

describe('a frame’s PC', () => {
  it('is collected or inferred, without reading the frame', async () => {
    const app = await traceOf('x86_64/app.tf');
    expect(app.recording.pc(0)).toEqual({ pc: code, inferred: false });
    const memoryOnly = await traceOf('x86_64/app-memory-only.tf');
    const [location] =
      memoryOnly.recording.tracepoint(memoryOnly.recording.index.tracepoint(0))?.locations ?? [];
    expect(memoryOnly.recording.pc(0)).toEqual({ pc: location?.address, inferred: true });
    const boxes = await traceOf('extra/x86_64/boxes.memory.tf');
    const known = Array.from({ length: 12 }, (_, frame) => boxes.recording.pc(frame) !== undefined);
    expect(known.filter((isKnown) => isKnown)).toHaveLength(4);
  });
});
