// A target whose program runs while its branches are recorded: gdb manual, "Branch Trace" among the remote packets. What was
// recorded is read while the program stands, and is gone with it: so it is held where it is about to end.
import type { Disposable } from '../../trace/emitter';
import type { Transport } from '../transport';
import { beginBranches, endBranches, readBranches, requireBranches } from './branchRecording';
import type { ConnectOptions } from './connectRecording';
import { Exchange } from './exchange';
import { ProgramControl } from './execution';
import { exitCall } from './exitCall';
import { greet, type TargetFeatures } from './features';
import { Target } from './target';

/** Recording on one connection, which ends with it. Acts reject with a {@link TargetProblem}: a sentence for a person. */
export class LiveBranches implements Disposable {
  private constructor(
    private readonly exchange: Exchange,
    private readonly features: TargetFeatures,
    private readonly control: ProgramControl,
  ) {}

  /** Connects, and begins to record; the program stands. The connection is closed where there is a problem, a sentence. */
  static async connect(
    transport: Transport,
    { reliable = true, patience }: ConnectOptions = {},
  ): Promise<LiveBranches | { readonly problem: string }> {
    const exchange = new Exchange(transport, patience);
    try {
      const features = await greet(exchange, reliable);
      requireBranches(features, 'bts');
      const control = await ProgramControl.begin(exchange, features);
      await control.halt();
      const { layout } = await Target.describe(exchange, features);
      await beginBranches(exchange, features, 'bts');
      await control.holdAtCall(exitCall(layout?.architecture));
      return new LiveBranches(exchange, features, control);
    } catch (error) {
      exchange.dispose();
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Lets the program run until it stops by itself, or is stopped. */
  async run(signal: AbortSignal): Promise<void> {
    const { control, exchange } = this;
    await new Promise<void>((resolve, reject) => {
      const ended = control.onDidChange(({ state }) => {
        if (state !== 'running') end(resolve);
      });
      const lost = exchange.onLost(() => {
        end(resolve);
      });
      const stop = () => {
        control.halt().catch(fail);
      };
      const fail = (error: unknown) => {
        end(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      };
      const end = (settle: () => void) => {
        ended.dispose();
        lost.dispose();
        signal.removeEventListener('abort', stop);
        settle();
      };
      signal.addEventListener('abort', stop);
      control.resume().catch(fail);
      if (signal.aborted) stop();
    });
  }

  /** The document of what was recorded, part by part. */
  document(): AsyncGenerator<Uint8Array, void> {
    return readBranches(this.exchange, this.features);
  }

  /** Ends the recording and lets the program go. Never rejects: a target that is gone is left already. */
  async leave(): Promise<void> {
    const { exchange, control } = this;
    try {
      await control.halt();
      if (control.now.state !== 'ended') {
        await endBranches(exchange);
        await exchange.demand('D', 'The target does not let its program go');
      }
    } catch {
      // The connection ends all the same.
    }
    this.dispose();
  }

  dispose(): void {
    this.control.dispose();
    this.exchange.dispose();
  }
}
