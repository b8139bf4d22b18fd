// What one frame is over the tracks.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { frameRow } from '../table/frameRow';
import type { TraceAsked } from '../views';
import { lanesOf } from './lanes';
import { plotsOf, plotTexts } from './plots';

const frameOnTracks = v.strictObject({
  frame: wholeNumber,
  tracepoint: v.number(),
  stepping: v.boolean(),
  functionName: v.exactOptional(v.string()),
  place: v.exactOptional(v.strictObject({ file: v.string(), line: wholeNumber })),
  /** Microseconds since the first time; absent where the frame did not collect it. */
  time: v.exactOptional(v.number()),
  /** For each of the texts; null where it has no value. */
  values: v.array(v.nullable(v.string())),
});
export type TrackFrame = Immutable<v.InferOutput<typeof frameOnTracks>>;

/** `trackFrame`: with the values of what is plotted; none where there is no such frame. */
export const trackFrame = question({
  input: v.strictObject({ frame: wholeNumber, texts: plotTexts }),
  result: v.undefinedable(frameOnTracks),
  answer: async ({ trace }: TraceAsked, { frame, texts }) => {
    if (!(await trace.recording.reach(frame))) return undefined;
    const { timesIfRead } = lanesOf(trace);
    const { tracepoint, stepping, functionName, place } = await frameRow(trace, frame);
    return {
      ...{ frame, tracepoint, stepping },
      ...(functionName !== undefined && { functionName }),
      ...(place && { place }),
      ...(timesIfRead?.isOwn(frame) && { time: timesIfRead.place(frame) }),
      values: (await plotsOf(trace).known(texts)).map((series) => {
        const value = series?.at(frame) ?? NaN;
        return series?.stateAt(frame) ?? (Number.isNaN(value) ? null : String(value));
      }),
    };
  },
});
