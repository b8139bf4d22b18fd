// A debug session as VS Code runs it, in the process of the test.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterHost } from '../src/adapter/host';
import { TraceDebugSession } from '../src/adapter/session';

export class SessionInProcess {
  private readonly adapter: TraceDebugSession;
  private readonly answers = new Map<number, (response: DebugProtocol.Response) => void>();
  private lastRequest = 0;
  /** Stops that nobody waited for yet. */
  private readonly stops: DebugProtocol.StoppedEvent[] = [];
  private onStop: ((stop: DebugProtocol.StoppedEvent) => void) | undefined;

  /** `onRequest` is called before each request. */
  constructor(
    host: AdapterHost,
    private readonly onRequest: () => void = () => undefined,
  ) {
    this.adapter = new TraceDebugSession(host);
    this.adapter.onDidSendMessage((message) => {
      this.take(message as DebugProtocol.Response | DebugProtocol.Event);
    });
  }

  /** Sends a request; its response's body, or an error with its message. */
  async request(command: string, given: object = {}): Promise<unknown> {
    const seq = ++this.lastRequest;
    const answered = new Promise<DebugProtocol.Response>((resolve) =>
      this.answers.set(seq, resolve),
    );
    this.onRequest();
    this.adapter.handleMessage({ seq, type: 'request', command, arguments: given } as never);
    const response = await answered;
    if (!response.success) throw new Error(`${command}: ${response.message ?? ''}`);
    return response.body as unknown;
  }

  /** The next stop that was not waited for yet. */
  stopped(): Promise<DebugProtocol.StoppedEvent> {
    const [stop] = this.stops.splice(0, 1);
    return stop ? Promise.resolve(stop) : new Promise((resolve) => (this.onStop = resolve));
  }

  dispose(): void {
    this.adapter.dispose();
  }

  private take(message: DebugProtocol.Response | DebugProtocol.Event): void {
    if (message.type === 'response') {
      const { request_seq: seq } = message as DebugProtocol.Response;
      this.answers.get(seq)?.(message as DebugProtocol.Response);
      this.answers.delete(seq);
      return;
    }
    const event = message as DebugProtocol.Event;
    if (event.event !== 'stopped') return;
    const { onStop } = this;
    this.onStop = undefined;
    if (onStop) onStop(event as DebugProtocol.StoppedEvent);
    else this.stops.push(event as DebugProtocol.StoppedEvent);
  }
}
