// Whatever the page of two compared traces may say, over many hits and many tracepoints.
import { growthProblems, type Use } from './steps';
import { expect, it } from 'vitest';
import type { ComparisonQuestions } from '../../../src/ask/comparison/comparisonQuestions';
import { shownComparison } from '../../../src/ask/comparison/shownComparison';
import type { ComparisonAct } from '../../../src/editor/comparison/messages';
import { alignFrames } from '../../../src/trace/comparison/alignment';
import { compareTraces } from '../../../src/trace/comparison/compareTraces';
import { comparisonCsv, comparisonMarkdown } from '../../../src/trace/comparison/comparisonReport';
import { pairedValues } from '../../../src/trace/comparison/framePair';
import { pairedSeries } from '../../../src/trace/comparison/pairedSeries';
import { matchTracepoints } from '../../../src/trace/comparison/tracepointPairs';
import { Trace } from '../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../format/traceBytes';
import { usualOptions } from '../trace/comparison/recordings';

const { frame, variable } = maker('little');

/** Many hits of a few tracepoints; each collected a number that no other hit has. */
async function opened(hits: number, tracepoints: number): Promise<Trace> {
  const lines = Array.from({ length: tracepoints }, (_, i) => {
    const number = (i + 1).toString(16);
    const text = Buffer.from('collect $n').toString('hex');
    return [
      `tp T${number}:${(0x400000 + i).toString(16)}:E:0:0`,
      `tp Z${number}:${(0x400000 + i).toString(16)}:cmd:0:${text.length.toString(16)}:${text}`,
    ];
  });
  const tsv = `tsv 1:0:0:${Buffer.from('n').toString('hex')}`;
  const text = header('R 0', 'status 0;tnotrun:0', ...lines.flat(), tsv);
  const frames = Array.from({ length: hits }, (_, i) =>
    frame(1 + (i % tracepoints), variable(1, BigInt((i * 7919) % hits))),
  );
  const read = await Trace.open(sourceOf(bytes(text, ...frames, [0, 0])), 'x.tf');
  if ('problem' in read) throw new Error(read.problem);
  await read.trace.recording.indexed;
  return read.trace;
}

interface Opened {
  readonly left: Trace;
  readonly right: Trace;
}

async function compared({ left, right }: Opened) {
  const result = await compareTraces(left, right, usualOptions);
  if (!result) throw new Error('cancelled');
  return result;
}

/** It asks nothing of the traces. */
const nothing = () => undefined;

const asked: Readonly<Record<keyof ComparisonQuestions, Use<Opened>>> = {
  compare: async (traces) => {
    shownComparison(await compared(traces));
    await compareTraces(traces.left, traces.right, { ...usualOptions, key: '$n' });
  },
  compared: async (traces) => shownComparison(await compared(traces)),
  pairedValues: (traces) => pairedValues(traces, { left: 0, right: 0 }, usualOptions),
  series: (traces) => {
    const value = { expression: '$n', tracepoint: 1, atSteps: false };
    return pairedSeries(traces, value, usualOptions);
  },
};

const acts: Readonly<Record<ComparisonAct['type'], Use<Opened>>> = {
  goTo: nothing,
  openTrace: nothing,
  chooseProgram: nothing,
  export: async (traces) => {
    const result = await compared(traces);
    return [comparisonMarkdown(result), comparisonCsv(result), JSON.stringify(result)];
  },
};

const uses: Readonly<Record<string, Use<Opened>>> = {
  ...asked,
  ...acts,
  'aligned by number': async ({ left, right }) => {
    const { pairs } = await matchTracepoints(left, right, 'place');
    return alignFrames(left, right, pairs, undefined);
  },
};

it.each([
  ['hits', (count: number) => opened(count, 3)],
  ['tracepoints', (count: number) => opened(count, count)],
])('many %s are answered in proportion', async (_, open) => {
  const prepare = async (count: number): Promise<Opened> => ({
    left: await open(count),
    right: await open(count),
  });
  expect(await growthProblems(prepare, uses)).toEqual([]);
});
