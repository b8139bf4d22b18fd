// Whatever the page of the memory view may say, over traces and programs with much of each thing.
import { growthProblems, type Use } from './steps';
import { expect, it } from 'vitest';
import type { Trace } from '../../../src/trace/trace';
import { memoryContents } from '../../../src/ask/memoryView/contents';
import { memoryStart, traces } from './madeTraces';

/** As much as the view shows around a place at most. */
const around = { bytesBefore: 4096, bytesAfter: 4096, level: 0 };

function looked(trace: Trace) {
  const expression = `0x${memoryStart.toString(16)}`;
  return memoryContents(trace, { ...around, expression, before: 0 });
}

const uses: Readonly<Record<string, Use<Trace>>> = {
  'what was collected': (trace) => memoryContents(trace, { ...around, expression: '' }),
  'memory at an expression': looked,
};

it.each(Object.entries(traces))('many %s are answered in proportion', async (_, made) => {
  const prepare = async (count: number) => {
    const trace = await made(count);
    await trace.recording.indexed;
    return trace;
  };
  expect(await growthProblems(prepare, uses)).toEqual([]);
});
