// The axis: what of it is in sight, its ticks, times as words and back, ranges in the filter.
import { describe, expect, it } from 'vitest';
import { rateText, readTime, tickText, ticks, timeText } from '../../../../webview/canvas/axisText';
import { splitRange, withRange } from '../../../../webview/canvas/rangeFilter';
import { Viewport } from '../../../../webview/canvas/viewport';

function viewport(length = 1000): Viewport {
  const made = new Viewport();
  made.setAxis('frame', length);
  return made;
}

describe('what is in sight', () => {
  it('is all at first, and all of what grows', () => {
    const made = viewport();
    made.setLength(5000);
    expect([made.from, made.to, made.isWhole]).toEqual([0, 5000, true]);
    made.show(10, 20);
    made.setLength(9000);
    expect([made.from, made.to, made.isWhole]).toEqual([10, 20, false]);
  });

  it('keeps the place under the pointer when it zooms', () => {
    const made = viewport();
    for (const at of [500, 420, 431]) {
      const share = made.share(at);
      made.zoom(0.5, at);
      expect(made.share(at)).toBeCloseTo(share, 9);
    }
    expect(made.to - made.from).toBeCloseTo(125, 9);
    made.zoom(1e9, 430);
    expect(made.isWhole).toBe(true);
  });

  it('never leaves the axis, and never gets shorter than a few frames', () => {
    const made = viewport();
    made.zoom(1e-9, 999.9);
    expect(made.to - made.from).toBeCloseTo(4, 9);
    expect(made.to).toBeLessThanOrEqual(1000);
    made.pan(-1e9);
    expect(made.from).toBe(0);
    expect(made.to).toBeCloseTo(4, 9);
    made.pan(1e9);
    expect(made.from).toBeCloseTo(996, 9);
    expect(made.to).toBeCloseTo(1000, 9);
    made.show(-50, 50);
    expect([made.from, made.to]).toEqual([0, 100]);
  });

  it('moves to a place that is out of sight, and stays for one in sight', () => {
    const made = viewport();
    made.show(100, 200);
    made.reveal(150);
    expect([made.from, made.to]).toEqual([100, 200]);
    made.reveal(700);
    expect([made.from, made.to]).toEqual([650, 750]);
  });

  it('of an empty or a tiny axis is all of it', () => {
    for (const length of [0, 1, 2]) {
      const made = viewport(length);
      made.zoom(0.1, 0.5);
      made.pan(5);
      expect([made.from, made.to, made.isWhole]).toEqual([0, Math.max(1, length), true]);
    }
  });
});

describe('times as text', () => {
  it.each([
    [0, '0 µs'],
    [999, '999 µs'],
    [12_500, '12.5 ms'],
    [1_000_204, '1.000204 s'],
    [1_000_000, '1 s'],
    [-1500, '-1.5 ms'],
    [7_200_000_000, '7200 s'],
  ])('%d microseconds are %s', (microseconds, text) => {
    expect(timeText(microseconds)).toBe(text);
    expect(readTime(text)?.time).toBe(microseconds);
  });

  it.each([
    ['1.2 s', 1_200_000, false],
    ['+12.5 ms', 12_500, true],
    ['- 3us', -3, true],
    ['.5', 500_000, false],
    ['2 min', 120_000_000, false],
    ['1h', 3_600_000_000, false],
    ['250µs', 250, false],
    ['250μs', 250, false],
  ])('%s is read', (text, time, isRelative) => {
    expect(readTime(text)).toEqual({ time, isRelative });
  });

  it.each(['', 's', '1 2', '1e3', '--1', '5 parsecs', '.'])('%j is no time', (text) => {
    expect(readTime(text)).toBeUndefined();
  });

  it('rates have as many digits as mean something', () => {
    expect([0.251, 9.876, 812.4, 1_234_567].map(rateText)).toEqual([
      '0.25 hits/s',
      '9.88 hits/s',
      '812 hits/s',
      '1,234,567 hits/s',
    ]);
  });
});

describe('ticks', () => {
  it('stand at round places, no closer than asked for', () => {
    expect(ticks('frame', 0, 114, 12)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]);
    expect(ticks('frame', 3.2, 6.9, 10)).toEqual([4, 5, 6]);
    expect(ticks('time', 0, 1000, 4)).toEqual([0, 500, 1000]);
    expect(ticks('frame', 0, 0, 5)).toEqual([0]);
    for (const to of [1, 7, 99, 12_345, 9_999_999]) {
      expect(ticks('frame', 0, to, 10).length).toBeLessThanOrEqual(11);
    }
    expect([tickText('frame', 10_000), tickText('time', 1500)]).toEqual(['10,000', '1.5 ms']);
  });
});

describe('a range in the filter', () => {
  const range = { first: 40, last: 50 };
  const text = '$trace_frame >= 40 && $trace_frame <= 50';

  it.each([
    ['', text],
    ['n > 5', `(n > 5) && ${text}`],
    ['a || b', `(a || b) && ${text}`],
    ['$trace_frame >= 1 && $trace_frame <= 2', text],
    ['(n > 5) && $trace_frame >= 1 && $trace_frame <= 2', `(n > 5) && ${text}`],
  ])('%j becomes %j', (filter, wanted) => {
    expect(withRange(filter, range)).toBe(wanted);
  });

  it('can be taken away', () => {
    expect(splitRange(withRange('a || b', range))).toEqual({ rest: 'a || b', range });
    expect(splitRange(text).rest).toBe('');
    expect(splitRange('$trace_frame >= 1')).toEqual({ rest: '$trace_frame >= 1' });
  });
});
