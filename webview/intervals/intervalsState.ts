// What the page remembers of the tabs "Intervals" and "Transitions".
import type { IntervalColumn } from '../../src/ask/time/arrangeIntervals';
import type { SuggestedInterval } from '../../src/ask/time/suggestIntervals';

/** What intervals were asked for; an empty begin: none. */
export interface IntervalQuestion {
  readonly begin: string;
  /** Empty: the next begin. */
  readonly end: string;
  /** Empty: paired in order. */
  readonly key: string;
}

export interface IntervalsState extends IntervalQuestion {
  readonly by: IntervalColumn;
  readonly descending: boolean;
}

/** The state that is followed, empty for none, and what tells things apart that have one each. */
export interface TransitionsState {
  readonly state: string;
  readonly key: string;
}

const columns = ['begin', 'end', 'duration', 'key', 'depth'] satisfies IntervalColumn[];

export const initialIntervals: IntervalsState = {
  ...{ begin: '', end: '', key: '' },
  by: 'begin',
  descending: false,
};

export const initialTransitions: TransitionsState = { state: '', key: '' };

/** A condition that holds in the hits of some tracepoints. */
export function anyOf(tracepoints: readonly number[]): string {
  return tracepoints.map((number) => `$tracepoint == ${number}`).join(' || ');
}

/** What a suggestion asks for. */
export function questionOf({ kind, begin, end, key = '' }: SuggestedInterval): IntervalQuestion {
  return { begin: anyOf(begin), end: kind === 'hits' ? '' : anyOf(end), key };
}

/** Reads what was saved; what makes no sense is as on a first visit. */
export function readIntervals(saved: unknown): IntervalsState {
  const { by, descending, ...texts } = (saved ?? {}) as Record<string, unknown>;
  return {
    ...textsOf(texts, { begin: '', end: '', key: '' }),
    by: columns.find((each) => each === by) ?? initialIntervals.by,
    descending: descending === true,
  };
}

/** The same of transitions. */
export function readTransitions(saved: unknown): TransitionsState {
  return textsOf((saved ?? {}) as Record<string, unknown>, { ...initialTransitions });
}

function textsOf<Texts extends Record<string, string>>(
  saved: Record<string, unknown>,
  initial: Texts,
): Texts {
  const read = Object.entries(initial).map(([name, text]) => {
    const known = saved[name];
    return [name, typeof known === 'string' ? known : text];
  });
  return Object.fromEntries(read) as Texts;
}
