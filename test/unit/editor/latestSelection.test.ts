// One frame is shown at a time, and the last that was selected wins.
import { describe, expect, it } from 'vitest';
import { LatestSelection, type Selection } from '../../../src/editor/latestSelection';

function selections(now: () => number = () => 0) {
  const shown: (readonly [number, boolean])[] = [];
  const ends: (() => void)[] = [];
  const current: (() => boolean)[] = [];
  const show = ({ frame, byUser }: Selection, isCurrent: () => boolean) => {
    shown.push([frame, byUser]);
    current.push(isCurrent);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const latest = new LatestSelection(show, now);
  return {
    shown,
    /** Of each that was begun, whether it is still the one to show. */
    current: () => current.map((is) => is()),
    select: (frame: number, byUser: boolean) => {
      latest.select({ frame, byUser });
    },
    /** Ends the showing that was begun as number `begun`, from 0. */
    end: async (begun: number) => {
      ends[begun]?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('the selected frame', () => {
  it('is shown at once while no other is', async () => {
    const { shown, select, end } = selections();
    select(3, true);
    expect(shown).toEqual([[3, true]]);
    await end(0);
    select(4, false);
    expect(shown.at(-1)).toEqual([4, false]);
  });

  it('is the last of those selected meanwhile', async () => {
    const { shown, select, end } = selections();
    for (let frame = 0; frame < 50; frame++) select(frame, true);
    expect(shown).toEqual([[0, true]]);
    await end(0);
    await end(1);
    expect(shown).toEqual([
      [0, true],
      [49, true],
    ]);
  });

  it('stays the user’s while the trace grows', async () => {
    const { shown, select, end } = selections();
    select(1, false);
    select(2, true);
    // The trace grew: the same frame is selected again.
    select(2, false);
    await end(0);
    select(2, false);
    await end(1);
    expect(shown).toEqual([
      [1, false],
      [2, true],
      [2, false],
    ]);
  });

  it('waits for another three seconds at most', async () => {
    let time = 0;
    const { shown, current, select, end } = selections(() => time);
    select(1, true);
    time = 2999;
    select(2, true);
    expect(shown).toHaveLength(1);
    expect(current()).toEqual([true]);
    time = 3000;
    select(3, true);
    expect(shown.at(-1)).toEqual([3, true]);
    expect(current()).toEqual([false, true]);
    select(4, true);
    await end(0);
    expect(shown).toHaveLength(2);
    await end(1);
    expect(shown.at(-1)).toEqual([4, true]);
  });
});
