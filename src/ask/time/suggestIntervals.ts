// Intervals that the tracepoints of a trace suggest to a page.
import * as v from 'valibot';
import { intervalSuggestions } from '../../trace/intervals/intervalSuggestions';
import type { Immutable } from '../../wire/contract';
import { question } from '../question';
import type { TraceAsked } from '../views';

/** Tracepoints by the file's numbers. */
const tracepoints = v.array(v.number());

const suggestion = v.strictObject({
  /** `calls`: from the entry of a function; `hits`: from each hit of a tracepoint to the next. */
  kind: v.picklist(['calls', 'hits']),
  begin: tracepoints,
  end: tracepoints,
  /** The function that the tracepoints are in, where it is known. */
  functionName: v.exactOptional(v.string()),
  /** An expression to pair by. */
  key: v.exactOptional(v.string()),
});
export type SuggestedInterval = Immutable<v.InferOutput<typeof suggestion>>;

/** `suggestIntervals`: waits for the whole index. */
export const suggestIntervals = question({
  input: v.strictObject({}),
  result: v.array(suggestion),
  answer: ({ trace }: TraceAsked, _, { signal }) => intervalSuggestions(trace, signal),
});
