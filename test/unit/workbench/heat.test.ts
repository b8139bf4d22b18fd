import { describe, expect, it } from 'vitest';
import { heatOf, heatSteps } from '../../../src/workbench/heat';

describe('heat', () => {
  it('goes up in steps, by factors', () => {
    const most = 10 ** heatSteps;
    const counts = Array.from({ length: heatSteps + 1 }, (_, i) => 2 * 10 ** i);
    expect(counts.map((count) => heatOf(Math.min(count, most), most))).toEqual([0, 1, 2, 3, 4, 4]);
  });

  it('has no step beyond the last, nor before the first', () => {
    expect(heatOf(1, 1)).toBe(0);
    expect(heatOf(0, 0)).toBe(0);
    expect(heatOf(0, 100)).toBe(0);
    expect(heatOf(100, 100)).toBe(heatSteps - 1);
  });
});
