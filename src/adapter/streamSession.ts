// A session on a pair of streams, as other editors speak to the adapter.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterHost } from './host';
import { TraceDebugSession } from './session';

/** Starts a session that reads requests from `input` and answers on `output`. */
export function startSession(
  host: AdapterHost,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): TraceDebugSession {
  const session = new TraceDebugSession(host);
  // The base class would also end at a malformed message.
  session.removeAllListeners('error');
  session.on('error', ({ body }: DebugProtocol.Event) => {
    if (!String(body).startsWith('Error handling data')) session.shutdown();
  });
  session.start(input, output);
  return session;
}
