// Capstone in a thread of its own (node's worker_threads), started on first use: a library that
// hangs or crashes takes only that thread down. The code that runs in it is capstoneWorker.ts.
import { t } from '@vscode/l10n';
import type { Worker } from 'node:worker_threads';
import type { CapstoneMode, CapstoneInstruction } from './capstone';
import { startThread } from './thread';

/** What the thread is asked. */
export interface DecodeRequest {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly address: bigint;
  readonly mode: CapstoneMode;
  readonly most: number;
}

/** What it answers. */
export type DecodeReply =
  | { readonly id: number; readonly decoded: readonly CapstoneInstruction[] }
  | { readonly id: number; readonly problem: string };

/**
 * What became of a question: an answer, or why it is missing. Of a thread that `died`, another may
 * know better.
 */
type Outcome = DecodeReply | { readonly died: string } | { readonly problem: string };

/** Decodes in a thread. Whoever made it disposes of it, which ends the thread. */
export class CapstoneThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, (outcome: Outcome) => void>();
  private lastId = 0;
  private disposed = false;

  /**
   * `script`: path of capstoneWorker.ts, bundled. `timeout`: milliseconds that an answer may take.
   */
  constructor(
    private readonly script: string,
    private readonly timeout = 10_000,
  ) {}

  /**
   * See CapstoneDecoder. If the thread dies, the question is asked again in a new one: another
   * question may have been at fault. Rejects with a sentence if that fails too; the next call
   * starts a new thread.
   */
  async decode(
    bytes: Uint8Array,
    address: bigint,
    mode: CapstoneMode,
    most: number,
  ): Promise<readonly CapstoneInstruction[]> {
    const question = { bytes, address, mode, most };
    const first = await this.ask(question);
    const outcome = 'died' in first ? await this.ask(question) : first;
    if ('decoded' in outcome) return outcome.decoded;
    throw new Error('problem' in outcome ? outcome.problem : stopped(outcome.died));
  }

  dispose(): void {
    this.disposed = true;
    if (this.worker) this.end(this.worker, { problem: stopped(t('it was closed')) });
  }

  private ask(question: Omit<DecodeRequest, 'id'>): Promise<Outcome> {
    if (this.disposed) return Promise.resolve({ problem: t('The disassembler was closed.') });
    let worker: Worker;
    try {
      worker = this.worker ??= this.start();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return Promise.resolve({ problem: stopped(why) });
    }
    const id = ++this.lastId;
    return new Promise((resolve) => {
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        const why = t('it gave no answer for {0} seconds', this.timeout / 1000);
        settle({ problem: stopped(why) });
        this.end(worker, { died: why });
      }, this.timeout);
      this.waiting.set(id, settle);
      worker.postMessage({ id, ...question } satisfies DecodeRequest);
    });
  }

  private start(): Worker {
    const worker = startThread(this.script);
    // An idle thread does not keep the process alive.
    worker.unref();
    worker.on('message', (answer: DecodeReply) => this.waiting.get(answer.id)?.(answer));
    worker.on('error', ({ message }) => {
      this.end(worker, { died: message });
    });
    worker.on('exit', (code) => {
      this.end(worker, { died: t('it ended with code {0}', code) });
    });
    return worker;
  }

  /** What waits for this thread has this outcome. */
  private end(worker: Worker, outcome: Outcome): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    void worker.terminate();
    for (const settle of [...this.waiting.values()]) settle(outcome);
  }
}

function stopped(why: string): string {
  return t('The disassembler stopped working: {0}. Ask again to start it anew.', why);
}
