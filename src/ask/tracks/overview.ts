// How many frames each lane has in parts of the axis.
import * as v from 'valibot';
import { listedInParts } from '../../trace/overview/frameTimes';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';

import { uint32Array } from '../typedArrays';
import type { TraceAsked } from '../views';
import { axisRange } from './axis';
import { lanesOf } from './lanes';
import { filteredTable, matchesOf } from './tableMatches';

/** Milliseconds that counting may take before an answer; the page asks again for the rest. */
const countingMs = 150;

const lanesInParts = v.strictObject({
  /** Frames that are counted; ask again while there are more. */
  counted: wholeNumber,
  /** The file's number of each lane's tracepoint; a lane for all others follows. */
  tracepoints: v.array(v.number()),
  /** All frames that are counted, by lane: hits at `2 * lane`, steps after them. */
  totals: uint32Array,
  /** The first frame of each part, and the one after the last. */
  starts: uint32Array,
  /** By part and lane: `part * (tracepoints.length + 1) + lane`. */
  hits: uint32Array,
  steps: uint32Array,
  /** Frames of each part that the table's filter lets through; absent without a filter. */
  matches: v.exactOptional(uint32Array),
  /** Over time: frames of each part that collected their time. */
  timed: v.exactOptional(uint32Array),
});
export type OverviewAnswer = Immutable<v.InferOutput<typeof lanesInParts>>;

/** `overview`: of the frames that are counted. */
export const overview = question({
  input: v.strictObject({ range: axisRange, table: filteredTable }),
  result: lanesInParts,
  answer: async (asked: TraceAsked, { range, table }, { signal }) => {
    const lanes = lanesOf(asked.trace);
    const { counts } = lanes;
    await counts.count(countingMs, signal);
    const starts = lanes.starts(range);
    const matches = matchesOf(asked, table);
    const times = lanes.timesOn(range.axis);
    return {
      ...{ counted: counts.counted, tracepoints: counts.tracepoints, starts },
      totals: Uint32Array.from({ length: 2 * counts.lanes }, (_, kind) => counts.total(kind)),
      ...counts.inParts(starts),
      ...(matches && { matches: listedInParts(matches, starts) }),
      ...(times && { timed: times.timedInParts(starts) }),
    };
  },
});
