// What the lanes draw, stroke by stroke.
import { describe, expect, it } from 'vitest';
import { drawLane, laneEdges } from '../../../../webview/canvas/drawLane';
import { type Brush, type Colours, drawUntimedRegions } from '../../../../webview/canvas/drawing';
import { laneWords } from '../../../../webview/canvas/laneWords';
import { laneOrder } from '../../../../webview/canvas/tracks';
import type { ShownLanes } from '../../../../webview/canvas/canvasModel';

const colours: Colours = {
  ...{ text: 'text', line: 'line', surface: 'white', focus: 'focus', debugged: 'd' },
  ...{ match: 'm', bookmark: 'b' },
  ...{ tracepoints: ['blue', 'green'], unknown: 'grey', isHighContrast: false, font: '' },
};

/** Pixels that a lane is high. */
const laneHeight = 20;

interface Drawn {
  readonly colour: unknown;
  readonly alpha: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

function drawn(lanes: ShownLanes, width: number, from: number, to: number): Drawn[] {
  const strokes: Drawn[] = [];
  const brush: Brush = {
    fillStyle: '',
    globalAlpha: 1,
    fillRect(left, top, wide, height) {
      const { fillStyle: colour, globalAlpha: alpha } = this;
      strokes.push({ colour, alpha, left, right: left + wide, top, height });
    },
  };
  const scale = { width, from, to };
  const edges = laneEdges(lanes, scale);
  for (const [row, lane] of laneOrder(lanes).entries()) {
    const box = { top: row * laneHeight, height: laneHeight };
    drawLane(brush, lanes, lane, box, edges, scale, colours);
  }
  return strokes;
}

/** Lanes of frames, each one part; `kinds` are twice the lane, and one more for a step. */
function lanesOf(kinds: readonly number[]): ShownLanes {
  const hits = new Uint32Array(3 * kinds.length);
  const steps = new Uint32Array(3 * kinds.length);
  const totals = new Uint32Array(6);
  for (const [frame, kind] of kinds.entries()) {
    (kind % 2 === 0 ? hits : steps)[3 * frame + (kind >> 1)] = 1;
    totals[kind] = (totals[kind] ?? 0) + 1;
  }
  const starts = Uint32Array.from({ length: kinds.length + 1 }, (_, i) => i);
  return {
    ...{ axis: 'frame', from: 0, to: kinds.length, parts: kinds.length, counted: kinds.length },
    ...{ tracepoints: [2, 3], totals, starts, hits, steps },
  };
}

describe('over time', () => {
  it('frames without a time of their own are faint', () => {
    const lanes = { ...lanesOf([0, 0, 0]), axis: 'time' as const, timed: Uint32Array.of(1, 0, 1) };
    expect(drawn(lanes, 30, 0, 3).map(({ alpha }) => alpha)).toEqual([1, 0.4, 1]);
  });

  it('regions before the first time and after the last one are marked', () => {
    const strokes: [number, number][] = [];
    const brush: Brush = {
      ...{ fillStyle: '', globalAlpha: 1 },
      fillRect: (left, _, width) => strokes.push([left, width]),
    };
    const scale = { width: 100, from: -10, to: 90 };
    drawUntimedRegions(brush, [0, 60], scale, 20, colours);
    const regions = strokes.filter(([, width]) => width > 1);
    expect(regions).toEqual([
      [0, 10],
      [70, 30],
    ]);
    strokes.length = 0;
    drawUntimedRegions(brush, [0, 60], { width: 100, from: 0, to: 60 }, 20, colours);
    expect(strokes).toEqual([]);
  });
});

describe('lanes', () => {
  it('draw each frame in its place, steps thinner and dimmer', () => {
    const strokes = drawn(lanesOf([0, 3, 2, 0]), 40, 0, 4);
    const middle = ({ left, right }: Drawn) => (left + right) / 2;
    expect(strokes.map(({ colour }) => colour)).toEqual(['blue', 'blue', 'green', 'green']);
    expect(strokes.map(middle)).toEqual([5, 35, 15, 25]);
    expect(strokes.map(({ alpha }) => alpha)).toEqual([1, 1, 0.5, 1]);
    const [hit, , step] = strokes.map(({ left, right }) => right - left);
    expect(hit).toBe(6);
    expect(step).toBeLessThan(hit ?? 0);
    expect(strokes.map(({ top }) => Math.floor(top / laneHeight))).toEqual([0, 0, 1, 1]);
  });

  it('draw what is out of sight out of sight', () => {
    const strokes = drawn(lanesOf([0, 0, 0, 0]), 40, 2, 4);
    expect(strokes.map(({ left, right }) => (left + right) / 2)).toEqual([10, 30]);
  });

  it('draw many frames in a pixel as a height, and equal neighbours as one', () => {
    const parts = 1000;
    const hits = new Uint32Array(3 * parts);
    for (let part = 0; part < parts; part++)
      hits[3 * part] = part < 500 ? 100 : part === 700 ? 1 : 0;
    const starts = Uint32Array.from({ length: parts + 1 }, (_, i) => i * 100);
    const lanes: ShownLanes = {
      ...{ axis: 'frame', from: 0, to: 100_000, parts, counted: 100_000, tracepoints: [2, 3] },
      ...{ totals: Uint32Array.of(50_001, 0, 0, 0, 0, 0), starts, hits },
      steps: new Uint32Array(3 * parts),
    };
    const [dense, single, ...others] = drawn(lanes, 1000, 0, 100_000);
    expect(others).toEqual([]);
    expect([dense?.left, dense?.right, dense?.height]).toEqual([0, 500, 12]);
    expect([single?.left, single?.right, single?.height]).toEqual([700, 701, 4]);
  });
});

describe('lanes that are shown', () => {
  it('are those described, and the others where there are some', () => {
    expect(laneOrder(lanesOf([0]))).toEqual([0, 1]);
    expect(laneOrder(lanesOf([0, 4]))).toEqual([0, 1, 2]);
  });

  it('are told in words', () => {
    const lanes = lanesOf([0, 0, 3, 4]);
    const rate = { hitsPerSecond: 812.3, longestGap: { time: 1200, from: 40, to: 1044 } };
    expect(laneWords(undefined, lanes, 0, rate)).toEqual({
      ...{ tracepoint: 2, name: '', rest: '', hits: 2, steps: 0 },
      sentence: 'Tracepoint 2: 2 hits, 812 hits/s, longest gap 1.2 ms, between frames 40 and 1,044',
    });
    expect(laneWords(undefined, lanes, 1, undefined).sentence).toBe('Tracepoint 3: 0 hits, 1 step');
    expect(laneWords(undefined, lanes, 2, undefined).sentence).toBe('Other tracepoints: 1 hit');
  });
});
