// What the adapter routes requests to.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from '../trace/emitter';

/** A debug session over a trace, a recording or a branch trace. */
export interface SessionKind extends Disposable {
  /**
   * The body of the response to a request. Fails with RequestFailed where it cannot be answered.
   */
  answer(request: DebugProtocol.Request): unknown;
  /** The response to a request was sent. */
  answered?(request: DebugProtocol.Request): void;
  /** The client disconnects: leaves a live target running, or ends it. */
  leave?(terminate: boolean | undefined): Promise<void>;
  /** A file that is being written: the process ends after it. */
  readonly writing?: Promise<void> | undefined;
}
