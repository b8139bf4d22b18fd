// The debug adapter as another editor gets it: a program that plain node runs.
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';

const adapter = resolve(import.meta.dirname, '../../dist/stdio.js');

/** A file of the recorded traces. */
export function corpus(path: string): string {
  return resolve(import.meta.dirname, '../corpus', path);
}

/** A client with what every test asks for. */
export class TraceClient extends DebugClient {
  /** Everything the adapter said on the console, in order. */
  readonly output: string[] = [];
  private requests?: Writable;

  /** Starts the adapter for a client with an id, `vscode` is VS Code's, in a locale. */
  static async start(clientID = 'test', locale = 'en'): Promise<TraceClient> {
    const client = new TraceClient('node', adapter, 'tracefile');
    client.on('output', (event: DebugProtocol.OutputEvent) => {
      client.output.push(event.body.output);
    });
    await client.start();
    const pathFormat = 'path';
    await client.initializeRequest({ adapterID: 'tracefile', clientID, locale, pathFormat });
    return client;
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

  protected override connect(readable: Readable, writable: Writable): void {
    this.requests = writable;
    super.connect(readable, writable);
  }

  /** Sends requests in one piece, so that the adapter has the last before it works on the first. */
  atOnce<T>(send: () => T): T {
    this.requests?.cork();
    try {
      return send();
    } finally {
      this.requests?.uncork();
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
