// Calls are made again piece by piece: whatever piece an answer comes from, it is the same as where
// all segments are in one. The traces are the streams of libipt, and the documents of gdb.
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../src/bytes/timeSlice';
import { BranchFunctions } from '../../src/trace/branch/blockShapes';
import { CallTree } from '../../src/trace/branch/callTree';
import { followBlocks } from '../../src/trace/branch/blockNumbering';
import { openBranchTrace } from './branchTrace';
import { followStream, readStreams, type Stream } from './intelPtStreams';

/**
 * Everything that is said of calls, asked at places that are not next to each other. A row is text:
 * to compare that many objects takes longer than to make them.
 */
function answersOf(calls: CallTree): unknown {
  const places = Array.from({ length: calls.count }, (_, place) => place);
  const scattered = places.sort((a, b) => (a % 7) - (b % 7) || b - a);
  const rows = scattered.map((place) => {
    const segment = calls.at(place);
    const other = (place * 5 + 3) % calls.count;
    const row = {
      ...segment,
      place: [calls.placeOf(segment.first), calls.placeOf(segment.last), calls.firstOf(place)],
      isGap: calls.isGap(place),
      level: calls.level(place),
      callers: calls.callersOf(place),
      isSame: [place - 1, other].map((each) => each >= 0 && calls.isSameActivation(place, each)),
    };
    return JSON.stringify(row, (_, each: unknown) =>
      typeof each === 'bigint' ? String(each) : each,
    );
  });
  return { rows, count: calls.count, depth: calls.depth, gaps: calls.gapCount };
}

async function callsOf(stream: Stream, segments: number): Promise<unknown> {
  return answersOf((await followStream(stream, { segments })).calls);
}

describe.each([
  ['streams.txt', 192],
  ['times.txt', 120],
] as const)('calls of %s', (file, count) => {
  const { whole, altered } = readStreams(file);
  const streams = [...whole, ...altered.filter((_, i) => i % 4 === 0)];

  it.each(streams)('$name', async (stream) => {
    const expected = await callsOf(stream, Infinity);
    expect(await callsOf(stream, 3)).toEqual(expected);
  });

  it('are of as many streams as were recorded', () => {
    expect(streams.length).toBe(count);
  });
});

const documents = ['tree', 'tree-gaps', 'tree-tail', 'tree-O2'] as const;

describe('calls of documents', () => {
  it.each(documents)('%s', async (name) => {
    const program = name.startsWith('tree-O2') ? 'tree-O2' : 'tree';
    const { trace, execution } = await openBranchTrace(`${name}.btrace`, program);
    const { contents } = trace;
    if (contents.format !== 'bts') throw new Error('no blocks');
    const programs = trace.modules.current;
    const made = await Promise.all(
      [Infinity, 1, 5].map(async (length) => {
        const functions = new BranchFunctions(programs);
        const calls = new CallTree(functions.all, length);
        const signal = new AbortController().signal;
        const { map } = execution;
        await followBlocks(contents.blocks, {
          map,
          functions,
          calls,
          signal,
          report: () => undefined,
        });
        await calls.measureLevels(new TimeSlice());
        return answersOf(calls);
      }),
    );
    expect(made[1]).toEqual(made[0]);
    expect(made[2]).toEqual(made[0]);
  });
});
