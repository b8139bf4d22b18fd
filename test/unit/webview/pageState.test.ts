// A saved state may be of another version of the page, or no state at all.
import { describe, expect, it } from 'vitest';
import { initialCanvas } from '../../../webview/canvas/canvasSettings';
import { initialIntervals, initialTransitions } from '../../../webview/intervals/intervalsState';
import { limitSplit, readState } from '../../../webview/pageState';

const firstVisit = {
  firstRow: 0,
  tab: 'frame',
  split: 0.36,
  sections: {},
  address: '',
  compared: { since: { kind: 'hit' } },
  intervals: initialIntervals,
  transitions: initialTransitions,
  canvas: initialCanvas,
  sparklines: [],
  widths: {},
  followsEnd: false,
};

describe('readState', () => {
  it('gives back what was saved', () => {
    const saved = {
      selected: 41,
      firstRow: 30,
      tab: 'trace',
      split: 0.5,
      sections: { memory: false },
      address: '$sp',
      compared: { since: { kind: 'frame' }, pinned: 7 },
      intervals: { begin: '$tracepoint == 4', end: '', key: 'p', by: 'key', descending: true },
      transitions: { state: 'p->state', key: 'p' },
      canvas: { ...initialCanvas, expressions: [{ text: 'n', shape: 'line' }] },
      sparklines: ['n * 2'],
      widths: { collected: 24, where: 40.5 },
      followsEnd: true,
    };
    expect(readState(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
  });

  it.each([undefined, null, 7, 'x', [], {}])('starts anew from %j', (saved) => {
    expect(readState(saved)).toEqual(firstVisit);
  });

  it('leaves out what makes no sense', () => {
    const saved = {
      selected: -1,
      firstRow: 1.5,
      tab: 'timeline',
      split: Number.NaN,
      sections: { memory: 'open', blocks: true },
      address: 5,
      compared: { since: 'hit', pinned: -2 },
      intervals: { begin: 4, by: 'colour', descending: 'yes' },
      transitions: [],
      plots: [{ text: 'n', shape: 'round' }, { shape: 'line' }, 7],
      sparklines: ['n', 3],
      widths: { collected: '24', where: -1, colour: 5, pc: 12 },
    };
    expect(readState(saved)).toEqual({
      ...firstVisit,
      sections: { blocks: true },
      canvas: { ...initialCanvas, expressions: [{ text: 'n', shape: 'line' }] },
      sparklines: ['n'],
      widths: { pc: 12 },
    });
  });
});

describe('limitSplit', () => {
  it.each([
    [-1, 0.15],
    [0.4, 0.4],
    [3, 0.75],
  ])('limits %d to %d', (split, limited) => {
    expect(limitSplit(split)).toBe(limited);
  });
});

describe('what version 0.1.0 kept', () => {
  it('becomes tracks: plots with their shapes, the folded overview', () => {
    const saved = {
      plots: [
        { text: 'n', shape: 'steps' },
        { text: 'm', shape: 'line' },
      ],
      sections: { overview: false, plots: true, memory: true },
    };
    const { canvas, sections } = readState(saved);
    expect(canvas).toEqual({ ...initialCanvas, expressions: saved.plots });
    expect(sections).toEqual({ canvas: false, memory: true });
  });
});
