// The page's end of a wire: asks the host, tells it acts, hears its events, and keeps the page's
// state. It needs no document, so that tests speak over it too.
import type {
  AnswerOf,
  AskOf,
  AskOptions,
  InputOf,
  HostMessage,
  PageMessage,
  ReportOf,
  RequestName,
  Requests,
} from './contract';

/** Why there is no answer, as the host says it. */
export class RequestError extends Error {
  constructor(
    sentence: string,
    /** Where in the expression that was asked with, counted from 1. */
    readonly column?: number,
  ) {
    super(sentence);
  }
}

/** A request that was cancelled has neither an answer nor a problem. */
export class RequestCancelled extends Error {}

/** What VS Code gives a page. */
export interface PagePort {
  post(message: PageMessage): void;
  /** Calls `receive` with each message to the page's window, and `loaded` once it has loaded. */
  listen(receive: (message: unknown) => void, loaded: () => void): void;
  /** What was saved when the page was last shown, or when one that it replaces was. */
  readonly savedState: unknown;
  save(state: unknown): void;
}

interface UnderWay {
  answer(answer: unknown): void;
  fail(problem: Error): void;
  report(report: unknown): void;
}

/**
 * Milliseconds between two times that the state is saved: scrolling changes it with every paint.
 */
const saveInterval = 50;
/** The same for the host, which writes it down. */
const keepInterval = 100;

export class PageWire<R extends Requests, Act, Event> {
  private readonly underWay = new Map<number, UnderWay>();
  private lastId = 0;
  private isReady = false;
  private readonly saved: Throttled<unknown>;
  private readonly kept: Throttled<string>;

  constructor(private readonly port: PagePort) {
    this.saved = new Throttled(saveInterval, (state) => {
      port.save(state);
    });
    this.kept = new Throttled(keepInterval, (state) => {
      port.post({ type: 'keep', state });
    });
  }

  /**
   * Asks the host. Rejects with {@link RequestError}, or with {@link RequestCancelled} where
   * `signal` aborted it.
   */
  readonly ask: AskOf<R> = <Name extends RequestName<R>>(
    name: Name,
    asked: InputOf<R, Name>,
    { signal, report }: AskOptions<ReportOf<R, Name>> = {},
  ) => {
    if (signal?.aborted) return Promise.reject(new RequestCancelled());
    const id = ++this.lastId;
    return new Promise<AnswerOf<R, Name>>((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        if (!this.underWay.delete(id)) return;
        this.port.post({ type: 'cancel', id });
        reject(new RequestCancelled());
      });
      this.underWay.set(id, {
        answer: (answer) => {
          resolve(answer as AnswerOf<R, Name>);
        },
        fail: reject,
        report: (given) => report?.(given as ReportOf<R, Name>),
      });
      this.port.post({ type: 'request', id, name, asked });
    });
  };

  /** Tells the host what has no answer. */
  readonly act = (act: Act): void => {
    this.port.post({ type: 'act', act });
  };

  /**
   * Hands each event of the host to `receive`. The host is told first that the page listens: when
   * VS Code hands over what it kept while the page was loading, or has nothing to hand over.
   */
  listen(receive: (event: Event) => void): void {
    this.port.listen(
      (message) => {
        if (!isHostMessage(message)) return;
        if (message.type !== 'event') {
          this.settle(message);
          return;
        }
        this.sayReady(message.begins === true);
        receive(message.event as Event);
      },
      () => {
        this.sayReady(false);
      },
    );
  }

  /** The state that was saved last. */
  get savedState(): unknown {
    return this.port.savedState;
  }

  /** Saves the page's state; it is shown again so after its tab was hidden. */
  save(state: () => unknown): void {
    this.saved.give(state);
  }

  /** Has the host keep the state too, for a page that takes this one's place. */
  keep(state: () => unknown): void {
    this.kept.give(() => JSON.stringify(state()));
  }

  private sayReady(heard: boolean): void {
    if (this.isReady) return;
    this.isReady = true;
    this.port.post({ type: 'ready', heard });
  }

  private settle(message: Exclude<HostMessage, { type: 'event' }>): void {
    const asked = this.underWay.get(message.id);
    if (message.type === 'report') {
      asked?.report(message.report);
      return;
    }
    this.underWay.delete(message.id);
    if (message.type === 'answer') asked?.answer(message.answer);
    else asked?.fail(new RequestError(message.problem, message.column));
  }
}

/** Only VS Code posts messages with a type to a web view's window. */
function isHostMessage(data: unknown): data is HostMessage {
  return typeof data === 'object' && data !== null && 'type' in data;
}

/**
 * Gives what is newest: at once, and while it goes on changing every so often. What equals the one
 * given last is not given again.
 */
export class Throttled<T> {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private latest: (() => T) | undefined;
  private given: T | undefined;

  constructor(
    private readonly intervalMs: number,
    private readonly take: (value: T) => void,
  ) {}

  give(value: () => T): void {
    this.latest = value;
    if (this.waiting === undefined) this.next();
  }

  private next(): void {
    const value = this.latest?.();
    this.latest = undefined;
    this.waiting = undefined;
    if (value === undefined) return;
    this.waiting = setTimeout(() => {
      this.next();
    }, this.intervalMs);
    if (value === this.given) return;
    this.given = value;
    this.take(value);
  }
}
