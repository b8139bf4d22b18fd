// Some of the begins and ends that are part of no interval, for a page.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { FoundIntervals, rowsInput, unpairedFrame } from './foundIntervals';

/** `unpairedFrames`: in the order of the file. */
export const unpairedFrames = question({
  input: v.strictObject({ view: wholeNumber, ...rowsInput }),
  result: v.array(unpairedFrame),
  answer: async ({ views }: TraceAsked, { view, ...rows }) =>
    Promise.resolve(views.get(FoundIntervals, view).unpairedFrames(rows)),
});
