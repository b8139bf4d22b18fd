// A client of the debug adapter, which speaks to it as another editor does.
import { resolve } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { adapterHere, type RunningAdapter } from './runningAdapter';

/** A file of the recorded traces. */
export function corpus(path: string): string {
  return resolve(import.meta.dirname, '../corpus', path);
}

/** A client with what every test asks for. */
export class TraceClient extends DebugClient {
  /** Everything the adapter said on the console, in order. */
  readonly output: string[] = [];

  constructor(private readonly adapter: RunningAdapter) {
    super('', '', 'tracefile');
    this.on('output', (event: DebugProtocol.OutputEvent) => {
      this.output.push(event.body.output);
    });
    this.connect(adapter.answers, adapter.requests);
  }

  /** Begins with a client's id, `vscode` is VS Code's, in a locale. */
  static async start(
    clientID = 'test',
    locale = 'en',
    adapter: RunningAdapter = adapterHere(),
  ): Promise<TraceClient> {
    const client = new TraceClient(adapter);
    const pathFormat = 'path';
    await client.initializeRequest({ adapterID: 'tracefile', clientID, locale, pathFormat });
    return client;
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.adapter.end();
  }

  /** Launches and returns the first stop. */
  async launchTrace(args: object): Promise<DebugProtocol.StoppedEvent['body']> {
    const stopped = this.nextStop();
    const initialized = this.waitForEvent('initialized');
    await this.launchRequest(args);
    await initialized;
    await this.configurationDoneRequest();
    return stopped;
  }

  /** Sends requests in one piece, so that the adapter has the last before it works on the first. */
  atOnce<T>(send: () => T): T {
    this.adapter.requests.cork();
    try {
      return send();
    } finally {
      this.adapter.requests.uncork();
    }
  }

  /** Waits without the five seconds that the class gives: the test's own time is the limit. */
  override waitForEvent(eventType: string): Promise<DebugProtocol.Event> {
    return new Promise((resolve) => this.once(eventType, resolve));
  }

  async nextStop(): Promise<DebugProtocol.StoppedEvent['body']> {
    const event = (await this.waitForEvent('stopped')) as DebugProtocol.StoppedEvent;
    return event.body;
  }

  /** Sends a request that moves, and returns where it stopped. */
  async moving(request: Promise<unknown>): Promise<DebugProtocol.StoppedEvent['body']> {
    const [stopped] = await Promise.all([this.nextStop(), request]);
    return stopped;
  }

  /** The frame number that `$trace_frame` has now. */
  async frame(): Promise<number> {
    return Number(await this.print('$trace_frame'));
  }

  async print(expression: string): Promise<string> {
    const { body } = await this.evaluateRequest({ expression, context: 'watch' });
    return body.result;
  }

  /** The innermost stack frame. */
  async stackFrame(): Promise<DebugProtocol.StackFrame> {
    const { body } = await this.stackTraceRequest({ threadId: 1 });
    const [top] = body.stackFrames;
    if (!top) throw new Error('no stack frame');
    return top;
  }

  async readMemory(
    args: DebugProtocol.ReadMemoryArguments,
  ): Promise<DebugProtocol.ReadMemoryResponse> {
    return await this.customRequest('readMemory', args);
  }

  /** The variables under a path of names, the scope's first. */
  async variables(...path: string[]): Promise<DebugProtocol.Variable[]> {
    const { body } = await this.scopesRequest({ frameId: (await this.stackFrame()).id });
    const [scope, ...names] = path;
    let reference = body.scopes.find(({ name }) => name === scope)?.variablesReference ?? 0;
    for (const name of names) {
      const under = await this.variablesRequest({ variablesReference: reference });
      const found = under.body.variables.find((variable) => variable.name === name);
      reference = found?.variablesReference ?? 0;
    }
    return (await this.variablesRequest({ variablesReference: reference })).body.variables;
  }
}
