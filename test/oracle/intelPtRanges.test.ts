// Blocks of Intel PT are followed again range by range: from wherever a range begins, they are the
// same as where the packets are followed in one go. The streams are those of libipt.
import { describe, expect, it } from 'vitest';
import { unknownTime } from '../../src/format/branchTrace';
import { PtFlow } from '../../src/trace/branch/ptFlow';
import { codeOf, cpuOf, followStream, ratesOf, readStreams, type Stream } from './intelPtStreams';

/** The blocks and gaps of packets that are followed in one go. */
async function blocksOf(stream: Stream): Promise<string[]> {
  const rows: string[] = [];
  const code = await codeOf(stream);
  const sink = {
    run: (begin: bigint, end: bigint, time = unknownTime) => rows.push(`${begin} ${end} ${time}`),
    gap: (gap: number, ip: bigint, offset: number, time = unknownTime) =>
      rows.push(`gap ${gap} ${ip} ${offset} ${time}`),
  };
  const flow = new PtFlow(stream.raw, cpuOf(stream), code, sink, ratesOf(stream));
  for (let wanted = flow.advance(1000); wanted !== 'end'; wanted = flow.advance(1000)) {
    if (wanted !== undefined) await code.read(wanted);
  }
  return rows;
}

type Index = Awaited<ReturnType<typeof followStream>>['index'];

function row(index: Index, block: number): string {
  const { begin, end, gap, isGap, first } = index.at(block) ?? {};
  const time = index.timeAt(first ?? 0) ?? unknownTime;
  return isGap === true ? `gap ${gap} ${begin} ${end} ${time}` : `${begin} ${end} ${time}`;
}

/** The numbers from 0 on, none near the one before. */
const scattered = (count: number) =>
  Array.from({ length: count }, (_, i) => i).sort((a, b) => (a % 7) - (b % 7) || b - a);

/** Whether a search for the last instruction of a block passes over it. */
function passes(index: Index, block: number, direction: 1 | -1): boolean {
  const { end = 0n, isGap } = index.at(block) ?? {};
  if (isGap === true) return false;
  let at = direction > 0 ? 0 : index.blockCount - 1;
  while ((block - at) * direction > 0) {
    const next = index.skipped(at, direction, new Set([end]));
    at = next === at ? at + direction : next;
  }
  return at !== block || index.skipped(at, direction, new Set([end])) !== at;
}

describe.each([
  ['streams.txt', 117],
  ['times.txt', 70],
] as const)('ranges of %s', (file, count) => {
  const { whole, altered } = readStreams(file);
  const streams = [...whole, ...altered.filter((_, i) => i % 8 === 0)];

  it.each(streams)('$name', async (stream) => {
    const expected = await blocksOf(stream);
    const one = await followStream(stream, { steps: 1 << 20 });
    const many = await followStream(stream, { steps: 3 });
    expect([many.index.blockCount, many.index.count]).toEqual([expected.length, one.index.count]);
    const rows: string[] = [];
    for (const block of scattered(expected.length)) rows[block] = row(many.index, block);
    expect(rows).toEqual(expected);
    for (const { index } of [one, many]) {
      const firsts = expected.map((_, block) => index.firstOf(block));
      expect(firsts.map((first) => index.blockOf(first))).toEqual(expected.map((_, i) => i));
    }
    for (const block of scattered(expected.length).slice(0, 5)) {
      expect(passes(many.index, block, 1)).toBe(false);
      expect(passes(many.index, block, -1)).toBe(false);
    }
    const segments = ({ calls }: typeof one) =>
      Array.from({ length: calls.count }, (_, place) => calls.at(place));
    expect(segments(many)).toEqual(segments(one));
  });

  it('are of as many streams as were recorded', () => {
    expect(streams.length).toBe(count);
  });
});
