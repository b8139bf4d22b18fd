// How many frames a filter would let through, while it is typed; no table changes.
import * as v from 'valibot';
import { matchingFrames } from '../../trace/search/search';
import { compiledCondition } from '../expressions';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { expression } from './tableMessages';

const count = v.strictObject({ matched: wholeNumber });

/** How many were counted so far. */
export type MatchCount = v.InferOutput<typeof count>;

/** `countMatches`. */
export const countMatches = question({
  input: v.strictObject({ filter: expression }),
  result: count,
  progress: count,
  answer: async ({ trace }: TraceAsked, { filter }, { signal, report }) => {
    const condition = await compiledCondition(trace, filter);
    let matched = 0;
    const search = matchingFrames(trace, [{ condition }], {
      ...{ from: -1, direction: 1, signal },
      onProgress: () => {
        report({ matched });
      },
    });
    for await (const frames of search) matched += frames.length;
    return { matched };
  },
});
