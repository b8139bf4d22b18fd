import { usualOptions } from '../../../src/editor/comparison/messages';
import { growthOf } from './steps';
import { describe, expect, it } from 'vitest';
import { alignFrames } from '../../../src/trace/comparison/alignment';
import { compareTraces } from '../../../src/trace/comparison/compareTraces';
import { matchTracepoints } from '../../../src/trace/comparison/tracepointPairs';
import { Trace } from '../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../format/traceBytes';

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

const uses: Record<string, (pair: readonly [Trace, Trace]) => Promise<unknown>> = {
  'aligned by number': async ([left, right]) => {
    const { pairs } = await matchTracepoints(left, right, 'place');
    return alignFrames(left, right, pairs, undefined);
  },
  compared: ([left, right]) => compareTraces(left, right, usualOptions),
  'aligned by a key and compared': ([left, right]) =>
    compareTraces(left, right, { ...usualOptions, key: '$n' }),
};

describe.each([
  ['hits', (count: number) => opened(count, 3)],
  ['tracepoints', (count: number) => opened(count, count)],
])('two traces of many %s', (_, open) => {
  it.each(Object.entries(uses))('are %s in steps in proportion to them', async (__, use) => {
    const growth = await growthOf(400, async (count) => {
      const pair = [await open(count), await open(count)] as const;
      return () => use(pair);
    });
    expect(growth).toBeLessThan(1.5);
  });
});
