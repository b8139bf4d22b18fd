// The session of the debug adapter on standard input and output: for other editors. It needs plain
// node and no VS Code.
import { nodeHost } from '../commandLine/nodeHost';
import { startSession } from './streamSession';

const session = startSession(nodeHost(), process.stdin, process.stdout);
process.on('SIGTERM', () => {
  session.shutdown();
});
