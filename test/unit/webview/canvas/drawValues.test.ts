// How numbers and states are drawn, stroke by stroke.
import { describe, expect, it } from 'vitest';
import type { Colours } from '../../../../webview/canvas/drawing';
import { drawNumbers, type NumberBrush } from '../../../../webview/canvas/drawNumbers';
import { bridgedRuns, drawStates, stateRuns } from '../../../../webview/canvas/drawStates';
import type { StateBrush } from '../../../../webview/canvas/drawStates';
import type { Shape } from '../../../../webview/canvas/canvasSettings';
import type { ShownNumbers } from '../../../../webview/canvas/expressionTracks';

const colours: Colours = {
  ...{ text: 'text', line: 'line', surface: 'white', focus: 'focus', debugged: 'd' },
  ...{ match: 'm', bookmark: 'b', tracepoints: ['blue', 'green'], unknown: 'grey' },
  ...{ isHighContrast: false, font: '' },
};

const box = { top: 0, height: 30 };

interface Given {
  readonly least: readonly number[];
  readonly most?: readonly number[];
  readonly gaps?: readonly number[];
  readonly timed?: readonly number[];
  readonly states?: readonly { value: number; name: string }[];
}

/** Parts ten pixels wide; the scale is from 0 to 10. */
function numbersOf({ least, most = least, gaps = [], timed, states }: Given): ShownNumbers {
  const [low, high] = [Float64Array.from(least), Float64Array.from(most)];
  return {
    ...{ first: low, last: high, least: low, most: high },
    mean: low.map((value, part) => (value + (high[part] ?? 0)) / 2),
    gaps: Uint8Array.from(least, (_, part) => (gaps.includes(part) ? 1 : 0)),
    range: { axis: 'frame', from: 0, to: least.length, parts: least.length },
    facts: {
      ...{ frames: 9, count: 9, gaps: 0, ...(states && { states }) },
      ...{ least: { frame: 0, value: 0 }, most: { frame: 1, value: 10 } },
    },
    ...(timed && { timed: Uint32Array.from(timed) }),
  };
}

/** The lines of a path, as `from to` in pixels. */
class Lines {
  readonly all: string[] = [];
  private at = '';

  moveTo(x: number, y: number): void {
    this.at = `${x},${y}`;
  }

  lineTo(x: number, y: number): void {
    const to = `${x},${y}`;
    if (to !== this.at) this.all.push(`${this.at} ${to}`);
    this.at = to;
  }
}

function drawnNumbers(given: Given, shape: Shape) {
  const numbers = numbersOf(given);
  const paths: Lines[] = [];
  const rectangles: number[][] = [];
  const brush: NumberBrush<Lines> = {
    ...{ fillStyle: '', strokeStyle: '', globalAlpha: 1, lineWidth: 1, stroke: () => undefined },
    fillRect: (...rectangle) => rectangles.push(rectangle),
  };
  const scale = { width: 10 * given.least.length, from: 0, to: given.least.length };
  drawNumbers(brush, numbers, box, scale, shape, 'blue', colours, () => {
    const path = new Lines();
    paths.push(path);
    return path;
  });
  const [timed, untimed] = paths.map(({ all }) => all);
  return { timed, untimed, rectangles };
}

describe('numbers', () => {
  it('are steps over frames that never have one, and end where one was to come', () => {
    const { timed } = drawnNumbers({ least: [0, NaN, 10, NaN, 5], gaps: [3] }, 'steps');
    expect(timed).toEqual(['0,25 10,25', '10,25 20,25', '20,25 20,5', '20,5 30,5', '40,15 50,15']);
  });

  it('are a band and their mean where there are many', () => {
    const { timed, rectangles } = drawnNumbers({ least: [0, 5], most: [10, 5] }, 'steps');
    expect(rectangles).toEqual([[0, 5, 10, 20]]);
    expect(timed).toEqual(['0,15 10,15', '10,15 20,15'].slice(0, 2));
  });

  it('are a line, or points', () => {
    expect(drawnNumbers({ least: [0, 10] }, 'line').timed).toEqual(['4,25 5,25', '5,25 15,5']);
    const { rectangles, timed } = drawnNumbers({ least: [0, NaN], most: [10, NaN] }, 'scatter');
    expect([rectangles.length, timed]).toEqual([2, undefined]);
  });

  it('of frames without a time are drawn apart', () => {
    const { timed, untimed } = drawnNumbers({ least: [0, 10], timed: [1, 0] }, 'steps');
    expect(timed).toEqual(['0,25 10,25']);
    expect(untimed).toEqual(['10,25 10,5', '10,5 20,5']);
  });
});

describe('states', () => {
  const states = [
    { value: 0, name: 'idle' },
    { value: 1, name: 'busy' },
  ];

  it('are runs of one value, or of several', () => {
    const numbers = numbersOf({ least: [0, 0, 0, 1, NaN, 1], most: [0, 0, 1, 1, NaN, 1] });
    expect(stateRuns(numbers, 0, 6)).toEqual([
      { state: 0, start: 0, end: 2, isTimed: true },
      { state: undefined, start: 2, end: 3, isTimed: true },
      { state: 1, start: 3, end: 4, isTimed: true },
      { state: 1, start: 5, end: 6, isTimed: true },
    ]);
  });

  it('are bridged over frames that never have one, and not over a gap', () => {
    const least = [0, NaN, 0, NaN, 0, NaN, 1];
    expect(bridgedRuns(numbersOf({ least, gaps: [3] }))).toEqual([
      { state: 0, start: 0, end: 3, isTimed: true },
      { state: 0, start: 4, end: 5, isTimed: true },
      { state: 1, start: 6, end: 7, isTimed: true },
    ]);
  });

  function drawnStates(given: Given) {
    const strokes: unknown[][] = [];
    const names: unknown[][] = [];
    const alphas: number[] = [];
    const brush: StateBrush = {
      ...{ fillStyle: '', globalAlpha: 1, font: '' },
      fillRect(left, _, width, height) {
        strokes.push([this.fillStyle, left, left + width, Math.round(height)]);
        alphas.push(this.globalAlpha);
      },
      measureText: (text) => ({ width: 6 * text.length }),
      fillText: (text, x) => names.push([text, x]),
    };
    const scale = { width: 10 * given.least.length, from: 0, to: given.least.length };
    drawStates(brush, numbersOf(given), box, scale, colours);
    return { strokes, names, alphas };
  }

  it('of frames without a time are faint', () => {
    const { strokes, alphas } = drawnStates({ least: [0, 0, 1], timed: [1, 0, 0], states });
    expect(strokes.map(([, left, right]) => [left, right])).toEqual([
      ...[
        [0, 20],
        [0, 10],
        [10, 20],
      ],
      ...[
        [20, 30],
        [20, 30],
      ],
    ]);
    expect(alphas.map((alpha) => alpha.toFixed(2))).toEqual([
      '0.35',
      '0.35',
      '0.14',
      '0.14',
      '0.14',
    ]);
  });

  it('have a colour each, and their name where there is room', () => {
    const least = [0, NaN, 0, 0, 0, NaN, 1];
    const { strokes, names } = drawnStates({ least, gaps: [5], states });
    expect(strokes).toEqual([
      ['blue', 0, 50, 7],
      ['blue', 0, 10, 24],
      ['blue', 20, 50, 24],
      ['green', 60, 70, 7],
      ['green', 60, 70, 24],
    ]);
    expect(names).toEqual([['idle', 4]]);
  });
});
