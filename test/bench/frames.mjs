// Measures going to frames anywhere in a big trace, until the stack, the registers and the variables of each are known as the
// debugger shows them. The adapter runs in this process, as it does in VS Code.
//
//     node test/bench/frames.mjs TRACE.tf [PROGRAM]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue.
import { performance } from 'node:perf_hooks';
import { core, opening, root } from './core.mjs';
import { figure, given, percentile } from './figures.mjs';

const [path, program = `${root}samples/callqueue`] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');
const looks = 2000;

const module = await core({
  ...opening,
  'adapter/session': ['TraceDebugSession'],
  'trace/programOpener': ['programOpener'],
  'platform/companionFiles': ['CompanionFiles'],
});

const traces = new module.OpenTraces(module.openFile, (name) => name);

/** What the adapter asks of its host, without threads: the sample's names are few. */
const host = {
  resolve: (name) => name,
  acquireTrace: (name) => traces.acquire(name),
  openProgram: module.programOpener(
    module.openFile,
    () => new module.CompanionFiles([]),
    () => undefined,
  ),
  sourceFolders: [],
  sourceMap: {},
  fileExists: async () => true,
  readText: async () => undefined,
  startDecoder: () => ({ dispose() {} }),
};

/** A client of an adapter in the same process. */
class Client {
  #session = new module.TraceDebugSession(host);
  #sent = 0;
  #responses = new Map();
  #events = new Map();

  constructor() {
    this.#session.onDidSendMessage((message) => {
      if (message.type === 'response') this.#responses.get(message.request_seq)?.(message);
      else if (message.type === 'event') this.#events.get(message.event)?.(message.body);
    });
  }

  async ask(command, given) {
    const seq = ++this.#sent;
    const answered = new Promise((resolve) => this.#responses.set(seq, resolve));
    this.#session.handleMessage({ seq, type: 'request', command, arguments: given });
    const { success, message, body } = await answered;
    this.#responses.delete(seq);
    if (!success) throw new Error(`${command}: ${message}`);
    return body;
  }

  event(name) {
    return new Promise((resolve) => this.#events.set(name, resolve));
  }
}

const client = new Client();

/** Goes to a frame; how many variables and registers came of it. */
async function look(frame) {
  const stopped = client.event('stopped');
  await client.ask('traceFrame', { frame });
  await stopped;
  const { stackFrames } = await client.ask('stackTrace', { threadId: 1, levels: 20 });
  const { scopes } = await client.ask('scopes', { frameId: stackFrames[0].id });
  let shown = 0;
  for (const { variablesReference } of scopes) {
    shown += (await client.ask('variables', { variablesReference })).variables.length;
  }
  return shown;
}

await client.ask('initialize', { adapterID: 'tracefile' });
const stopped = client.event('stopped');
const initialized = client.event('initialized');
const launched = client.ask('launch', { trace: path, program });
await initialized;
await client.ask('configurationDone');
await launched;
await stopped;

const lease = await traces.acquire(path);
const { trace } = lease;
await trace.recording.indexed;
const frames = trace.recording.index.count;
const times = [];
const processor = [];
let shown = 0;
for (let i = 0; i < looks; i++) {
  const used = process.cpuUsage();
  const began = performance.now();
  shown += await look((i * 7919 + 1) % frames);
  times.push(performance.now() - began);
  const { user, system } = process.cpuUsage(used);
  processor.push((user + system) / 1000);
}

const name = `${frames.toLocaleString('en')} frames, any of them looked at`;
figure(`${name}: median`, percentile(times, 0.5), 'ms', { goal: 2 });
figure(`${name}: 95 %`, percentile(times, 0.95), 'ms', { goal: 10 });
figure(`${name}: longest`, Math.max(...times), 'ms');
figure(`${name}: the processor for it, median`, percentile(processor, 0.5), 'ms');
figure(`${name}: the processor for it, 95 %`, percentile(processor, 0.95), 'ms');
figure(`${name}: variables and registers of each`, shown / looks, '');
process.exit();
