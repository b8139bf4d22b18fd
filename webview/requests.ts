// The page's requests to the host: each has one answer, or a problem in words, or is cancelled.
import type { HostMessage } from '../src/editor/messages';
import type {
  Answers,
  PageMessage,
  Reports,
  RequestArguments,
  RequestName,
} from '../src/editor/pageMessages';

/** Why there is no answer. */
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

interface UnderWay {
  answer(answer: unknown): void;
  fail(problem: Error): void;
  report(report: unknown): void;
}

/** Options of a request. */
interface RequestOptions<Name extends RequestName> {
  readonly signal?: AbortSignal;
  readonly report?: (report: Reports[Name]) => void;
}

/** How the page's parts ask the host. */
export type Ask = <Name extends RequestName>(
  name: Name,
  asked: RequestArguments<Name>,
  options?: RequestOptions<Name>,
) => Promise<Answers[Name]>;

/**
 * Moves of the user, one after the other: each begins where the one before it led, however long the
 * host took to say where.
 */
export class Moves {
  private last: Promise<void> | undefined;

  /** Makes a move at once where none is under way. */
  make(move: () => Promise<void>): Promise<void> {
    const made = this.last?.then(move) ?? move();
    const ended = made
      .catch(() => undefined)
      .then(() => {
        if (this.last === ended) this.last = undefined;
      });
    this.last = ended;
    return made;
  }
}

/** Requests under way. */
export class Requests {
  private readonly underWay = new Map<number, UnderWay>();
  private lastId = 0;

  constructor(private readonly post: (message: PageMessage) => void) {}

  /**
   * Rejects with {@link RequestError}, or with {@link RequestCancelled} where `signal` aborted it.
   */
  readonly ask: Ask = (name, asked, options = {}) => {
    const { signal, report } = options;
    if (signal?.aborted) return Promise.reject(new RequestCancelled());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        if (!this.underWay.delete(id)) return;
        this.post({ type: 'cancel', id });
        reject(new RequestCancelled());
      });
      this.underWay.set(id, {
        answer: (answer) => {
          resolve(answer as Answers[typeof name]);
        },
        fail: reject,
        report: (given) => report?.(given as Reports[typeof name]),
      });
      this.post({ type: 'request', id, name, arguments: asked });
    });
  };

  /** Takes a message of the host; false where it answers nothing that is under way. */
  receive(message: HostMessage): boolean {
    if (message.type !== 'answer' && message.type !== 'problem' && message.type !== 'report') {
      return false;
    }
    const { id } = message;
    const asked = this.underWay.get(id);
    if (message.type === 'report') {
      asked?.report(message.report);
    } else {
      this.underWay.delete(id);
      if (message.type === 'answer') asked?.answer(message.answer);
      else asked?.fail(new RequestError(message.problem, message.column));
    }
    return asked !== undefined;
  }
}

/**
 * Waits for work that a later one may overtake. What fails the host tells the user itself; what is
 * shown stays.
 */
export async function ignoringFailure(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}

/** After so many milliseconds an answer is no longer waited for. */
const patienceMs = 3000;

interface Wish {
  readonly frame: number;
  readonly byUser: boolean;
}

/**
 * Asks for the details of the frame wanted last, at most one at a time. A held arrow key selects
 * faster than a host answers: only the selection that is left when the answer comes is asked for
 * next.
 */
export class DetailsRequest {
  private underWay: { readonly frame: number; readonly since: number } | undefined;
  private next: Wish | undefined;

  /** `now` is a clock in milliseconds. */
  constructor(
    private readonly ask: (frame: number, byUser: boolean) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Wants the details of `frame`, instead of any wanted before. What the user selected and was not
   * asked for yet stays the user's, as when the trace grows meanwhile.
   */
  want(frame: number, byUser: boolean): void {
    const isUsers = this.next?.frame === frame && this.next.byUser;
    const wish = { frame, byUser: byUser || isUsers };
    if (this.isWaiting) this.next = wish;
    else this.send(wish);
  }

  /** Takes note that details of `frame` came. */
  answered(frame: number): void {
    if (frame !== this.underWay?.frame) return;
    this.underWay = undefined;
    const { next } = this;
    if (next !== undefined) this.send(next);
  }

  /** Forgets what is under way, whose answer would be out of date; what is wanted is asked next. */
  reset(): void {
    this.underWay = undefined;
  }

  private get isWaiting(): boolean {
    return this.underWay !== undefined && this.now() - this.underWay.since < patienceMs;
  }

  private send(wish: Wish): void {
    this.underWay = { frame: wish.frame, since: this.now() };
    this.next = undefined;
    this.ask(wish.frame, wish.byUser);
  }
}
