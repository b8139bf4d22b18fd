// Work in a thread of its own (node's worker_threads): a script of the bundle that is asked one
// thing, answers, and ends.
import { config, t } from '@vscode/l10n';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker, parentPort, workerData } from 'node:worker_threads';

/**
 * What became of a question: `lost` says why there is no answer, `closed` that nobody waits for one
 * any more.
 */
type ThreadReply<Answer> =
  | { readonly answer: Answer }
  | { readonly lost: string }
  | { readonly closed: true };

/** Asks a script, each time in a new thread. Whoever made it closes it, which ends the threads. */
export class Threads<Question, Answer> {
  private readonly running = new Map<Worker, () => void>();
  private closed = false;
  /** How many threads can work at once. */
  readonly parallelism = availableParallelism();

  /** `script`: path of a script that calls `answerInThread`. */
  constructor(private readonly script: string) {}

  /** Asks in a thread. Never rejects: a thread that cannot be started, or dies, is `lost`. */
  ask(question: Question): Promise<ThreadReply<Answer>> {
    if (this.closed) return Promise.resolve({ closed: true });
    return new Promise((resolve) => {
      try {
        this.listen(startThread(this.script, question), resolve);
      } catch (error) {
        resolve({ lost: reason(error) });
      }
    });
  }

  /** Ends all threads; what was asked, and what is asked later, is not answered. */
  close(): void {
    this.closed = true;
    for (const end of this.running.values()) end();
  }

  private listen(worker: Worker, resolve: (reply: ThreadReply<Answer>) => void): void {
    const settle = (reply: ThreadReply<Answer>): void => {
      resolve(reply);
      if (this.running.delete(worker)) void worker.terminate();
    };
    const lose = (error: unknown): void => {
      settle({ lost: reason(error) });
    };
    this.running.set(worker, () => {
      settle({ closed: true });
    });
    // A pending question does not keep the process alive.
    worker.unref();
    worker.on('message', settle);
    worker.on('error', lose);
    worker.on('messageerror', lose);
    worker.on('exit', (code) => {
      settle({ lost: t('it ended with code {0}', code) });
    });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Path of a script that the build puts next to the bundle that this is in. */
export function bundledScript(name: string): string {
  return join(__dirname, name);
}

/** What a thread is given when it starts. */
interface ThreadData {
  readonly question?: unknown;
  /** See `useStrings`. */
  readonly strings: string;
}

let strings = '{}';

/** Takes a bundle of strings, as JSON, for this thread and for those that it starts later. */
export function useStrings(contents: string): void {
  strings = contents;
  config({ contents });
}

/** Starts a script, which calls {@link takeQuestion}, in a thread of its own. */
export function startThread(script: string, question?: unknown): Worker {
  return new Worker(script, { workerData: { question, strings } satisfies ThreadData });
}

/** In a thread: takes the user's language, and returns what it was asked. */
export function takeQuestion(): unknown {
  const given = workerData as ThreadData;
  useStrings(given.strings);
  return given.question;
}

/** In a thread: answers what it was asked. `columns` of the answer are handed over, not copied. */
export function answerInThread(
  answer: (question: unknown) => Promise<{ answer: unknown; columns: readonly ArrayBufferView[] }>,
): void {
  void answer(takeQuestion()).then(
    ({ answer: found, columns }) => {
      const buffers = columns.map(({ buffer }) => buffer);
      const owned = buffers.filter((buffer) => buffer instanceof ArrayBuffer);
      parentPort?.postMessage({ answer: found } satisfies ThreadReply<unknown>, owned);
    },
    (error: unknown) => {
      parentPort?.postMessage({ lost: reason(error) } satisfies ThreadReply<unknown>);
    },
  );
}
