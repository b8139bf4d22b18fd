// Log messages: a line in the debug console for each frame that a run comes to, with a link that goes to the frame.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Trace } from '../trace/trace';
import { logText } from './breakpoints/logMessage';
import type { Log } from './breakpoints/run';
import type { Client } from './client';
import { frameReference } from './frameLinks';
import type { StackFrames } from './stackFrames';

/** The most lines of one run: about as many as a client keeps. */
const mostLines = 10_000;

/** The log of one run; lines beyond the most are not printed, and that is said. */
export function frameLog(trace: Trace, stack: StackFrames, client: Client): Log {
  let lines = 0;
  return async ({ stop }, frame) => {
    lines++;
    if (lines === mostLines + 1) {
      client.say(
        `More than ${mostLines} lines: what the run comes to is logged no more.`,
        'console',
      );
    }
    if (lines > mostLines) return;
    const text = await logText(stop?.log ?? [], trace, frame);
    const { source, line, column } = await stack.placeAt(frame);
    const body: DebugProtocol.OutputEvent['body'] = {
      ...{ category: 'console', output: `frame ${frame}: ${text}\n` },
      variablesReference: frameReference(frame),
      ...(source && { source, line, column }),
    };
    const event: DebugProtocol.OutputEvent = { seq: 0, type: 'event', event: 'output', body };
    client.send(event);
  };
}
