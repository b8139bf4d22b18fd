// Links to frames in the debug console. DAP has no link to a moment: an output may have a variable, and a variable a
// location, which the client asks for (`locations`) when a person clicks it. Then the debugger goes to the frame.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Mover } from './mover';
import { RequestFailed } from './requestFailed';
import type { StackFrames } from './stackFrames';

/** References to frames begin here, far above those to variables; they hold as long as the session. */
const firstReference = 2 ** 30;

/** A reference to a frame. */
export function frameReference(frame: number): number {
  return frame < firstReference ? firstReference + frame : 0;
}

/** The variable under a reference to a frame: one, whose location is the frame. Undefined for other references. */
export function frameVariables(reference: number): DebugProtocol.Variable[] | undefined {
  const frame = frameOf(reference);
  if (frame === undefined) return undefined;
  const value = String(frame);
  return [{ name: 'frame', value, variablesReference: 0, valueLocationReference: reference }];
}

/** DAP's `locations`: goes to the frame of a reference, and answers with its source line. */
export async function frameLocation(
  { mover, stack }: { readonly mover: Mover; readonly stack: StackFrames },
  reference: unknown,
): Promise<NonNullable<DebugProtocol.LocationsResponse['body']>> {
  const frame = frameOf(reference);
  if (frame === undefined) throw new RequestFailed('There is no such location.');
  await mover.goTo(frame);
  const { source, line, column } = await stack.placeAt(frame);
  if (!source) throw new RequestFailed(`Frame ${frame} has no source line.`);
  return { source, line, column };
}

function frameOf(reference: unknown): number | undefined {
  const isFrame = typeof reference === 'number' && Number.isSafeInteger(reference);
  return isFrame && reference >= firstReference ? reference - firstReference : undefined;
}
