// How a value goes from one state to the next: a table of transitions with counts and durations.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { meantValue } from '../expressions';
import { option } from '../option';
import { condition, described, textSchema, upTo, wholeNumber, publicQuestion } from '../question';
import { matchedFrames } from '../table/frames';
import { durationUnit, unitOfDurations } from './durations';
import { FoundTransitions, neverSeenPairs, transitionRow } from './foundTransitions';

/** Transitions of one answer. */
const maxTransitions = 1000;
/** States of one answer. */
const maxStates = 200;

const transitionsInput = v.strictObject({
  expression: described(textSchema, 'Whose values are the states: call->state.'),
  key: v.optional(
    option(
      described(
        textSchema,
        'Follows frames of equal value of this by themselves: call->number, for the state of each call.',
      ),
      () => t('Follow frames of equal value of this by themselves'),
    ),
  ),
  where: v.optional(condition),
  unit: durationUnit,
  first: v.optional(described(wholeNumber, 'The transition to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxTransitions), 'How many transitions.'), 100),
});

const transitionAnswer = v.strictObject({
  total: wholeNumber,
  unit: unitOfDurations,
  /** The first of them, in the order in which they came. */
  states: v.array(v.strictObject({ state: v.string(), frames: wholeNumber, first: wholeNumber })),
  /** The most frequent first. */
  transitions: v.array(transitionRow),
  next: v.optional(wholeNumber),
  neverSeen: v.optional(neverSeenPairs),
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
  result: transitionAnswer,
  answer: async ({ trace }, { expression, key, where, unit, first, count }, run) => {
    const followed = {
      value: await meantValue(trace, expression, run),
      ...(key !== undefined && { key: await meantValue(trace, key, run) }),
    };
    const { list, note } = await matchedFrames(trace, where, run);
    const found = await FoundTransitions.find(trace, list, followed, unit, run);
    try {
      const { total, others } = found;
      const end = first + count;
      const never = await found.neverSeen;
      return {
        ...{ total, unit: found.unit, states: await found.states(maxStates) },
        transitions: await found.rows(first, end),
        ...(end < total && { next: end }),
        ...(never && { neverSeen: { total: never.total, pairs: [...never.pairs] } }),
        gaps: found.gaps,
        notes: [
          ...(note === undefined ? [] : [note]),
          ...found.notes,
          ...(others > 0
            ? [`${others} transitions are of pairs that are too many to be counted one by one.`]
            : []),
        ],
      };
    } finally {
      found.dispose();
    }
  },
});
