// The map of the whole axis, stroke by stroke.
import { describe, expect, it } from 'vitest';
import { drawMap } from '../../../../webview/canvas/drawMap';
import type { Colours } from '../../../../webview/canvas/drawing';
import type { ShownLanes } from '../../../../webview/canvas/canvasModel';

const colours: Colours = {
  ...{ text: 'text', line: 'line', surface: 'white', focus: 'focus', debugged: 'd' },
  ...{ match: 'm', bookmark: 'b' },
  ...{ tracepoints: ['blue', 'green'], unknown: 'grey', isHighContrast: false, font: '' },
};

describe('the map of the axis', () => {
  it('has a row for each lane, in which hits next to each other are one mark', () => {
    const lanes: ShownLanes = {
      ...{ axis: 'frame', from: 0, to: 5, parts: 5, counted: 5, tracepoints: [2, 3] },
      totals: Uint32Array.of(3, 0, 1, 1, 0, 0),
      starts: Uint32Array.of(0, 1, 2, 3, 4, 5),
      hits: Uint32Array.of(1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0),
      steps: Uint32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0),
    };
    const filled: unknown[][] = [];
    const brush = {
      ...{ fillStyle: '', globalAlpha: 1 },
      fillRect(left: number, top: number, width: number, height: number) {
        filled.push([this.fillStyle, left, top, width, height]);
      },
    };
    drawMap(brush, lanes, { width: 50, from: 0, to: 5 }, colours);
    expect(filled).toEqual([
      ['blue', 0, 0, 20, 4],
      ['blue', 40, 0, 10, 4],
      ['green', 20, 4, 20, 4],
    ]);
  });
});
