// The server of the Model Context Protocol, on standard input and output. It is the only file that
// loads the protocol's SDK; it listens at no port and connects to nothing.
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { RequestFailed } from '../bytes/requestFailed';
import { nameInOneLine } from '../bytes/text';
import { refusalText, textsAreData } from '../ask/answers';
import { TraceTools, type TraceFolders } from './traceTools';

/** What a model is told of the server. */
const instructions = `Answers questions about gdb trace files (*.tf): recordings of a program at tracepoints. A frame is one hit of a tracepoint: registers, memory and variables as they were then. Nothing is run or written.
Begin with trace_list and trace_describe. Find frames with trace_frames (a condition, columns), look at one with trace_frame, follow values with trace_changes, run gdb's commands with trace_gdb.
${textsAreData}`;

/** How traces are named to a client. */
const mimeType = 'application/x-gdb-trace';

/** Serves until the standard input ends. */
export async function serveMcp(
  files: TraceFolders,
  budget: number,
  version: string,
): Promise<void> {
  const tools = new TraceTools(files, budget);
  // The high-level class takes schemas of zod; ours are given as they are.
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(
    { name: 'gdb-tracefile', title: 'GDB Trace Files', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  server.setRequestHandler('tools/list', () => ({
    tools: tools.list.map(({ inputSchema, outputSchema, ...tool }) => ({
      ...tool,
      inputSchema: { ...inputSchema, type: 'object' as const },
      outputSchema: { ...outputSchema, type: 'object' as const },
      annotations: { title: tool.title, ...annotations },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    try {
      const answer = await tools.call(params.name, params.arguments, signal);
      return {
        content: [{ type: 'text', text: JSON.stringify(answer) }],
        structuredContent: answer,
      };
    } catch (error) {
      return { content: [{ type: 'text', text: refusalText(error) }], isError: true };
    }
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: (await files.list()).map((path) => ({
      uri: uriOf(path),
      name: nameInOneLine(path.replace(/^.*[/\\]/s, '')),
      mimeType,
    })),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
    contents: [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify(await tools.describe(pathOf(uri))),
      },
    ],
  }));
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  await closed;
  tools.dispose();
}

function uriOf(path: string): string {
  return new URL(`file://${path.split('/').map(encodeURIComponent).join('/')}`).href;
}

/** The path of a resource; another URI is no file of ours. */
function pathOf(uri: string): string {
  const { protocol, pathname } = new URL(uri);
  if (protocol !== 'file:') throw new RequestFailed(`${uri} is no trace file.`);
  return decodeURIComponent(pathname);
}
