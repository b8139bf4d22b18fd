// A debug session as VS Code runs it, in the process of the test.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterHost } from '../src/adapter/host';
import { TraceDebugSession } from '../src/adapter/session';

export class SessionInProcess {
  private readonly adapter: TraceDebugSession;
  private readonly heard: DebugProtocol.ProtocolMessage[] = [];
  private lastRequest = 0;
  private listeners: (() => void)[] = [];

  /** `onRequest` is called before each request. */
  constructor(
    host: AdapterHost,
    private readonly onRequest: () => void = () => undefined,
  ) {
    this.adapter = new TraceDebugSession(host);
    this.adapter.onDidSendMessage((message) => {
      this.heard.push(message as DebugProtocol.ProtocolMessage);
      for (const listener of this.listeners.splice(0)) listener();
    });
  }

  /** Sends a request; its response's body, or an error with its message. */
  async request(command: string, given: object = {}): Promise<unknown> {
    const seq = ++this.lastRequest;
    this.onRequest();
    this.adapter.handleMessage({ seq, type: 'request', command, arguments: given } as never);
    const response = await this.hears(
      (message): message is DebugProtocol.Response =>
        message.type === 'response' && (message as DebugProtocol.Response).request_seq === seq,
    );
    if (!response.success) throw new Error(`${command}: ${response.message ?? ''}`);
    return response.body;
  }

  /** The first message of a kind that was not taken yet. */
  async hears<Heard extends DebugProtocol.ProtocolMessage>(
    wanted: (message: DebugProtocol.ProtocolMessage) => message is Heard,
  ): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(wanted);
      if (found) {
        this.heard.splice(this.heard.indexOf(found), 1);
        return found;
      }
      await new Promise<void>((resolve) => this.listeners.push(resolve));
    }
  }

  /** The next stop. */
  stopped(): Promise<DebugProtocol.StoppedEvent> {
    return this.hears(
      (message): message is DebugProtocol.StoppedEvent =>
        message.type === 'event' && (message as DebugProtocol.Event).event === 'stopped',
    );
  }

  dispose(): void {
    this.adapter.dispose();
  }
}
