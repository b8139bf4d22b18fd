// How intervals are drawn, bar by bar.
import { expect, it } from 'vitest';
import { drawIntervals } from '../../../../webview/canvas/drawIntervals';
import type { Colours } from '../../../../webview/canvas/drawing';

const colours: Colours = {
  ...{ text: 'text', line: 'line', surface: 'white', focus: 'focus', debugged: 'd' },
  ...{ match: 'm', bookmark: 'b', tracepoints: ['blue', 'green'], unknown: 'grey' },
  ...{ isHighContrast: false, font: '' },
};

/** Left, width and strength of the bars of each row, in parts so many pixels wide. */
function drawn(width: number, covering: number[][], beginning: number[][]) {
  const [parts, depths] = [covering[0]?.length ?? 0, covering.length];
  const byPart = (rows: number[][]) =>
    Uint32Array.from({ length: parts * depths }, (_, at) => {
      return rows[at % depths]?.[Math.floor(at / depths)] ?? 0;
    });
  const bars = new Map<number, number[][]>();
  const brush = {
    ...{ fillStyle: '', globalAlpha: 1 },
    fillRect(left: number, top: number, wide: number) {
      bars.set(top, [...(bars.get(top) ?? []), [left, wide, Number(this.globalAlpha.toFixed(2))]]);
    },
  };
  const range = { axis: 'frame', from: 0, to: parts, parts } as const;
  const shown = {
    ...{ depths, range },
    ...{ covering: byPart(covering), beginning: byPart(beginning) },
  };
  const scale = { width: width * parts, from: 0, to: parts };
  drawIntervals(brush, shown, { top: 10, height: 28 }, scale, colours);
  return [...bars];
}

it('bars have a row for each depth, and an edge where the next one begins', () => {
  const bars = drawn(
    10,
    [
      [1, 1, 1, 1],
      [0, 1, 1, 0],
    ],
    [
      [1, 0, 1, 0],
      [0, 1, 0, 0],
    ],
  );
  expect(bars).toEqual([
    [
      14,
      [
        [0, 19, 0.45],
        [20, 19, 0.45],
      ],
    ],
    [24, [[10, 19, 0.45]]],
  ]);
});

it('bars in narrow parts are one, the stronger the more there are', () => {
  expect(drawn(1, [[1, 1, 2, 2, 0, 1]], [[1, 1, 1, 1, 0, 1]])).toEqual([
    [
      14,
      [
        [0, 2, 0.45],
        [2, 2, 0.57],
        [5, 1, 0.45],
      ],
    ],
  ]);
});
