// A host that answers a page's requests when a test says so.
import type { TraceQuestions } from '../../../src/ask/traceQuestions';
import type { AnswerOf, ReportOf } from '../../../src/wire/contract';
import type { Ask } from '../../../webview/requests';
import { RequestCancelled } from '../../../src/wire/page';

export interface AskedRequest {
  readonly name: string;
  readonly asked: unknown;
  readonly signal: AbortSignal | undefined;
  answer(answer: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
  report(report: unknown): void;
}

/** What was asked, in the order in which it was. */
export interface AskedHost {
  readonly ask: Ask;
  readonly all: AskedRequest[];
  named(name: string): AskedRequest[];
  /** The newest request of a name. */
  last(name: string): AskedRequest;
}

/** A host; with `answers`, those are given at once. */
export function askedHost(
  answers: Readonly<Record<string, (asked: never) => unknown>> = {},
): AskedHost {
  const all: AskedRequest[] = [];
  const ask: Ask = (name, asked, options = {}) =>
    new Promise((resolve, reject) => {
      const { signal, report } = options;
      const take = (answer: unknown): void => {
        resolve(answer as AnswerOf<TraceQuestions, typeof name>);
      };
      signal?.addEventListener('abort', () => {
        reject(new RequestCancelled());
      });
      all.push({
        name,
        asked,
        signal,
        answer: (answer) => {
          take(answer);
          return settle();
        },
        fail: (error) => {
          reject(error);
          return settle();
        },
        report: (given) => report?.(given as ReportOf<TraceQuestions, typeof name>),
      });
      const answer = answers[name];
      if (answer) take(answer(asked as never));
    });
  const named = (name: string): AskedRequest[] => all.filter((each) => each.name === name);
  const last = (name: string): AskedRequest => {
    const found = named(name).at(-1);
    if (!found) throw new Error(`Nobody asked for ${name}.`);
    return found;
  };
  return { ask, all, named, last };
}

/** Lets promises that are resolved run on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
