// What consecutive frames come to over the tracks.
import * as v from 'valibot';
import { listedInParts } from '../../trace/overview/frameTimes';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';

import { uint32Array } from '../typedArrays';
import type { TraceAsked } from '../views';
import { lanesOf } from './lanes';
import { filteredTable, matchesOf } from './tableMatches';
import { plotsOf, plotTexts } from './plots';

const rangeOnTracks = v.strictObject({
  /** Frames of each lane. */
  lanes: uint32Array,
  /** Those that the table's filter lets through; absent without a filter. */
  matches: v.exactOptional(wholeNumber),
  /** For each of the texts; null where no frame has a number. */
  values: v.array(
    v.nullable(
      v.strictObject({
        count: wholeNumber,
        least: v.number(),
        most: v.number(),
        mean: v.number(),
      }),
    ),
  ),
});
export type TrackRange = Immutable<v.InferOutput<typeof rangeOnTracks>>;

/** `trackRange`: of the frames from the first to the last. */
export const trackRange = question({
  input: v.strictObject({
    first: wholeNumber,
    last: wholeNumber,
    texts: plotTexts,
    table: filteredTable,
  }),
  result: rangeOnTracks,
  answer: async (asked: TraceAsked, { first, last, texts, table }) => {
    const starts = Uint32Array.of(first, last + 1);
    const { hits, steps } = lanesOf(asked.trace).counts.inParts(starts);
    const matches = matchesOf(asked, table);
    return {
      lanes: hits.map((count, lane) => count + (steps[lane] ?? 0)),
      ...(matches && { matches: listedInParts(matches, starts)[0] ?? 0 }),
      values: (await plotsOf(asked.trace).known(texts)).map((series) => {
        const sum = series?.range(first, last);
        return sum && sum.count > 0 ? sum : null;
      }),
    };
  },
});
