// A saved state may be of another version of the page, or no state at all.
import { describe, expect, it } from 'vitest';
import { limitSplit, readState } from '../../../webview/pageState';

const firstVisit = {
  firstRow: 0,
  tab: 'frame',
  split: 0.36,
  sections: {},
  address: '',
  compared: { since: { kind: 'frame' }, onlyChanged: false },
  plots: [],
  sparklines: [],
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
      compared: { since: { kind: 'hit' }, onlyChanged: true, pinned: 7 },
      plots: [{ text: 'n', shape: 'steps' }],
      sparklines: ['n * 2'],
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
      plots: [{ text: 'n', shape: 'round' }, { shape: 'line' }, 7],
      sparklines: ['n', 3],
    };
    expect(readState(saved)).toEqual({
      ...firstVisit,
      sections: { blocks: true },
      plots: [{ text: 'n', shape: 'line' }],
      sparklines: ['n'],
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
