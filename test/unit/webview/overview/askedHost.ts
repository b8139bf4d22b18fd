// A host that answers the requests of the overview and the plots when the test says so.
import type { Ask } from '../../../../webview/requests';

/** A request that was made. */
export interface Asked {
  readonly name: string;
  readonly asked: unknown;
  readonly signal: AbortSignal | undefined;
  answer(answer: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
  report(report: unknown): void;
}

/** What waits for an answer has gone on. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Keeps what is asked. */
export class AskedHost {
  readonly all: Asked[] = [];

  readonly ask = ((name: string, asked: unknown, options: Parameters<Ask>[2] = {}) =>
    new Promise((resolve, reject) => {
      this.all.push({
        ...{ name, asked, signal: options.signal },
        answer: (answer) => {
          resolve(answer as never);
          return settled();
        },
        fail: (error) => {
          reject(error);
          return settled();
        },
        report: (report) => {
          options.report?.(report as never);
        },
      });
    })) as Ask;

  /** The requests of a name. */
  of(name: string): Asked[] {
    return this.all.filter((each) => each.name === name);
  }

  /** The newest request of a name. */
  last(name: string): Asked {
    const found = this.of(name).at(-1);
    if (!found) throw new Error(`Nobody asked for ${name}.`);
    return found;
  }
}
