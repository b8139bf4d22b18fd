// The depth of calls over times that are made by hand.
import { expect, it } from 'vitest';
import { depthByTime } from '../../../../src/ask/branch/depthColumns';

it('is that of what ran, in a part in which some is missing too', async () => {
  const moments = [
    { number: 1, tick: 0, gap: 0 },
    { number: 11, tick: 30, gap: 1 },
    { number: 12, tick: 70, gap: 0 },
  ];
  const blocks = {
    ...{ count: 20, ticks: 100, moments: () => moments },
    pastGap: () => Promise.resolve(12),
  };
  const calls = {
    ...{ count: 2, level: () => 5 },
    placeOf: (number: number) => (number < 12 ? 0 : 1),
    firstOf: (place: number) => (place === 0 ? 1 : 12),
  };
  const levels = { least: 5, most: 5 };
  // The second part begins with what ran, the third with the gap.
  expect(await depthByTime({ blocks, calls } as never, 4)).toEqual([
    { ...levels, instruction: 1 },
    { ...levels, instruction: 1 },
    { ...levels, instruction: 12 },
    { ...levels, instruction: 12 },
  ]);
});
