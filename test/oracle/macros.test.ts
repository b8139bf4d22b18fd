// Macros of the program in what is asked of many frames: conditions, columns, changes. gdb's words
// of the same are in data/console/macro-expansion.words.txt.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FrameCondition } from '../../src/trace/search/framePredicate';
import { FrameValue } from '../../src/trace/search/frameValues';
import { openConsole, type ConsoleOfTrace } from './consoleSession';

const folder = '../oracle/data/console/macros';

let opened: ConsoleOfTrace;

beforeAll(async () => {
  opened = await openConsole(`${folder}/tally`, `${folder}/tally`, folder);
});

afterAll(() => opened.dispose());

/** The frames in which a condition holds. */
async function framesWhere(text: string): Promise<number[]> {
  const { trace } = opened;
  const condition = await FrameCondition.compile(trace, text);
  if ('problem' in condition) throw new Error(condition.problem);
  const frames = Array.from({ length: trace.recording.index.count }, (_, frame) => frame);
  const holds = await Promise.all(frames.map((frame) => condition.holds(frame)));
  return frames.filter((frame) => holds[frame]);
}

it('a condition expands the macros of the line where each frame stops', async () => {
  expect(await framesWhere('n == LIMIT - 6')).toEqual([1]);
  expect(await framesWhere('SCALE(n, LIMIT) >= 10')).toEqual([1, 2]);
  expect(await framesWhere('n == AGAIN')).toEqual([2]);
  expect(await framesWhere('$_changed(n) && n < LIMIT')).toEqual([1, 2]);
});

it('a column has values of macros', async () => {
  const value = await FrameValue.compile(opened.trace, 'SCALE(n, LIMIT)');
  if ('problem' in value) throw new Error(value.problem);
  expect(await Promise.all([0, 1, 2].map((frame) => value.numberIn(frame)))).toEqual([3, 10, 17]);
});

it('what $_changed remembers cannot be told apart in one macro', async () => {
  await opened.say('tfind 1');
  await opened.say('macro define MOST(a, b) ((a) > (b) ? (a) : (b))');
  expect(await opened.say('print MOST($_changed(n), 0)')).toContain(
    '$_changed cannot be in what a macro expands to more than once.',
  );
  expect(await opened.say('print MOST(n, 0)')).toBe('$1 = 1');
});
