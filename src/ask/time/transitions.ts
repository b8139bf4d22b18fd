// How a value goes from one state to the next: a table of transitions with counts and durations.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { noClock, recordingNotes } from '../../trace/intervals/intervalNotes';
import { neverSeen } from '../../trace/intervals/neverSeen';
import { stateText, transitionsOf, type State } from '../../trace/intervals/transitions';
import { meantValue } from '../expressions';
import { matchedFrames } from '../table/frames';
import { durationStatistics, durationUnit } from './intervals';
import { condition, described, textSchema, upTo, wholeNumber, publicQuestion } from '../question';
import { passOf } from '../run';

/** Transitions of one answer. */
const maxTransitions = 1000;
/** States of one answer. */
const maxStates = 200;

const transitionsInput = v.strictObject({
  expression: described(textSchema, 'Whose values are the states: call->state.'),
  key: v.optional(
    described(
      textSchema,
      'Follows frames of equal value of this by themselves: call->number, for the state of each call.',
    ),
  ),
  where: v.optional(condition),
  unit: durationUnit,
  first: v.optional(described(wholeNumber, 'The transition to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxTransitions), 'How many transitions.'), 100),
});

const pair = { from: v.string(), to: v.string() };

const transitionTable = v.strictObject({
  total: wholeNumber,
  unit: v.picklist(['time', 'frames']),
  /** The first of them, in the order in which they came. */
  states: v.array(v.strictObject({ state: v.string(), frames: wholeNumber, first: wholeNumber })),
  /** The most frequent first. */
  transitions: v.array(
    v.strictObject({
      ...pair,
      count: wholeNumber,
      /** Of them, those with frames in between that did not collect the value. */
      overGaps: wholeNumber,
      /** The frame in which it is seen first. */
      first: wholeNumber,
      /** How long the state before had lasted, in microseconds or frames. */
      durations: v.optional(durationStatistics),
    }),
  ),
  next: v.optional(wholeNumber),
  /** Of an enumeration: pairs that are no transition in this trace. */
  neverSeen: v.optional(
    v.strictObject({ total: wholeNumber, pairs: v.array(v.strictObject(pair)) }),
  ),
  /** Frames that did not collect the value. */
  gaps: wholeNumber,
  notes: v.array(v.string()),
});

/** `transitions`. */
export const transitions = publicQuestion({
  name: 'transitions',
  title: () => t('Transitions of a state'),
  description:
    'From which value to which an expression changes, how often, and how long the value before had lasted; for an enumeration also the pairs that were never seen. Frames that did not collect it are no state.',
  input: transitionsInput,
  result: transitionTable,
  answer: async ({ trace }, { expression, key, where, unit, first, count }, run) => {
    const followed = {
      value: await meantValue(trace, expression, run),
      ...(key !== undefined && { key: await meantValue(trace, key, run) }),
    };
    const { list, note } = await matchedFrames(trace, where, run);
    const found = await transitionsOf(list, followed, unit, passOf(run));
    if (!found) throw new RequestFailed('cancelled');
    const { states, gaps, others } = found;
    const end = first + count;
    const name = (state: State | undefined) => stateText(state, followed.value);
    const rows = [];
    for (const { from, to, frames, ...counts } of found.transitions.slice(first, end)) {
      rows.push({
        from: await name(states[from]),
        to: await name(states[to]),
        first: frames[0] ?? 0,
        ...counts,
      });
    }
    const shown = [];
    for (const state of states.slice(0, maxStates)) {
      shown.push({ state: await name(state), frames: state.frames, first: state.frame });
    }
    const never = await neverSeen(followed.value, found);
    const isUntimed = unit === undefined && found.unit === 'frames' && found.transitions.length > 0;
    return {
      ...{ total: found.transitions.length, unit: found.unit, states: shown, transitions: rows },
      ...(end < found.transitions.length && { next: end }),
      ...(never && { neverSeen: { total: never.total, pairs: [...never.pairs] } }),
      gaps,
      notes: [
        ...(note === undefined ? [] : [note]),
        ...recordingNotes(trace),
        ...(isUntimed ? [noClock()] : []),
        ...(others > 0
          ? [`${others} transitions are of pairs that are too many to be counted one by one.`]
          : []),
      ],
    };
  },
});
