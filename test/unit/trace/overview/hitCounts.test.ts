// Counts of hits and steps against counting frame by frame.
import { describe, expect, it } from 'vitest';
import { FrameIndex } from '../../../../src/format/frameIndex';
import { FrameFlags } from '../../../../src/format/blocks';
import { HitCounts, maxLanes } from '../../../../src/trace/overview/hitCounts';
import { SteppingFrames } from '../../../../src/trace/steppingFrames';
import { described, header, sourceOf } from '../../format/traceBytes';

const hitPc = 0x1000;

/**
 * Two tracepoints, 3 and 7; 3 steps. Frames of tracepoint 9 are of no tracepoint that is described.
 */
async function made(frames: number) {
  const source = sourceOf(header('R 330', 'tp T3:1000:E:5:0', 'tp T7:2000:E:0:0'));
  const { tracepoints } = (await described(source)).description;
  const index = new FrameIndex();
  const counts = new HitCounts(index, new SteppingFrames(index, tracepoints), tracepoints);
  grow(index, frames);
  return { index, counts };
}

function grow(index: FrameIndex, frames: number): void {
  for (let frame = index.count; frame < frames; frame++) {
    const tracepoint = [7, 3, 3, 9, 3, 7, 7][(frame * 31) % 7] ?? 7;
    const pc = tracepoint === 3 && frame % 3 === 0 ? hitPc : 0x3000 + frame;
    index.add(frame * 6, tracepoint, 0, FrameFlags.pc, 0, pc);
  }
}

/** By lane, what {@link HitCounts.inParts} ought to say. */
function naive(index: FrameIndex, start: number, end: number) {
  const [hits, steps] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let frame = start; frame < Math.min(end, index.count); frame++) {
    const lane = { 3: 0, 7: 1 }[index.tracepoint(frame)] ?? 2;
    const isStep = lane === 0 && index.pcLow(frame) !== hitPc;
    const into = isStep ? steps : hits;
    into[lane] = (into[lane] ?? 0) + 1;
  }
  return { hits, steps };
}

describe('hits and steps', () => {
  it.each([
    ['wide parts', [0, 20_000, 20_000, 33_333, 50_000]],
    ['narrow parts', Array.from({ length: 500 }, (_, i) => 16_300 + i)],
    ['parts about as wide as a block', [5, 500, 512, 1024, 1535, 1537, 2500, 16_384, 16_385]],
    ['parts beyond the end', [49_000, 60_000, 70_000]],
  ])('of %s are those of their frames', async (_, starts) => {
    const { index, counts } = await made(50_000);
    await counts.count(Infinity);
    const { hits, steps } = counts.inParts(Uint32Array.from(starts));
    for (const [part, start] of starts.slice(0, -1).entries()) {
      const wanted = naive(index, start, starts[part + 1] ?? 0);
      expect([...hits.subarray(3 * part, 3 * part + 3)]).toEqual(wanted.hits);
      expect([...steps.subarray(3 * part, 3 * part + 3)]).toEqual(wanted.steps);
    }
    expect(counts.total(1)).toBe(naive(index, 0, 50_000).steps[0]);
  });

  it('follow the index as it grows', async () => {
    const { index, counts } = await made(700);
    await counts.count(Infinity);
    expect(counts.counted).toBe(700);
    grow(index, 20_000);
    expect(counts.inParts(Uint32Array.of(0, 20_000)).hits).toEqual(
      Uint32Array.from(naive(index, 0, 700).hits),
    );
    await counts.count(Infinity);
    expect(counts.inParts(Uint32Array.of(0, 20_000)).hits).toEqual(
      Uint32Array.from(naive(index, 0, 20_000).hits),
    );
  });

  it('are counted no further once that is cancelled', async () => {
    const { counts } = await made(5000);
    await counts.count(Infinity, AbortSignal.abort());
    expect(counts.counted).toBe(0);
    expect([...counts.inParts(Uint32Array.of(0, 5000)).hits]).toEqual([0, 0, 0]);
  });

  it('of no part at all are none', async () => {
    const { counts } = await made(10);
    expect(counts.inParts(new Uint32Array(0)).hits).toHaveLength(0);
    expect(counts.inParts(Uint32Array.of(3)).hits).toHaveLength(0);
  });
});

describe('the nearest frame of a lane', () => {
  it('is found in both directions', async () => {
    const { index, counts } = await made(300);
    await counts.count(Infinity);
    for (const direction of [1, -1] as const) {
      for (let from = 0; from < 300; from += 17) {
        let wanted = from;
        while (wanted >= 0 && wanted < 300 && index.tracepoint(wanted) !== 3) wanted += direction;
        const isThere = wanted >= 0 && wanted < 300;
        expect(counts.nearest(0, from, direction)).toBe(isThere ? wanted : undefined);
      }
    }
    expect(counts.nearest(0, -1, -1)).toBeUndefined();
    expect(counts.nearest(0, 300, 1)).toBeUndefined();
  });
});

describe('lanes', () => {
  it('are those of the first tracepoints, and one for all others', async () => {
    const lines = Array.from({ length: 150 }, (_, i) => `tp T${(i + 1).toString(16)}:1000:E:0:0`);
    const { tracepoints } = (await described(sourceOf(header('R 330', ...lines)))).description;
    const index = new FrameIndex();
    const counts = new HitCounts(index, new SteppingFrames(index, tracepoints), tracepoints);
    for (const number of [1, 2, 100, 101, 150]) index.add(0, number, 0, FrameFlags.pc, 0, hitPc);
    await counts.count(Infinity);
    expect(counts.lanes).toBe(maxLanes + 1);
    expect([0, 1, 2, 3, 4].map((frame) => counts.kind(frame) / 2)).toEqual([0, 1, 99, 100, 100]);
  });
});
