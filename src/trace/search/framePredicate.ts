// Which frames a search looks for. What the index tells decides first, so that few frames are read.
import type { Recording } from '../recording';
import { FrameFlags } from '../../format/blocks';
import { numberInFrames } from '../../format/tracepointLines';
import { inferPc } from '../../machine/frameState';
import type { FrameCondition } from './frameCondition';

/** Run-time addresses from `start` up to `end`, which is exclusive. */
export interface PcRange {
  readonly start: bigint;
  readonly end: bigint;
}

/** Which frames; everything given must hold. */
export interface FramePredicate {
  /** The PC, collected or inferred, is one of these run-time addresses. */
  readonly addresses?: ReadonlySet<bigint>;
  /** The PC, collected or inferred, lies in one of these. */
  readonly ranges?: readonly PcRange[];
  /** Tracepoint numbers as frames carry them. */
  readonly tracepoints?: ReadonlySet<number>;
  /** No stepping frames. */
  readonly hitsOnly?: boolean;
  /**
   * No steps whose frame before was at these addresses too: a hit, or the step that arrived there.
   */
  readonly arrivalsOnly?: boolean;
  readonly condition?: FrameCondition;
}

/** Whether what the index tells of a frame passes; the condition is not looked at. */
export type IndexTest = (frame: number) => boolean;

/** The part of a test that the index of the trace decides. */
export function indexTest(recording: Recording, test: FramePredicate): IndexTest {
  const { index, stepping } = recording;
  const { tracepoints, hitsOnly, arrivalsOnly } = test;
  const isThere = pcTest(recording, test);
  const tests = [
    tracepoints && ((frame: number) => tracepoints.has(index.tracepoint(frame))),
    isThere,
    arrivalsOnly &&
      isThere &&
      ((frame: number) => frame === 0 || !stepping.isStep(frame) || !isThere(frame - 1)),
    hitsOnly && ((frame: number) => !stepping.isStep(frame)),
  ].filter((each) => each !== undefined && each !== false);
  const [only, ...others] = tests;
  if (!only) return () => true;
  return others.length === 0 ? only : (frame) => tests.every((passes) => passes(frame));
}

/** Tells of a PC, given in halves of 32 bits, so that a loop over frames makes no bigint. */
type PcTest = (high: number, low: number) => boolean;

function pcTest(
  recording: Recording,
  { addresses, ranges }: FramePredicate,
): IndexTest | undefined {
  if (!addresses && !ranges) return undefined;
  const { index, description } = recording;
  const isAmong = addresses ? amongAddresses(addresses) : () => true;
  const isWithin = ranges ? withinRanges(ranges) : () => true;
  const passes: PcTest = (high, low) => isAmong(high, low) && isWithin(high, low);
  const inferred = new Set<number>();
  for (const tracepoint of description.tracepoints) {
    const at = inferPc(tracepoint);
    if ('pc' in at && passes(highHalf(at.pc), lowHalf(at.pc))) {
      inferred.add(numberInFrames(tracepoint.number));
    }
  }
  return (frame) =>
    (index.flags(frame) & FrameFlags.pc) === 0
      ? inferred.has(index.tracepoint(frame))
      : passes(index.pcHigh(frame), index.pcLow(frame));
}

function amongAddresses(addresses: ReadonlySet<bigint>): PcTest {
  const highsByLow = new Map<number, number[]>();
  for (const address of addresses) {
    const low = lowHalf(address);
    highsByLow.set(low, [...(highsByLow.get(low) ?? []), highHalf(address)]);
  }
  return (high, low) => highsByLow.get(low)?.includes(high) === true;
}

function withinRanges(ranges: readonly PcRange[]): PcTest {
  const halves = ranges.map(({ start, end }) => ({
    startHigh: Number(start >> 32n),
    startLow: lowHalf(start),
    endHigh: Number(end >> 32n),
    endLow: lowHalf(end),
  }));
  return (high, low) =>
    halves.some(
      ({ startHigh, startLow, endHigh, endLow }) =>
        (high > startHigh || (high === startHigh && low >= startLow)) &&
        (high < endHigh || (high === endHigh && low < endLow)),
    );
}

function highHalf(address: bigint): number {
  return Number((address >> 32n) & 0xffff_ffffn);
}

function lowHalf(address: bigint): number {
  return Number(address & 0xffff_ffffn);
}
