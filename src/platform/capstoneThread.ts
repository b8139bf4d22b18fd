// Capstone in a thread of its own (node's worker_threads), which begins when it is first needed: a library that hangs or
// breaks takes a thread with it and nothing else. What runs in the thread is serveCapstone.ts.
import { Worker } from 'node:worker_threads';
import type { CapstoneMode, Decoded } from './capstone';

/** What the thread is asked. */
export interface Question {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly address: bigint;
  readonly mode: CapstoneMode;
  readonly most: number;
}

/** What it answers. */
export type Answer =
  | { readonly id: number; readonly decoded: readonly Decoded[] }
  | { readonly id: number; readonly problem: string };

interface Waiting {
  readonly resolve: (decoded: readonly Decoded[]) => void;
  readonly reject: (error: Error) => void;
}

/** Decodes in a thread. Whoever made it disposes of it, which ends the thread. */
export class CapstoneThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private disposed = false;

  /** `script`: path of a script that calls `serveCapstone`. `patience`: milliseconds that an answer may take. */
  constructor(
    private readonly script: string,
    private readonly patience = 10_000,
  ) {}

  /** See CapstoneDecoder. Rejects with a sentence where the thread died or does not answer; the next call begins a new one. */
  decode(
    bytes: Uint8Array,
    address: bigint,
    mode: CapstoneMode,
    most: number,
  ): Promise<readonly Decoded[]> {
    if (this.disposed) return Promise.reject(new Error('The disassembler was closed.'));
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.end(worker, `it gave no answer for ${this.patience / 1000} seconds`);
      }, this.patience);
      const settle =
        <T>(go: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          this.waiting.delete(id);
          go(value);
        };
      this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      worker.postMessage({ id, bytes, address, mode, most } satisfies Question);
    });
  }

  dispose(): void {
    this.disposed = true;
    if (this.worker) this.end(this.worker, 'it was closed');
  }

  private start(): Worker {
    const worker = new Worker(this.script);
    // A thread alone is no reason for the program to go on.
    worker.unref();
    worker.on('message', (answer: Answer) => {
      const waiting = this.waiting.get(answer.id);
      if ('decoded' in answer) waiting?.resolve(answer.decoded);
      else waiting?.reject(new Error(answer.problem));
    });
    worker.on('error', ({ message }) => {
      this.end(worker, message);
    });
    worker.on('exit', (code) => {
      this.end(worker, `it ended with code ${code}`);
    });
    return worker;
  }

  /** Whoever waits for this thread is told why there is no answer. */
  private end(worker: Worker, why: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    void worker.terminate();
    const error = new Error(
      `The disassembler stopped working: ${why}. Ask again to start it anew.`,
    );
    for (const { reject } of [...this.waiting.values()]) reject(error);
  }
}
