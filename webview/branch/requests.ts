// What the page of a branch trace asks its host: each request has one answer, or a problem in words.
import type {
  BranchAnswers,
  BranchArguments,
  BranchHostMessage,
  BranchPageMessage,
  BranchRequestName,
} from '../../src/editor/branch/messages';

interface UnderWay {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (problem: Error) => void;
}

export class BranchRequests {
  private readonly underWay = new Map<number, UnderWay>();
  private lastId = 0;

  constructor(private readonly post: (message: BranchPageMessage) => void) {}

  /** Rejects with the host's sentence where there is no answer. */
  ask<Name extends BranchRequestName>(
    name: Name,
    asked: BranchArguments<Name>,
  ): Promise<BranchAnswers[Name]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.underWay.set(id, {
        resolve: (answer) => {
          resolve(answer as BranchAnswers[Name]);
        },
        reject,
      });
      this.post({ type: 'request', id, name, arguments: asked });
    });
  }

  /** Takes a message of the host that answers something. */
  receive(message: Extract<BranchHostMessage, { id: number }>): void {
    const asked = this.underWay.get(message.id);
    this.underWay.delete(message.id);
    if (message.type === 'answer') asked?.resolve(message.answer);
    else asked?.reject(new Error(message.problem));
  }
}
