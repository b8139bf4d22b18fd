// The host's side of the talk with a page: checks every message, runs requests, and cancels them.
import type { Recording } from '../trace/recording';
import * as v from 'valibot';
import { ReadFailed } from '../bytes/source';
import type { Disposable } from '../trace/emitter';
import type { HostMessage } from './messages';
import {
  pageMessage,
  requestArguments,
  type Act,
  type Answers,
  type Reports,
  type RequestArguments,
  type RequestName,
} from './pageMessages';
import { t } from '@vscode/l10n';

/** Why a request has no answer, as a sentence for the user. */
export class RequestProblem extends Error {
  constructor(
    sentence: string,
    /** Where in the expression that was asked with, counted from 1. */
    readonly column?: number,
  ) {
    super(sentence);
  }
}

/** A problem of an expression as a sentence for the screen; gdb's console keeps gdb's words. */
export function screenProblem(problem: string): string {
  const [, rest] = /^A syntax error in expression, near `(.*)'\.$/s.exec(problem) ?? [];
  if (rest === '') return t('Syntax error at the end of the expression.');
  if (rest !== undefined) return t('Syntax error near “{0}”.', rest);
  return /[.!?]$/.test(problem) ? problem : `${problem}.`;
}

/** How a request is answered; a {@link RequestProblem} or a failed read is sent to the page. */
export type Handlers = {
  readonly [Name in RequestName]: (
    asked: RequestArguments<Name>,
    run: { readonly cancelled: AbortSignal; report(report: Reports[Name]): void },
  ) => Promise<Answers[Name]>;
};

/** What the page talks to. */
interface Listener {
  readonly handlers: Handlers;
  act(act: Act): void;
  post(message: HostMessage): void;
  /** A request failed for no reason of the page's. */
  failed(error: unknown): void;
}

/** Takes what comes from a page. */
export class Conversation implements Disposable {
  private readonly underWay = new Map<number, AbortController>();

  constructor(private readonly listener: Listener) {}

  /** Ignores messages that no schema describes. */
  receive(message: unknown): void {
    const read = v.safeParse(pageMessage, message);
    if (!read.success) return;
    const { output } = read;
    // It begins: what one before it asked in the same tab, under the same numbers, is of no use to
    // it.
    if (output.type === 'ready') this.cancelAll();
    if (output.type === 'cancel') this.underWay.get(output.id)?.abort();
    else if (output.type === 'request') void this.answer(output.id, output.name, output.arguments);
    else this.listener.act(output);
  }

  /** The page is gone, for now or for good: no one waits for an answer. */
  cancelAll(): void {
    for (const run of this.underWay.values()) run.abort();
    this.underWay.clear();
  }

  dispose(): void {
    this.cancelAll();
  }

  private async answer(id: number, name: RequestName, given: unknown): Promise<void> {
    const asked = v.safeParse(requestArguments[name], given);
    if (!asked.success || this.underWay.has(id)) return;
    const run = new AbortController();
    this.underWay.set(id, run);
    const say = (message: HostMessage) => {
      if (!run.signal.aborted) this.listener.post(message);
    };
    const report = (report: unknown) => {
      say({ type: 'report', id, report });
    };
    try {
      // The schema that was found by the name has checked the arguments for it.
      const handler = this.listener.handlers[name] as (
        asked: unknown,
        run: { cancelled: AbortSignal; report(report: unknown): void },
      ) => Promise<unknown>;
      const answer = await handler(asked.output, { cancelled: run.signal, report });
      say({ type: 'answer', id, answer });
    } catch (error) {
      const isProblem = error instanceof RequestProblem;
      const isExpected = isProblem || error instanceof ReadFailed;
      if (!isExpected && !run.signal.aborted) this.listener.failed(error);
      const problem = error instanceof Error ? error.message : String(error);
      const column = isProblem ? error.column : undefined;
      say({ type: 'problem', id, problem, ...(column !== undefined && { column }) });
    } finally {
      if (this.underWay.get(id) === run) this.underWay.delete(id);
    }
  }
}

/** Waits until the index holds a frame; a trace without it is the page's to show. */
export async function awaitFrame(recording: Recording, frame: number): Promise<void> {
  if (!(await recording.reach(frame))) throw new RequestProblem(t('There is no frame {0}.', frame));
}

/** Milliseconds between two reports. */
const reportInterval = 150;

/** A request that is under way. */
export interface RequestRun<Report> {
  readonly cancelled: AbortSignal;
  report(report: Report): void;
}

/** Reports how far a request has come, at most so many times a second. */
export function throttledReports(
  run: RequestRun<{ readonly done: number; readonly total: number }>,
): (done: number, total: number) => void {
  let last = performance.now();
  return (done, total) => {
    const now = performance.now();
    if (now - last < reportInterval) return;
    last = now;
    run.report({ done, total });
  };
}
