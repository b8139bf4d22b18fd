// The host's end of a wire. A web view is a browser page, and nothing that comes from it is taken
// on trust: each message is checked against the contract, and what no schema describes is ignored.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { messageOf, RequestFailed } from '../bytes/requestFailed';
import { ReadFailed } from '../bytes/source';
import { messageWithoutSteering } from '../bytes/text';
import type { Contract, HostMessage, RequestName, Requests } from './contract';

/** Characters that a page may keep. */
const maxState = 100_000;
/** Requests of one page that are under way at the same time. */
const maxUnderWay = 256;
/** Milliseconds from one report of a request to the next. */
const reportInterval = 100;

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const pageMessage = v.variant('type', [
  v.strictObject({ type: v.literal('ready'), heard: v.boolean() }),
  v.strictObject({ type: v.literal('request'), id, name: v.string(), asked: v.unknown() }),
  v.strictObject({ type: v.literal('cancel'), id }),
  v.strictObject({ type: v.literal('act'), act: v.unknown() }),
  v.strictObject({
    type: v.literal('keep'),
    state: v.pipe(v.string(), v.maxLength(maxState)),
  }),
]);

/** How a request is followed, and ended. */
export interface RequestRun {
  readonly signal: AbortSignal;
  /** Says how far it has come; the page is told a few times a second. */
  readonly report: (progress: unknown) => void;
}

/** What the host does with what a page says. */
export interface Served<R extends Requests, Act> {
  /** Answers a request whose input was checked. Rejects where there is no answer. */
  answer(name: RequestName<R>, input: unknown, run: RequestRun): Promise<unknown>;
  act(act: Act): void;
  /** The page begins. `heard`: it has what was offered. */
  ready(heard: boolean): void;
  /** Keeps the page's state, as JSON. */
  keep?(state: string): void;
  /** A request failed through a fault of ours. */
  failed(error: unknown): void;
  /** The sentence for the screen of an expected failure; its message unless given. */
  sentence?(error: RequestFailed): string;
}

export class HostWire<R extends Requests, Act, Event> {
  private readonly underWay = new Map<number, AbortController>();
  private isClosed = false;
  private isReady = false;
  private hasOffered = false;

  /** `post` hands a message to the web view. */
  constructor(
    private readonly contract: Contract<R, Act>,
    private readonly post: (message: unknown) => void,
    private readonly served: Served<R, Act>,
  ) {}

  /** Takes a message of the page. */
  receive(message: unknown): void {
    const read = v.safeParse(pageMessage, message);
    if (!read.success || this.isClosed) return;
    const { output } = read;
    this.isReady = true;
    switch (output.type) {
      case 'ready':
        // A page before it in the same tab asked under the same numbers.
        this.cancelAll();
        this.served.ready(output.heard);
        break;
      case 'request':
        void this.answer(output.id, output.name, output.asked);
        break;
      case 'cancel':
        this.underWay.get(output.id)?.abort();
        break;
      case 'act': {
        const act = v.safeParse(this.contract.act, output.act);
        if (act.success) this.served.act(act.output);
        break;
      }
      case 'keep':
        this.served.keep?.(output.state);
    }
  }

  /** Whether the page listens. */
  get isHeard(): boolean {
    return this.isReady;
  }

  /** Tells the page something, once it listens: before, it is offered all there is. */
  tell(event: Event): void {
    if (this.isReady) this.send({ type: 'event', event });
  }

  /**
   * Tells the page something that it begins with, even before it listens: VS Code keeps it for a
   * loading page for a while. A page that has not heard it all says so.
   */
  offer(event: Event): void {
    this.send({ type: 'event', event, ...(!this.hasOffered && { begins: true }) });
    this.hasOffered = true;
  }

  /** The page is gone, for now or for good: nobody waits for an answer. */
  cancelAll(): void {
    for (const run of this.underWay.values()) run.abort();
    this.underWay.clear();
  }

  dispose(): void {
    this.isClosed = true;
    this.cancelAll();
  }

  private async answer(id: number, name: string, asked: unknown): Promise<void> {
    if (!isRequest(this.contract, name) || this.underWay.has(id)) return;
    const checked = v.safeParse(this.contract.requests[name]?.input ?? v.never(), asked);
    if (!checked.success) return;
    if (this.underWay.size >= maxUnderWay) {
      this.send({ type: 'problem', id, problem: t('The page asks for too much at once.') });
      return;
    }
    const run = new AbortController();
    this.underWay.set(id, run);
    const say = (message: HostMessage) => {
      if (!run.signal.aborted) this.send(message);
    };
    const report = throttled((report) => {
      say({ type: 'report', id, report });
    });
    try {
      const { signal } = run;
      say({
        ...{ type: 'answer', id },
        answer: await this.served.answer(name, checked.output, { signal, report }),
      });
    } catch (error) {
      if (!isExpected(error) && !run.signal.aborted) this.served.failed(error);
      say({ type: 'problem', id, ...this.problemOf(error) });
    } finally {
      if (this.underWay.get(id) === run) this.underWay.delete(id);
    }
  }

  private problemOf(error: unknown): { problem: string; column?: number } {
    if (!(error instanceof RequestFailed)) return { problem: messageOf(error) };
    const problem = this.served.sentence?.(error) ?? error.message;
    return { problem, ...(error.column !== undefined && { column: error.column }) };
  }

  private send(message: HostMessage): void {
    if (!this.isClosed) this.post(messageWithoutSteering(message));
  }
}

function isRequest<R extends Requests>(
  { requests }: Contract<R>,
  name: string,
): name is RequestName<R> {
  return Object.hasOwn(requests, name);
}

function isExpected(error: unknown): boolean {
  return error instanceof RequestFailed || error instanceof ReadFailed;
}

/** Says the first of them, and after that one each interval. */
function throttled(say: (report: unknown) => void): (report: unknown) => void {
  let last = -Infinity;
  return (report) => {
    const now = performance.now();
    if (now - last < reportInterval) return;
    last = now;
    say(report);
  };
}
