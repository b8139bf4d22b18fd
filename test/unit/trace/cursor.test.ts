import { describe, expect, it } from 'vitest';
import { VisitedFrames } from '../../../src/trace/cursor';

function visited(...frames: number[]): VisitedFrames {
  const visits = new VisitedFrames();
  for (const frame of frames) visits.visit(frame);
  return visits;
}

describe('the frames visited', () => {
  it('are gone back through, and forward again', () => {
    const visits = visited(3, 8, 5);
    expect([visits.back(), visits.back(), visits.back()]).toEqual([8, 3, undefined]);
    expect([visits.forward(), visits.forward(), visits.forward()]).toEqual([8, 5, undefined]);
  });

  it('are forgotten ahead of a new visit', () => {
    const visits = visited(3, 8, 5);
    visits.back();
    visits.visit(9);
    expect(visits.forward()).toBeUndefined();
    expect([visits.back(), visits.back()]).toEqual([8, 3]);
  });

  it('count a frame once while it is looked at', () => {
    const visits = visited(3, 3, 8, 8);
    visits.visit(visits.back() ?? -1);
    expect(visits.forward()).toBe(8);
  });

  it('are none at first, and at most a thousand', () => {
    expect(visited().back()).toBeUndefined();
    const visits = visited(...Array.from({ length: 3000 }, (_, frame) => frame));
    let back = 0;
    while (visits.back() !== undefined) back++;
    expect(back).toBe(999);
  });
});
