import { beforeAll, describe, expect, it } from 'vitest';
import { FrameCondition, type FramePredicate } from '../../../../src/trace/search/framePredicate';
import {
  findFrame,
  matchingFrames,
  type Direction,
  type SearchOptions,
  type SearchProgress,
} from '../../../../src/trace/search/search';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from './sample';

const source = repeatedSample(1);
let trace: Trace;
let count: number;
let all: number[];

beforeAll(async () => {
  trace = await openSample(source);
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
  count = trace.recording.index.count;
  all = Array.from({ length: count }, (_, frame) => frame);
});

async function condition(text: string): Promise<FrameCondition> {
  const compiled = await FrameCondition.compile(trace, text);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled;
}

async function found(tests: readonly FramePredicate[], options: Partial<SearchOptions> = {}) {
  const frames: number[] = [];
  const whole = { from: -1, direction: 1 as Direction, ...options };
  for await (const batch of matchingFrames(trace, tests, whole)) frames.push(...batch);
  return frames;
}

const backward = { from: Number.MAX_SAFE_INTEGER, direction: -1 } as const;

describe('a search', () => {
  it('goes through all frames, either way', async () => {
    expect(await found([{}])).toEqual(all);
    expect(await found([{}], backward)).toEqual([...all].reverse());
    expect(await found([])).toEqual([]);
  });

  it('begins beside its frame and ends with the last one wanted', async () => {
    expect(await found([{}], { from: 10, to: 13 })).toEqual([11, 12, 13]);
    expect(await found([{}], { from: 10, to: 7, direction: -1 })).toEqual([9, 8, 7]);
    expect(await found([{}], { from: 10, to: 10 })).toEqual([]);
    expect(await found([{}], { from: count - 1 })).toEqual([]);
    expect(await found([{}], { from: 0, direction: -1 })).toEqual([]);
    expect(await found([{}], { from: -5, to: 1 })).toEqual([0, 1]);
  });

  it('goes by tracepoint, by PC, by range and by what is a hit', async () => {
    const isFour = (frame: number) => trace.recording.index.tracepoint(frame) === 4;
    expect(await found([{ tracepoints: new Set([4]) }])).toEqual(all.filter(isFour));
    const pcs = all.map((frame) => trace.recording.pc(frame)?.pc);
    const pc = pcs[all.findIndex(isFour)] ?? 0n;
    const at = all.filter((frame) => pcs[frame] === pc);
    expect(at.length).toBeGreaterThan(0);
    expect(await found([{ addresses: new Set([pc, 1n]) }])).toEqual(at);
    expect(await found([{ ranges: [{ start: pc, end: pc + 1n }] }], backward)).toEqual(
      [...at].reverse(),
    );
    expect(await found([{ ranges: [{ start: pc + 1n, end: 1n << 64n }] }])).toEqual(
      all.filter((frame) => (pcs[frame] ?? 0n) > pc),
    );
    const hits = all.filter((frame) => !trace.recording.stepping.isStep(frame));
    expect(hits.length).toBeLessThan(count);
    expect(await found([{ hitsOnly: true }])).toEqual(hits);
    const both = { tracepoints: new Set([3]), hitsOnly: true };
    expect(await found([both])).toEqual(
      hits.filter((each) => trace.recording.index.tracepoint(each) === 3),
    );
  });

  it('knows the inferred PC of frames without registers', async () => {
    const withoutPc = all.filter((frame) => trace.recording.index.pc(frame) === undefined);
    const pc = trace.recording.pc(withoutPc[0] ?? 0)?.pc ?? 0n;
    expect(withoutPc.length).toBeGreaterThan(0);
    expect(await found([{ addresses: new Set([pc]) }])).toEqual(withoutPc);
  });

  it('says which tests a frame passes', async () => {
    const tests = [
      { tracepoints: new Set([2]) },
      { condition: await condition('slot == 5') },
      { tracepoints: new Set([3]) },
      { condition: await condition('$_strlen(call->caller) > 0') },
      {},
    ];
    const options = { from: -1, direction: 1 as Direction };
    const slot = (await found([{ condition: await condition('slot == 5') }]))[0] ?? 0;
    const at = await findFrame(trace, tests, { ...options, from: slot - 1 });
    expect(at).toEqual({ frame: slot, matched: [1, 2, 3, 4] });
    const none = [{ tracepoints: new Set([99]) }];
    expect(await findFrame(trace, none, options)).toBeUndefined();
  });

  it.each([
    'slot == 5',
    'queue->waiting == 5',
    'queue.waiting > 3 && minute % 7 == 2',
    'agents[1].call > 20',
    '$answered > 40',
    '$tracepoint == 4 && $rdi != 0',
    '$trace_line == 65',
    '$_changed(queue->waiting)',
    '$_changed(total) || $_changed(agents)',
    '$_collected(agents) && $_changed(agents)',
    '!$_collected(slot)',
    '$_regex(call->caller, "555-1")',
    '$_regex($trace_func, "ans") && call->number > 12',
  ])('finds where %s', async (text) => {
    const fresh = await condition(text);
    const expected: number[] = [];
    for (const frame of all) if (await fresh.holds(frame)) expected.push(frame);
    expect(expected.length).toBeGreaterThan(0);
    expect(await found([{ condition: await condition(text) }])).toEqual(expected);
    expect(await found([{ condition: await condition(text) }], backward)).toEqual(
      [...expected].reverse(),
    );
    const hits = { condition: await condition(text), hitsOnly: true };
    expect(await found([hits])).toEqual(
      expected.filter((each) => !trace.recording.stepping.isStep(each)),
    );
  });

  it('reads of the file only what a condition needs', async () => {
    const ofPlaces = { condition: await condition('$pc == 1 || $trace_frame == 3') };
    expect(await found([ofPlaces])).toEqual([3]);
    const slot = { condition: await condition('slot == 5'), tracepoints: new Set([99]) };
    const before = source.bytesRead;
    expect(await found([ofPlaces])).toEqual([3]);
    expect(await found([slot])).toEqual([]);
    expect(source.bytesRead).toBe(before);
    const tracepoints = new Set([trace.recording.index.tracepoint(0)]);
    await found([{ ...slot, tracepoints }], { to: 20 });
    const read = source.bytesRead - before;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(trace.recording.index.offset(21));
  });

  it('tells how far it has come', async () => {
    const seen: SearchProgress[] = [];
    const slot = { condition: await condition('slot == 5') };
    const frames = await found([slot], { onProgress: (progress) => seen.push(progress) });
    const end = { frame: count - 1, searched: count, matched: frames.length };
    expect(seen.at(-1)).toEqual(end);
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const frames: number[] = [];
    const options = { from: -1, direction: 1 as Direction, signal: cancel.signal };
    const slow = { condition: await condition('$_strlen(call->caller) < 100') };
    for await (const batch of matchingFrames(trace, [slow], options)) {
      frames.push(...batch);
      cancel.abort();
    }
    expect(frames.length).toBeGreaterThan(0);
    expect(await findFrame(trace, [{}], options)).toBeUndefined();
  });
});

