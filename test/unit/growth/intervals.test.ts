import { growthProblems, type Use } from './steps';
import { expect, it } from 'vitest';
import { AllFrames } from '../../../src/trace/list/frameList';
import { intervalsOf } from '../../../src/trace/intervals/intervals';
import { intervalNotes } from '../../../src/trace/intervals/intervalNotes';
import { transitionsOf } from '../../../src/trace/intervals/transitions';
import { FrameCondition } from '../../../src/trace/search/framePredicate';
import { FrameValue } from '../../../src/trace/search/frameValues';
import type { Trace } from '../../../src/trace/trace';
import { traceOfEvents } from '../trace/intervals/eventTraces';

/** Begins, then as many ends: intervals as deep as they are many. Each has a key of its own. */
async function opened(count: number): Promise<Trace> {
  return traceOfEvents(
    Array.from({ length: 2 * count }, (_, i) => ({
      ...{ tracepoint: i < count ? 1 : 2, time: 10 * i },
      ...{ n: (i * 7919) % 5, key: i % count },
    })),
  );
}

function intervalsBy(key: string | undefined, end: string): Use<Trace> {
  return async (trace) => {
    const conditions = {
      begin: await FrameCondition.compile(trace, '$tracepoint == 1'),
      end: await FrameCondition.compile(trace, end),
      key: key === undefined ? undefined : await FrameValue.compile(trace, key),
    };
    const found = await intervalsOf(trace, conditions as Parameters<typeof intervalsOf>[1], 'time');
    if (found) intervalNotes(trace, found, undefined);
  };
}

function transitionsBy(expression: string, key: string | undefined): Use<Trace> {
  return async (trace) => {
    const followed = {
      value: await FrameValue.compile(trace, expression),
      key: key === undefined ? undefined : await FrameValue.compile(trace, key),
    };
    const list = new AllFrames(trace.recording.index);
    await transitionsOf(list, followed as Parameters<typeof transitionsOf>[1], undefined);
  };
}

it('intervals and transitions take steps in proportion to frames', async () => {
  const problems = await growthProblems(opened, {
    nested: intervalsBy(undefined, '$tracepoint == 2'),
    'by key': intervalsBy('$key', '$tracepoint == 2'),
    'one after the other': intervalsBy(undefined, '$tracepoint == 1'),
    'without ends': intervalsBy(undefined, '$tracepoint == 3'),
    'transitions of few states': transitionsBy('$n', undefined),
    'transitions of as many states': transitionsBy('$key', undefined),
    'transitions by key': transitionsBy('$n', '$key'),
  });
  expect(problems).toEqual([]);
});
