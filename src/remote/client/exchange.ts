// Questions to a target, one after the other, each with its answer: gdb manual, "Overview" of the remote protocol. A target that
// says nothing for long, or whose connection ends, is lost: then every question fails, and none hangs.
import { Emitter, type Disposable } from '../../trace/emitter';
import { PacketLink } from '../packetLink';
import { readReply } from '../packets/reply';
import type { Transport } from '../transport';
import { TargetProblem } from './targetProblem';

/** How long a target is waited for, in milliseconds. */
export interface Patience {
  /** Without a byte from it. */
  readonly silence: number;
  /** For a whole answer, however slowly it comes. */
  readonly answer: number;
}

const usualPatience: Patience = { silence: 10_000, answer: 300_000 };
/** For the answer that comes when a running program stops. */
export const forever: Patience = { silence: Infinity, answer: Infinity };

/** Times that a packet is asked for again, where the one that came was damaged or none did. */
const mostRepeats = 3;
/** The longest that a timer takes. */
const longestTimer = 0x7fff_ffff;

/** The question that waits for its answer. */
interface Waiting {
  readonly packet: string;
  readonly patience: Patience;
  readonly since: number;
  repeats: number;
  timer: NodeJS.Timeout | undefined;
  readonly resolve: (reply: string) => void;
  readonly reject: (problem: TargetProblem) => void;
}

/** A connection on which packets are answered. */
export class Exchange implements Disposable {
  private readonly link: PacketLink;
  private readonly notified = new Emitter<string>();
  private readonly ended = new Emitter<string>();
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Waiting | undefined;
  private loss: string | undefined;

  /** Notifications (`%…`), as they come. */
  readonly onNotification = this.notified.event;
  /** The connection ended; a sentence why. */
  readonly onLost = this.ended.event;

  constructor(
    private readonly transport: Transport,
    private readonly patience: Patience = usualPatience,
  ) {
    const heard: Transport = {
      ...transport,
      onBytes: (listener) => {
        transport.onBytes((bytes) => {
          listener(bytes);
          this.watch();
        });
      },
      write: (bytes) => {
        transport.write(bytes);
      },
    };
    this.link = new PacketLink(
      heard,
      (body) => {
        this.answered(body);
      },
      {
        onNotification: (body) => {
          this.notified.fire(body);
        },
        onDamaged: () => {
          this.damaged();
        },
      },
    );
    transport.onClose(() => {
      this.lose('The target has closed the connection.');
    });
  }

  /** Why the connection ended; undefined while it has not. */
  get lost(): string | undefined {
    return this.loss;
  }

  /** Asks once those before are answered. Rejects with a {@link TargetProblem} where no answer comes. */
  ask(packet: string, patience = this.patience): Promise<string> {
    const answer = this.last.then(() => this.put(packet, patience));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /** Asks for an `OK`; `what` the packet is good for begins the sentence where it does not come. */
  async demand(packet: string, what: string): Promise<void> {
    const reply = readReply(await this.ask(packet));
    switch (reply.kind) {
      case 'ok':
        return;
      case 'unsupported':
        throw new TargetProblem(
          'unsupported',
          `${what}: the target does not know ${nameOf(packet)}.`,
        );
      case 'error': {
        const said = 'text' in reply ? reply.text : `error ${reply.code}`;
        throw new TargetProblem(
          'refused',
          `${what}: the target refused ${nameOf(packet)} (${said}).`,
        );
      }
      case 'data':
        throw malformed(packet, reply.text, 'OK');
    }
  }

  /** Wants a running program to stop; the question that let it run is answered then. */
  interrupt(): void {
    this.link.interrupt();
  }

  stopAcknowledging(): void {
    this.link.stopAcknowledging();
  }

  /** Ends the connection after what was written has left. */
  dispose(): void {
    this.lose('The connection was closed.');
  }

  private put(packet: string, patience: Patience): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.loss !== undefined) {
        reject(new TargetProblem('lost', this.loss));
        return;
      }
      const since = performance.now();
      this.waiting = { packet, patience, since, repeats: 0, timer: undefined, resolve, reject };
      this.watch();
      this.link.send(packet, false);
    });
  }

  private answered(body: string): void {
    const { waiting } = this;
    // A program's own words on gdb's console come before the answer.
    if (!waiting || /^O(?!K$)([\da-f]{2})+$/i.test(body)) return;
    this.settle(waiting);
    waiting.resolve(body);
  }

  /** Where packets are acknowledged, the link has asked again; else the question is put again. */
  private damaged(): void {
    const { waiting } = this;
    if (!waiting) return;
    if (++waiting.repeats > mostRepeats) {
      this.lose(`The target's answers to ${nameOf(waiting.packet)} come damaged.`);
    } else if (!this.link.isAcknowledging) {
      this.settle(waiting);
      const problem = `The answer to ${nameOf(waiting.packet)} came damaged.`;
      waiting.reject(new TargetProblem('malformed', problem));
    }
  }

  /** Waits anew for the next byte. */
  private watch(): void {
    const { waiting } = this;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const left = waiting.since + waiting.patience.answer - performance.now();
    const time = Math.max(0, Math.min(waiting.patience.silence, left));
    if (time > longestTimer) return;
    waiting.timer = setTimeout(() => {
      this.silent(waiting, left <= time);
    }, time);
  }

  private silent(waiting: Waiting, isLast: boolean): void {
    if (this.link.isAcknowledging && !isLast && waiting.repeats++ < mostRepeats) {
      this.link.reject();
      this.watch();
      return;
    }
    const seconds = Math.round((performance.now() - waiting.since) / 1000);
    this.lose(`The target has not answered ${nameOf(waiting.packet)} for ${seconds} seconds.`);
  }

  private settle(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.waiting = undefined;
  }

  private lose(sentence: string): void {
    if (this.loss !== undefined) return;
    this.loss = sentence;
    const { waiting } = this;
    if (waiting) {
      this.settle(waiting);
      waiting.reject(new TargetProblem('lost', sentence));
    }
    this.transport.close();
    this.ended.fire(sentence);
  }
}

/** The name of a packet, without what it says. */
function nameOf(packet: string): string {
  return (
    /^(qXfer:[\w-]+:read|QTBuffer:\w+|vFile:\w+|[vqQ]\w+)/.exec(packet)?.[0] ??
    `“${packet.charAt(0)}”`
  );
}

/** A reply that is not what the packet is answered with. */
export function malformed(packet: string, reply: string, expected: string): TargetProblem {
  const shown = reply.length > 40 ? `${reply.slice(0, 40)}…` : reply;
  const found = `The target's answer to ${nameOf(packet)} makes no sense: “${shown}”, not ${expected}.`;
  return new TargetProblem('malformed', found);
}
