// From a connection to a recording: the two sides greet each other, and the target says what it is and what it does.
import type { Transport } from '../transport';
import { Exchange, type Patience } from './exchange';
import { ProgramControl } from './execution';
import { greet } from './features';
import { LiveRecording } from './liveRecording';
import type { Recording } from './recording';
import { Target } from './target';

/** How a connection is used. */
export interface ConnectOptions {
  /** Whether it loses and changes nothing, as sockets and pipes do; true unless told. A serial line's packets are acknowledged. */
  readonly reliable?: boolean;
  readonly patience?: Patience;
}

/**
 * Connects to a target, as gdb's `target remote`. Its program stands then, or goes on where the target answers meanwhile. The
 * recording owns the connection; where there is none, it is closed and the problem is a sentence.
 */
export async function connectRecording(
  transport: Transport,
  { reliable = true, patience }: ConnectOptions = {},
): Promise<{ readonly recording: Recording } | { readonly problem: string }> {
  const exchange = new Exchange(transport, patience);
  try {
    const features = await greet(exchange, reliable);
    const control = await ProgramControl.begin(exchange, features);
    const target = await Target.describe(exchange, features);
    const recording = new LiveRecording(exchange, target, control);
    await recording.takeUp();
    return { recording };
  } catch (error) {
    exchange.dispose();
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