describe('a search through an index that grows', () => {
  it('finds what is there, and waits for what comes', async () => {
    const held = repeatedSample(24);
    held.gate = 4 * 1024 * 1024;
    const growing = await openSample(held);
    const options = { from: -1, direction: 1 as Direction };
    const batches = matchingFrames(growing, [{ tracepoints: new Set([3]) }], options)[
      Symbol.asyncIterator
    ]();
    const first = (await batches.next()) as IteratorResult<Uint32Array, undefined>;
    expect(first.value?.length).toBeGreaterThan(0);
    const beyond = growing.recording.index.count + 100;
    const later = findFrame(growing, [{}], { ...options, from: beyond });
    const last = findFrame(growing, [{}], backward);
    expect(await Promise.race([later, last, Promise.resolve('waiting')])).toBe('waiting');
    expect(growing.recording.index.complete).toBe(false);
    held.open();
    expect(await later).toEqual({ frame: beyond + 1, matched: [0] });
    await growing.recording.indexed;
    expect(await last).toEqual({ frame: growing.recording.index.count - 1, matched: [0] });
    growing.dispose();
  });

  it('can be cancelled while it waits', async () => {
    const held = repeatedSample(24);
    held.gate = 4 * 1024 * 1024;
    const growing = await openSample(held);
    const cancel = new AbortController();
    const waiting = findFrame(growing, [{}], { ...backward, signal: cancel.signal });
    cancel.abort();
    expect(await waiting).toBeUndefined();
    growing.dispose();
    held.open();
  });
});
