// In how many frames each action of a tracepoint collected what it should have.
import * as v from 'valibot';
import { collectedBy } from '../../trace/collection/collectedBy';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { passOf } from '../run';
import type { TraceAsked } from '../views';
import { maxActions, tracepointNumber, tracepointOfFile } from './tracepointOfFile';

/** A frame and the reason, as the end of a sentence. */
const frameBecause = v.strictObject({ frame: wholeNumber, why: v.string() });
export type FrameBecause = Immutable<v.InferOutput<typeof frameBecause>>;

const actionCount = v.strictObject({
  collected: wholeNumber,
  /** Frames that lack some of it. */
  lacking: wholeNumber,
  /** Frames in which that is unknown. */
  unknown: wholeNumber,
  /** Frames where it had nothing to collect. */
  nothing: wholeNumber,
  /** Frames in which it collected at an address where programs have no memory. */
  nearNull: wholeNumber,
  firstLacking: v.exactOptional(frameBecause),
  firstUnknown: v.exactOptional(frameBecause),
  firstNearNull: v.exactOptional(wholeNumber),
});
export type ActionCount = Immutable<v.InferOutput<typeof actionCount>>;

const actionCounts = v.strictObject({
  lists: v.array(v.strictObject({ frames: wholeNumber, counts: v.array(actionCount) })),
  /** Frames whose list of actions is unknown. */
  unplaced: wholeNumber,
  /** Frames looked at. */
  frames: wholeNumber,
});
export type CollectedByActions = Immutable<v.InferOutput<typeof actionCounts>>;

/** `collectedBy`: looks into every frame of a tracepoint; its steps are frames of the trace. */
export const collectedByActions = question({
  input: v.strictObject({ tracepoint: tracepointNumber }),
  result: actionCounts,
  answer: async ({ trace }: TraceAsked, { tracepoint: number }, run) => {
    const { recording } = trace;
    const tracepoint = tracepointOfFile(recording, number);
    await recording.indexed;
    const { signal, onProgress } = passOf(run);
    const { lists, unplaced, frames } = await collectedBy(trace, tracepoint, signal, (done) => {
      onProgress(done, recording.index.count);
    });
    return {
      lists: lists.map((list) => ({
        frames: list.frames,
        counts: list.counts.slice(0, maxActions),
      })),
      unplaced,
      frames,
    };
  },
});
