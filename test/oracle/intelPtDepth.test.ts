// The depth of the calls over time. Ranges of packets that are short are not followed for it: what
// it says is the same as where all of them are.
import { describe, expect, it } from 'vitest';
import {
  depthByInstruction,
  depthByTime,
  type DepthColumn,
} from '../../src/ask/branch/depthColumns';
import type { Execution } from '../../src/trace/branch/branchTrace';
import { openBranchTrace } from './branchTrace';
import { followStream, readStreams } from './intelPtStreams';

/** Columns as text: the first instruction that began there with its levels, or why it is a gap. */
const written = (columns: readonly DepthColumn[]) =>
  columns.map(({ instruction, least, most, gap }) => `${instruction} ${gap ?? `${least}-${most}`}`);

/** The same from each instruction: it may have run until another time was told. */
function levelsOf({ blocks, calls }: Execution, column: number, columns: number): string {
  const last = blocks.count;
  const ticks = Array.from({ length: last }, (_, i) => blocks.ticksAt(i + 1) ?? 0);
  const span = ticks.at(-1) ?? 0;
  const [from, to] = [(column * span) / columns, ((column + 1) * span) / columns];
  const ran = ticks.flatMap((tick, i) => {
    const until = ticks.slice(i).find((each) => each > tick) ?? span;
    const isLast = tick === span && column === columns - 1;
    return isLast || (tick < to && until > from) ? [i + 1] : [];
  });
  const levels = ran.map((number) => calls.level(calls.placeOf(number)));
  const began = ran.find((number) => (ticks[number - 1] ?? 0) >= from) ?? ran[0];
  return `${began} ${Math.min(...levels)}-${Math.max(...levels)}`;
}

it('is that of the instructions that ran until another time was told', async () => {
  const { execution } = await openBranchTrace('tree-pt-times.btrace', 'tree');
  expect(execution.blocks.ticks).toBe(7032);
  for (const columns of [1, 8, 33, 500]) {
    const expected = Array.from({ length: columns }, (_, at) => levelsOf(execution, at, columns));
    expect(written(await depthByTime(execution, columns))).toEqual(expected);
  }
  const one = await depthByTime(execution, 1);
  expect(one).toEqual(await depthByInstruction(execution, 1));
});

it('has no depth while nothing is known to have run', async () => {
  const { execution } = await openBranchTrace('tree-pt-gaps.btrace', 'tree');
  const columns = await depthByTime(execution, 6);
  const gap = '[decode error (-13): no memory mapped at this address]';
  // The program is left at once, at tick 0, and comes back at the last tick.
  expect(written(columns)).toEqual([
    expect.stringMatching(/^2 \d-\d$/),
    ...Array.from({ length: 4 }, () => `41 ${gap}`),
    expect.stringMatching(/^41 \d-\d$/),
  ]);
});

describe('of ranges that are short', () => {
  const { whole } = readStreams('times.txt');

  it.each(whole)('$name', async (stream) => {
    const one = await followStream(stream, { steps: 1 << 20 });
    const many = await followStream(stream, { steps: 3 });
    const depth = ({ index: blocks, calls }: typeof one, columns: number) =>
      depthByTime({ blocks, calls }, columns);
    for (const columns of [1, 7, 100, 1000]) {
      expect(await depth(many, columns)).toEqual(await depth(one, columns));
    }
  });

  it('are of as many streams as were recorded', () => {
    expect(whole.length).toBe(20);
  });
});
