// A medium that fails while a trace is indexed, or is written over then: every frame that could be
// read is there, what is wrong is said, and the rest comes when it can be read.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenTraces, type TraceLease } from '../../../src/trace/openTraces';
import type { Trace } from '../../../src/trace/trace';
import { bytes, header, maker, repeated } from '../format/traceBytes';
import { diskGone, FaultySource } from './faultySource';

const count = 20_000;
const little = maker('little');
const frame = little.frame(3, little.memory(0x1000n, new Uint8Array(483)));
const head = header('R 20', 'status 0', 'tp T3:10:E:0:0');
const whole = bytes(head, repeated(frame, count), new Uint8Array(4));
const other = readFileSync(
  path.join(import.meta.dirname, '../../corpus/x86_64/app-memory-only.tf'),
);

const opened: FaultySource[] = [];
let contents: Uint8Array = whole;
/** The first byte that the disk cannot read. */
let badFrom = Infinity;
let traces: OpenTraces;
let lease: TraceLease | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  opened.length = 0;
  [contents, badFrom] = [whole, Infinity];
  traces = new OpenTraces(
    () => {
      const source = new FaultySource(contents);
      source.failFrom(badFrom);
      opened.push(source);
      return Promise.resolve(source);
    },
    (key) => key,
  );
});
afterEach(() => {
  lease?.dispose();
  lease = undefined;
  vi.useRealTimers();
});

async function open() {
  const acquired = await traces.acquire('app.tf');
  if ('problem' in acquired) throw new Error(acquired.problem);
  lease = acquired;
  const { trace } = acquired;
  const said: string[] = [];
  let changes = 0;
  trace.recording.onDidChangeFile((sentence) => said.push(sentence));
  trace.onDidChange(() => changes++);
  return { trace, said, changes: () => changes };
}

/** Time goes by; what it sets off is waited for. */
async function later(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let task = 0; task < 50; task++) await new Promise((resolve) => setImmediate(resolve));
}

const errors = ({ recording: { diagnostics } }: Trace) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);

describe('a disk that fails somewhere in the frames', () => {
  it('leaves every frame before that, and gives the rest once it can be read', async () => {
    badFrom = 7_000_000;
    const { trace, said, changes } = await open();
    await trace.recording.indexed;
    // Disks give sectors of 512 bytes, or do not.
    const readable = Math.floor((badFrom - head.length) / frame.length);
    expect(trace.recording.index.count).toBeLessThanOrEqual(readable);
    expect(trace.recording.index.count).toBeGreaterThanOrEqual(readable - 1);
    expect(errors(trace)).toEqual([
      `The file could not be read beyond frame ${trace.recording.index.count}: ${diskGone.message} Check its disk or connection: the frames behind are missing.`,
    ]);
    expect((await trace.recording.frame(trace.recording.index.count - 1)).diagnostics).toEqual([]);

    const before = { index: trace.recording.index, changes: changes() };
    await later(1000);
    expect(opened).toHaveLength(2);
    expect(opened[1]?.isClosed).toBe(true);
    await later(1000);
    expect(opened).toHaveLength(2);
    await later(1000);
    expect(opened).toHaveLength(3);
    // Nobody is bothered with a try that brings nothing.
    expect({ index: trace.recording.index, changes: changes() }).toEqual(before);

    badFrom = Infinity;
    await later(4000);
    expect(said).toEqual([`app.tf can be read again: it holds ${count} frames.`]);
    expect(trace.recording.index.count).toBe(count);
    expect(errors(trace)).toEqual([]);
    await later(100_000);
    expect(opened).toHaveLength(4);
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true, true, false]);
  });

  it('is asked no more once the trace is closed', async () => {
    badFrom = 7_000_000;
    const { trace } = await open();
    await trace.recording.indexed;
    await later(0);
    lease?.dispose();
    lease = undefined;
    await later(100_000);
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  });

  it('is said where nothing can be read at all', async () => {
    badFrom = 0;
    expect(await traces.acquire('app.tf')).toEqual({ problem: diskGone.message });
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
});

describe('a file that is written over while it is indexed', () => {
  it('is indexed anew, and no frame is of both', async () => {
    const { trace, said } = await open();
    contents = other;
    opened[0]?.write(other);
    await trace.recording.indexed;
    expect(trace.recording.index.count).toBeLessThan(count);
    expect(errors(trace).join()).toMatch(/app\.tf was overwritten while it was read/);
    await later(5000);
    expect(said).toEqual(['app.tf changed and was read anew: it holds 20 frames now.']);
    for (let number = 0; number < 20; number++) {
      expect((await trace.recording.frame(number)).diagnostics).toEqual([]);
    }
  });

  it('is indexed to the end where it grew meanwhile', async () => {
    contents = whole.subarray(0, head.length + 9000 * frame.length);
    const { trace } = await open();
    contents = whole;
    opened[0]?.write(whole);
    await trace.recording.indexed;
    expect(trace.recording.index.count).toBe(9000);
    await later(5000);
    expect(trace.recording.index.count).toBe(count);
    expect(errors(trace)).toEqual([]);
  });

  it('is read once more where it grew while it was read anew', async () => {
    contents = whole.subarray(0, head.length + 5000 * frame.length);
    const { trace } = await open();
    await trace.recording.indexed;
    contents = whole.subarray(0, head.length + 9000 * frame.length);
    const reading = traces.fileChanged('app.tf');
    while (!opened[1]?.reads) await Promise.resolve();
    contents = whole;
    opened[1].write(whole);
    await reading;
    expect(trace.recording.index.count).toBe(9000);
    await later(5000);
    expect(trace.recording.index.count).toBe(count);
    expect(errors(trace)).toEqual([]);
  });
});
