import { describe, expect, it } from 'vitest';
import { alignFrames, none } from '../../../../src/trace/comparison/alignment';
import {
  matchTracepoints,
  type TracepointMatching,
} from '../../../../src/trace/comparison/tracepointPairs';
import { Trace } from '../../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../../format/traceBytes';

const { frame, variable } = maker('little');

/** A tracepoint as a file defines it. */
interface Defined {
  readonly number: number;
  readonly at?: string;
  readonly collects?: string;
}

function linesOf({ number, at, collects }: Defined): string[] {
  const place = `${number.toString(16)}:${(0x400000 + number).toString(16)}`;
  const source = (type: string, text: string) => {
    const hex = Buffer.from(text).toString('hex');
    return `tp Z${place}:${type}:0:${text.length.toString(16)}:${hex}`;
  };
  return [
    `tp T${place}:E:0:0`,
    ...(at === undefined ? [] : [source('at', at)]),
    ...(collects === undefined ? [] : [source('cmd', `collect ${collects}`)]),
  ];
}

async function opened(tracepoints: readonly Defined[], hits: readonly number[] = []) {
  const text = header('R 0', 'status 0;tnotrun:0', ...tracepoints.flatMap(linesOf));
  const frames = hits.map((number, i) => frame(number, variable(1, BigInt(i))));
  const read = await Trace.open(sourceOf(bytes(text, ...frames, [0, 0])), 'x.tf');
  if ('problem' in read) throw new Error(read.problem);
  await read.trace.recording.indexed;
  return read.trace;
}

/** `1=7`: number 1 on the left is number 7 on the right. */
async function matched(
  left: readonly Defined[],
  right: readonly Defined[],
  matching: TracepointMatching = 'place',
) {
  const { pairs, leftOnly, rightOnly } = await matchTracepoints(
    await opened(left),
    await opened(right),
    matching,
  );
  return {
    pairs: pairs.map((pair) => `${pair.left.number}=${pair.right.number}`),
    leftOnly: leftOnly.map(({ number }) => number),
    rightOnly: rightOnly.map(({ number }) => number),
  };
}

describe('tracepoints of two traces', () => {
  it('are matched by place, whatever their numbers are', async () => {
    const left = [
      { number: 1, at: 'a.c:1' },
      { number: 2, at: 'a.c:2' },
    ];
    const right = [
      { number: 1, at: 'a.c:2' },
      { number: 9, at: 'a.c:1' },
    ];
    expect(await matched(left, right)).toEqual({
      ...{ pairs: ['1=9', '2=1'], leftOnly: [], rightOnly: [] },
    });
    expect(await matched(left, right, 'number')).toEqual({
      ...{ pairs: ['1=1'], leftOnly: [2], rightOnly: [9] },
    });
  });

  it('of one place are matched by their text first, then in order', async () => {
    const at = 'a.c:1';
    const left = [
      { number: 1, at, collects: 'x' },
      { number: 2, at, collects: 'y' },
      { number: 3, at, collects: 'z' },
    ];
    const right = [
      { number: 4, at, collects: 'y' },
      { number: 5, at, collects: 'w' },
    ];
    expect(await matched(left, right)).toEqual({
      ...{ pairs: ['1=5', '2=4'], leftOnly: [3], rightOnly: [] },
    });
  });

  it('without a place are matched by number', async () => {
    expect(await matched([{ number: 3 }], [{ number: 3 }, { number: 4 }])).toEqual({
      ...{ pairs: ['3=3'], leftOnly: [], rightOnly: [4] },
    });
  });
});

describe('frames of two traces', () => {
  const tracepoints = [{ number: 1 }, { number: 2 }];

  async function aligned(left: readonly number[], right: readonly number[]) {
    const [one, other] = [await opened(tracepoints, left), await opened(tracepoints, right)];
    const { pairs } = await matchTracepoints(one, other, 'place');
    return alignFrames(one, other, pairs, undefined);
  }

  it('are aligned by the hit of their tracepoint, in whatever order tracepoints are hit', async () => {
    const { left, right } = await aligned([1, 2, 1, 2], [2, 1, 2, 1, 1]);
    expect([...left.partners]).toEqual([1, 0, 3, 2]);
    expect([...right.partners]).toEqual([1, 0, 3, 2, none]);
    expect([1, 2].map((hit) => left.hits[0]?.frameOf(hit))).toEqual([0, 2]);
    expect([0, 2].map((of) => left.hits[0]?.hitOf(of))).toEqual([1, 2]);
  });

  it('of tracepoints that only one trace has are aligned with none', async () => {
    const one = await opened([{ number: 1, at: 'a.c:1' }], [1, 1]);
    const other = await opened([{ number: 1, at: 'b.c:9' }], [1]);
    const { pairs } = await matchTracepoints(one, other, 'place');
    const { left, right } = await alignFrames(one, other, pairs, undefined);
    expect([...left.partners, ...right.partners, ...left.pairOf]).toEqual([
      none,
      none,
      none,
      none,
      none,
    ]);
  });
});
