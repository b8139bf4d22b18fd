import { describe, expect, it, vi } from 'vitest';
import { TimeSlice } from '../../../src/bytes/timeSlice';
import type { Tracepoint } from '../../../src/format/description';
import { FrameIndex } from '../../../src/format/frameIndex';
import {
  firstFrame,
  lastFrame,
  nextFrame,
  nextHit,
  nextTracepoint,
  previousFrame,
  type Move,
  type MovedFrames,
} from '../../../src/adapter/stepping';
import { SteppingFrames } from '../../../src/trace/steppingFrames';
import { FrameFlags } from '../../../src/format/blocks';
import { tasksDuring } from '../tasks';

/** Tracepoint 2 at 0x100 with three steps a hit; 3 at 0x200 with none. Both collect registers. */
const tracepoints = [tracepoint(2, 0x100n, 3), tracepoint(3, 0x200n, 0)];

function tracepoint(number: number, address: bigint, step: number): Tracepoint {
  return {
    number,
    enabled: true,
    step,
    pass: 0,
    commands: [],
    otherSource: [],
    fileIndex: 0,
    locations: [
      {
        address,
        enabled: true,
        kind: 'trace',
        actions: [{ kind: 'registers', mask: 'ff' }],
        steppingActions: [],
        fileIndex: 0,
      },
    ],
  };
}

/** What moves need of a trace whose index is complete. */
function tracing(index: FrameIndex, stepping: SteppingFrames): MovedFrames {
  const reach = (frame: number) => Promise.resolve(frame < index.count);
  return { recording: { index, stepping, reach } };
}

/** Frames as `tracepoint@pc`, the PC in hexadecimal or missing. */
function trace(text: string) {
  const index = new FrameIndex();
  for (const frame of text.split(' ')) {
    const [number = '', pc] = frame.split('@');
    const holds = pc === undefined ? 0 : FrameFlags.registers | FrameFlags.pc;
    index.add(index.count * 6, Number(number), 0, holds, 0, Number.parseInt(pc ?? '0', 16));
  }
  return tracing(index, new SteppingFrames(index, tracepoints));
}

async function path(text: string, move: Move<MovedFrames>, from: number): Promise<number[]> {
  const frames: number[] = [];
  const frame = (at: number) => move({ trace: trace(text), from: at });
  for (let at = await frame(from); at !== undefined; at = await frame(at)) frames.push(at);
  return frames;
}

/** How many steps of its hit can follow each frame. */
function stepsAhead(text: string): Promise<number[]> {
  const { index, stepping: steps } = trace(text).recording;
  const frames = Array.from({ length: index.count }, (_, frame) => frame);
  return Promise.all(frames.map((frame) => steps.stepsAhead(frame, new TimeSlice())));
}

//              0     1     2     3     4     5     6     7     8
const twoHits = '2@100 2@104 2@108 2@10c 3@200 2@100 2@104 2@108 3@200';

describe('steps and their hits', () => {
  it('are told apart by the PC', () => {
    const { stepping: steps } = trace(twoHits).recording;
    const isStep = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((frame) => steps.isStep(frame));
    expect(isStep).toEqual([false, true, true, true, false, false, true, true, false]);
  });

  it('belong together, other tracepoints between them or not', async () => {
    expect(await stepsAhead('2@100 2@104 3@200 2@108 2@100')).toEqual([3, 2, 0, 1, 3]);
  });

  it('make runs where the hits have no frame', async () => {
    const runs = '2@104 2@108 2@10c 2@104 2@108 2@10c 2@100 2@104 2@108 2@10c 2@104';
    expect(await stepsAhead(runs)).toEqual([2, 1, 0, 2, 1, 0, 3, 2, 1, 0, 2]);
  });

  it('are known without a PC where hits collect registers', () => {
    const { stepping: steps } = trace('2@100 2 2 3').recording;
    expect([0, 1, 2, 3].map((frame) => steps.isStep(frame))).toEqual([false, true, true, false]);
  });
});

describe('the buttons', () => {
  it('Step Into goes through every frame', async () => {
    expect(await path(twoHits, nextFrame, 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('Step Over passes over the steps of its hit', async () => {
    expect(await path(twoHits, nextHit, 0)).toEqual([4, 5, 8]);
    expect(await path(twoHits, nextHit, 2)).toEqual([4, 5, 8]);
  });

  it('Step Over stops at another hit’s steps', async () => {
    expect(await path('2@100 2@104 2@104 2@108 2@10c 2@104', nextHit, 0)).toEqual([4]);
  });

  it('Step Out goes to another tracepoint', async () => {
    expect(await path(twoHits, nextTracepoint, 1)).toEqual([4, 5, 8]);
  });

  it('Step Back goes to the frame before', async () => {
    expect(await path(twoHits, previousFrame, 3)).toEqual([2, 1, 0]);
  });

  it('all end at the end', async () => {
    const start = { trace: trace(twoHits), from: 8 };
    for (const move of [nextFrame, nextHit, nextTracepoint]) {
      expect(await move(start)).toBeUndefined();
    }
    expect(await previousFrame({ ...start, from: 0 })).toBeUndefined();
  });

  it('end where they are cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    const start = { trace: trace(twoHits), from: 0, signal: abort.signal };
    expect(await nextHit(start)).toBeUndefined();
    expect(await nextTracepoint(start)).toBeUndefined();
  });

  it('lead to the ends of the file', async () => {
    const start = { trace: trace(twoHits), from: 3 };
    expect(await firstFrame(start)).toBe(0);
    expect(await lastFrame(start)).toBe(8);
    const empty = { ...start, trace: tracing(new FrameIndex(), start.trace.recording.stepping) };
    expect(await firstFrame(empty)).toBeUndefined();
    expect(await lastFrame(empty)).toBeUndefined();
  });
});

describe('a hit of 100,000 steps', () => {
  const count = 100_000;
  const long = [tracepoint(2, 0x100n, count)];

  function longHit() {
    const index = new FrameIndex();
    const add = (pc: number) => {
      index.add(index.count * 6, 2, 0, FrameFlags.registers | FrameFlags.pc, 0, pc);
    };
    add(0x100);
    for (let step = 0; step < count; step++) add(0x104);
    add(0x100);
    const steps = new SteppingFrames(index, long);
    return { trace: tracing(index, steps), isStep: vi.spyOn(steps, 'isStep') };
  }

  it.each([0, 1, count / 2, count])(
    'is looked at once by Step Over from frame %i',
    async (from) => {
      const { trace, isStep } = longHit();
      expect(await nextHit({ trace, from })).toBe(count + 1);
      expect(isStep.mock.calls.length).toBeLessThanOrEqual(count + 2);
    },
  );

  it.each([
    ['Step Over', nextHit],
    ['Step Out', nextTracepoint],
  ])('lets others run during %s', async (_, move) => {
    const { trace } = longHit();
    const others = await tasksDuring(() => move({ trace, from: count / 2 }), 0.01);
    expect(others).toBeGreaterThan(10);
  });
});
