// The session of the debug adapter on standard input and output: for other editors, and for tests.
// It needs plain node and no VS Code.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { nodeHost } from '../commandLine/nodeHost';
import { TraceDebugSession } from './session';

const session = new TraceDebugSession(nodeHost());
// The base class would also end at a malformed message.
session.removeAllListeners('error');
session.on('error', ({ body }: DebugProtocol.Event) => {
  if (!String(body).startsWith('Error handling data')) session.shutdown();
});
process.on('SIGTERM', () => {
  session.shutdown();
});
session.start(process.stdin, process.stdout);
