// Log messages: a line in the debug console for each frame that a run reaches, with a link that
// goes to the frame.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Trace } from '../trace/trace';
import { logText } from './breakpoints/logMessage';
import type { PrintLogMessage } from './breakpoints/run';
import type { Client } from './client';
import type { StackFrames } from './stackFrames';
import type { FrameNavigator } from './navigation';
import { RequestFailed } from '../bytes/requestFailed';

/** The most lines of one run: about as many as a client keeps. */
const maxLines = 10_000;

/** The log of one run; lines beyond the most are not printed, and that is said. */
export function frameLog(trace: Trace, stack: StackFrames, client: Client): PrintLogMessage {
  let lines = 0;
  return async ({ stop }, frame) => {
    lines++;
    if (lines === maxLines + 1) {
      client.log(
        t('More than {0} lines: what the run comes to is logged no more.', maxLines),
        'console',
      );
    }
    if (lines > maxLines) return;
    const text = await logText(stop?.log ?? [], trace, frame);
    const { source, line, column } = await stack.placeAt(frame);
    const body: DebugProtocol.OutputEvent['body'] = {
      category: 'console',
      output: `frame ${frame}: ${text}\n`,
      variablesReference: frameReference(frame),
      ...(source && { source, line, column }),
    };
    const event: DebugProtocol.OutputEvent = { seq: 0, type: 'event', event: 'output', body };
    client.send(event);
  };
}

// Links to frames in the debug console. DAP has no link to a moment: an output may have a variable,
// and a variable a location, which the client asks for (`locations`) when the user clicks it. Then
// the debugger goes to the frame.

/**
 * References to frames begin here, far above those to variables; they hold as long as the session.
 */
const firstReference = 2 ** 30;

/** A reference to a frame. */
function frameReference(frame: number): number {
  return frame < firstReference ? firstReference + frame : 0;
}

/**
 * The variable under a reference to a frame: one, whose location is the frame. Undefined for other
 * references.
 */
export function frameVariables(reference: number): DebugProtocol.Variable[] | undefined {
  const frame = frameOf(reference);
  if (frame === undefined) return undefined;
  const value = String(frame);
  return [{ name: 'frame', value, variablesReference: 0, valueLocationReference: reference }];
}

/** DAP's `locations`: goes to the frame of a reference, and answers with its source line. */
export async function frameLocation(
  { navigator, stack }: { readonly navigator: FrameNavigator; readonly stack: StackFrames },
  reference: unknown,
): Promise<NonNullable<DebugProtocol.LocationsResponse['body']>> {
  const frame = frameOf(reference);
  if (frame === undefined) throw new RequestFailed(t('There is no such location.'));
  await navigator.goTo(frame);
  const { source, line, column } = await stack.placeAt(frame);
  if (!source) throw new RequestFailed(t('Frame {0} has no source line.', frame));
  return { source, line, column };
}

function frameOf(reference: unknown): number | undefined {
  const isFrame = typeof reference === 'number' && Number.isSafeInteger(reference);
  return isFrame && reference >= firstReference ? reference - firstReference : undefined;
}
