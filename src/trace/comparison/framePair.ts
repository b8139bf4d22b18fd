// The values of two frames that belong together, side by side.
import { TimeSlice } from '../../bytes/timeSlice';
import { numberInFrames } from '../../format/tracepointLines';
import type { Trace } from '../trace';
import { partsAt, type ComparedPart } from './comparedParts';
import type { Both, ComparisonOptions, FramePlaces } from './comparedTraces';
import { PartReader } from './partReader';
import { textOfPart } from './partStatistics';
import { PortableAddresses } from './portableAddresses';
import { matchTracepoints, type PlacedTracepoint } from './tracepointPairs';
import { sharedParts } from './valueComparison';

/** A value of two frames, as texts; absent on the side where it was not collected. */
export interface PairedValue {
  readonly expression: string;
  readonly left?: string;
  readonly right?: string;
}

/**
 * The values that one of two frames collected at least, in the order of their declarations; none
 * where the tracepoints of the frames do not match.
 */
export async function pairedValues(
  traces: Both<Trace>,
  frames: Required<FramePlaces>,
  options: ComparisonOptions,
): Promise<PairedValue[]> {
  const { pairs } = await matchTracepoints(traces.left, traces.right, options.matching);
  const left = new ComparedFrame(traces.left, frames.left, options);
  const right = new ComparedFrame(traces.right, frames.right, options);
  const pair = pairs.find((each) => left.isOf(each.left) && right.isOf(each.right));
  if (!pair) return [];
  const lists = [await left.partsAt(pair.left), await right.partsAt(pair.right)];
  const values: PairedValue[] = [];
  const slice = new TimeSlice();
  for (const part of sharedParts(lists)) {
    await slice.yieldIfDue();
    const [ours, theirs] = [await left.textOf(part), await right.textOf(part)];
    if (ours === undefined && theirs === undefined) continue;
    values.push({
      expression: part.expression,
      ...(ours !== undefined && { left: ours }),
      ...(theirs !== undefined && { right: theirs }),
    });
  }
  return values;
}

class ComparedFrame {
  private readonly addresses: PortableAddresses;

  constructor(
    private readonly trace: Trace,
    private readonly frame: number,
    private readonly options: ComparisonOptions,
  ) {
    this.addresses = new PortableAddresses(trace.modules.current);
  }

  isOf({ number }: PlacedTracepoint): boolean {
    return this.trace.recording.index.tracepoint(this.frame) === numberInFrames(number);
  }

  partsAt(tracepoint: PlacedTracepoint) {
    return partsAt(this.trace, tracepoint, this.frame, this.options);
  }

  async textOf(part: ComparedPart): Promise<string | undefined> {
    const { trace, addresses, options, frame } = this;
    const reader = await PartReader.open(part, trace, addresses, options.addresses);
    return textOfPart(part, await reader.valueFrom(frame, undefined, undefined));
  }
}
