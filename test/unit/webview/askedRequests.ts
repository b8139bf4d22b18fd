// A host that answers a page's requests when a test says so.
import type { Answers, Reports } from '../../../src/editor/pageMessages';
import { RequestCancelled, type Ask } from '../../../webview/requests';

export interface AskedRequest {
  readonly name: string;
  readonly asked: unknown;
  readonly signal: AbortSignal | undefined;
  answer(answer: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
  report(report: unknown): void;
}

/** Requests in the order in which they were asked; with `answers`, those are answered at once. */
export function askedHost(answers: Readonly<Record<string, (asked: never) => unknown>> = {}): {
  readonly ask: Ask;
  readonly all: AskedRequest[];
  named(name: string): AskedRequest[];
} {
  const all: AskedRequest[] = [];
  const ask: Ask = (name, asked, options = {}) =>
    new Promise((resolve, reject) => {
      const { signal, report } = options;
      const take = (answer: unknown): void => {
        resolve(answer as Answers[typeof name]);
      };
      signal?.addEventListener('abort', () => {
        reject(new RequestCancelled());
      });
      all.push({
        ...{ name, asked, signal },
        answer: (answer) => {
          take(answer);
          return settle();
        },
        fail: (error) => {
          reject(error);
          return settle();
        },
        report: (given) => report?.(given as Reports[typeof name]),
      });
      const answer = answers[name];
      if (answer) take(answer(asked as never));
    });
  return { ask, all, named: (name) => all.filter((each) => each.name === name) };
}

/** Lets promises that are resolved run on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
