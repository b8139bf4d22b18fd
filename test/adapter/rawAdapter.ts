// The debug adapter spoken to message by message, without a client's manners.
import type { RunningAdapter } from './runningAdapter';

/** A message as it is on the wire. */
export interface RawMessage {
  readonly type: string;
  readonly seq?: number;
  readonly event?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

export class RawAdapter {
  private readonly answers = new Map<number, RawMessage[]>();
  private readonly waiting = new Map<number, (answer: RawMessage) => void>();
  private unread = Buffer.alloc(0);
  private sequence = 0;

  constructor(
    private readonly adapter: RunningAdapter,
    /** Is given each message, sent or received, before anything else. */
    private readonly onMessage: (message: RawMessage) => void = () => undefined,
  ) {
    adapter.answers.on('data', (bytes: Buffer) => {
      this.unread = Buffer.concat([this.unread, bytes]);
      this.takeMessages();
    });
  }

  /** Sends a request; its first answer. */
  ask(command: unknown, given: unknown): Promise<RawMessage> {
    const seq = ++this.sequence;
    return new Promise((answered) => {
      this.waiting.set(seq, answered);
      const request = { seq, type: 'request', command, arguments: given };
      this.onMessage(request);
      this.send(JSON.stringify(request));
    });
  }

  send(body: string): void {
    this.adapter.requests.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** Requests that were answered more than once. */
  get answeredAgain(): readonly RawMessage[] {
    return [...this.answers.values()].flatMap((all) => all.slice(1));
  }

  private takeMessages(): void {
    for (;;) {
      const end = this.unread.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(this.unread.toString('latin1', 0, end))?.[1],
      );
      if (end < 0 || this.unread.length < end + 4 + length) return;
      const body = this.unread.toString('utf8', end + 4, end + 4 + length);
      this.unread = this.unread.subarray(end + 4 + length);
      this.take(JSON.parse(body) as RawMessage);
    }
  }

  private take(message: RawMessage): void {
    this.onMessage(message);
    if (message.type !== 'response' || message.request_seq === undefined) return;
    const { request_seq: seq } = message;
    this.answers.set(seq, [...(this.answers.get(seq) ?? []), message]);
    this.waiting.get(seq)?.(message);
    this.waiting.delete(seq);
  }
}
