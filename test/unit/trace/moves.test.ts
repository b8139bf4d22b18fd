import { describe, expect, it } from 'vitest';
import type { Tracepoint } from '../../../src/format/description';
import { FrameIndex } from '../../../src/format/frameIndex';
import {
  nextFrame,
  nextHit,
  nextTracepoint,
  previousFrame,
  type Move,
} from '../../../src/trace/moves';
import { SteppingFrames } from '../../../src/trace/stepping';
import { Holds } from '../../../src/format/blocks';

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
    locations: [
      {
        address,
        enabled: true,
        kind: 'trace',
        actions: [{ kind: 'registers', mask: 'ff' }],
        steppingActions: [],
      },
    ],
  };
}

/** Frames as `tracepoint@pc`, the PC in hexadecimal or missing. */
function trace(text: string) {
  const index = new FrameIndex();
  for (const frame of text.split(' ')) {
    const [number = '', pc] = frame.split('@');
    const holds = pc === undefined ? 0 : Holds.registers | Holds.pc;
    index.add(index.count * 6, Number(number), 0, holds, 0, Number.parseInt(pc ?? '0', 16));
  }
  return { index, steps: new SteppingFrames(index, tracepoints) };
}

function path(text: string, move: Move, from: number): number[] {
  const { index, steps } = trace(text);
  const frames: number[] = [];
  let at = move(from, index, steps);
  while (at !== undefined) {
    frames.push(at);
    at = move(at, index, steps);
  }
  return frames;
}

//              0     1     2     3     4     5     6     7     8
const twoHits = '2@100 2@104 2@108 2@10c 3@200 2@100 2@104 2@108 3@200';

describe('steps and their hits', () => {
  it('are told apart by the PC', () => {
    const { steps } = trace(twoHits);
    const isStep = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((frame) => steps.isStep(frame));
    expect(isStep).toEqual([false, true, true, true, false, false, true, true, false]);
  });

  it('belong together, other tracepoints between them or not', () => {
    const { steps } = trace('2@100 2@104 3@200 2@108 2@100');
    expect([0, 1, 2, 3, 4].map((frame) => steps.hitOf(frame))).toEqual([0, 0, 2, 0, 4]);
  });

  it('make runs where the hits have no frame', () => {
    const { steps } = trace('2@104 2@108 2@10c 2@104 2@108 2@10c 2@100 2@104 2@108 2@10c 2@104');
    const hits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((frame) => steps.hitOf(frame));
    expect(hits).toEqual([0, 0, 0, 3, 3, 3, 6, 6, 6, 6, 10]);
  });

  it('are known without a PC where hits collect registers', () => {
    const { steps } = trace('2@100 2 2 3');
    expect([0, 1, 2, 3].map((frame) => steps.isStep(frame))).toEqual([false, true, true, false]);
  });
});

describe('the buttons', () => {
  it('Step Into goes through every frame', () => {
    expect(path(twoHits, nextFrame, 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('Step Over passes over the steps of its hit', () => {
    expect(path(twoHits, nextHit, 0)).toEqual([4, 5, 8]);
    expect(path(twoHits, nextHit, 2)).toEqual([4, 5, 8]);
  });

  it('Step Over stops at another hit’s steps', () => {
    expect(path('2@100 2@104 2@104 2@108 2@10c 2@104', nextHit, 0)).toEqual([4]);
  });

  it('Step Out goes to another tracepoint', () => {
    expect(path(twoHits, nextTracepoint, 1)).toEqual([4, 5, 8]);
  });

  it('Step Back goes to the frame before', () => {
    expect(path(twoHits, previousFrame, 3)).toEqual([2, 1, 0]);
  });

  it('all end at the end', () => {
    const { index, steps } = trace(twoHits);
    for (const move of [nextFrame, nextHit, nextTracepoint]) {
      expect(move(8, index, steps)).toBeUndefined();
    }
    expect(previousFrame(0, index, steps)).toBeUndefined();
  });
});
