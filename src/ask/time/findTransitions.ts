// Follows a state for a page: a view of its transitions, and the most frequent of them.
import * as v from 'valibot';
import { orDispose } from '../../trace/emitter';
import { AllFrames } from '../../trace/list/frameList';
import type { Immutable } from '../../wire/contract';
import { compiledValue, requireUncancelled } from '../expressions';
import { question, wholeNumber } from '../question';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';
import { unitOfDurations } from './durations';
import { FoundTransitions, neverSeenPairs, transitionRow } from './foundTransitions';

/** Transitions that are listed, and pairs that were never seen. */
const maxRows = 500;

const transitionTable = v.strictObject({
  view: wholeNumber,
  unit: unitOfDurations,
  /** The most frequent first. */
  rows: v.array(transitionRow),
  /** Transitions that are not listed. */
  left: wholeNumber,
  neverSeen: v.exactOptional(neverSeenPairs),
  /** Frames that did not collect the state. */
  gaps: wholeNumber,
  notes: v.array(v.string()),
});
export type TransitionTable = Immutable<v.InferOutput<typeof transitionTable>>;

/** `findTransitions`: a face has one such view, the newest. */
export const findTransitions = question({
  input: v.strictObject({
    state: expression,
    /** Frames of equal value of this are followed by themselves; empty for all together. */
    key: expression,
  }),
  result: transitionTable,
  answer: async ({ trace, views }: TraceAsked, asked, run) => {
    const value = await compiledValue(trace, asked.state);
    const key = asked.key === '' ? undefined : await compiledValue(trace, asked.key);
    await trace.recording.indexed;
    const frames = new AllFrames(trace.recording.index);
    const found = await FoundTransitions.find(trace, frames, { value, key }, undefined, run);
    return orDispose(found, async () => {
      const { unit, gaps, notes, total, others } = found;
      const never = await found.neverSeen;
      const rows = await found.rows(0, maxRows);
      requireUncancelled(run.signal);
      return {
        ...{ view: views.replace(found), unit, gaps, rows, left: total - rows.length + others },
        ...(never && { neverSeen: { ...never, pairs: never.pairs.slice(0, maxRows) } }),
        notes,
      };
    });
  },
});
