// How a session answers: each request gets one response, an error where its part fails, and can be cancelled meanwhile.
import { DebugSession, OutputEvent, Response } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { ReadFailed } from '../bytes/source';
import { escapeLinks } from '../trace/text/escapeLinks';
import type { AttachedRecording } from './attach/attachedRecording';
import type { BranchSession } from './branch/branchSession';
import type { Client, ClientAbilities } from './client';
import type { DebugContext } from './debugContext';
import { found, messageOf, RequestFailed } from './requestFailed';

/** Requests of DAP that this adapter does not say it supports. */
const unsupportedRequests: ReadonlySet<string> = new Set([
  'exceptionInfo',
  'restartFrame',
  'setExpression',
  'setVariable',
  'stepInTargets',
  'terminateThreads',
  'writeMemory',
]);

/** Requests that begin and end a session, whatever is debugged. */
const lifecycleRequests: ReadonlySet<string> = new Set([
  'initialize',
  'launch',
  'attach',
  'disconnect',
  'terminate',
]);

/** Does a request's work; the result is the response's body. */
type Part<Answer extends DebugProtocol.Response> = (
  context: DebugContext,
  cancelled: AbortSignal,
) => Answer['body'] | Promise<Answer['body']>;

/** A session that hands its requests to parts. */
export abstract class BaseSession extends DebugSession {
  protected context: DebugContext | undefined;
  /** A branch trace that is debugged in place of a trace. */
  protected branches: BranchSession | undefined;
  /** A trace that is being recorded, and debugged later. */
  protected recording: AttachedRecording | undefined;
  protected abilities: ClientAbilities = { invalidated: false, progress: false };
  /** Requests that are not answered yet, by their numbers. */
  private readonly pending = new Map<number, AbortController>();

  /** The base class answers requests that it has no work for with success, and wants arguments that DAP lets out. */
  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const { command } = request;
    const other = this.branches ?? this.recording;
    if (other && !lifecycleRequests.has(command)) {
      this.answerElsewhere(request, other);
    } else if (unsupportedRequests.has(command)) {
      const format = `A trace has no request “${command}”.`;
      this.sendErrorResponse(new Response(request), { id: 1, format });
    } else {
      const given = request.arguments as object | undefined;
      const assumed = command === 'initialize' ? { pathFormat: 'path' } : {};
      super.dispatchRequest({ ...request, arguments: { ...assumed, ...given } });
    }
  }

  private answerElsewhere(
    request: DebugProtocol.Request,
    other: BranchSession | AttachedRecording,
  ): void {
    const response: DebugProtocol.Response = new Response(request);
    void this.respond(response, async () => {
      response.body = await other.answer(request.command, request.arguments ?? {});
    });
  }

  /** Ends a request that is not answered yet, or the move that is shown under a progress id. */
  protected override cancelRequest(
    response: DebugProtocol.CancelResponse,
    { requestId, progressId }: DebugProtocol.CancelArguments,
  ): void {
    this.answer(response, ({ navigator }) => {
      const request = requestId === undefined ? undefined : this.pending.get(requestId);
      if (request) request.abort();
      else navigator.cancel(progressId);
    });
  }

  /** The client, as the parts of a session see it. */
  protected get client(): Client {
    const { abilities } = this;
    return {
      abilities,
      places: {
        line: (line) => this.convertDebuggerLineToClient(line),
        column: (column) => this.convertDebuggerColumnToClient(column),
        path: (path) => this.convertDebuggerPathToClient(path),
        lineHere: (line) => this.convertClientLineToDebugger(line),
      },
      send: (event) => {
        this.sendEvent(event);
      },
      log: (text, category) => {
        this.sendEvent(new OutputEvent(`${text}\n`, category));
      },
    };
  }

  /** Answers a request about the launched trace with what its part gives; before a launch it fails. */
  protected answer<Answer extends DebugProtocol.Response>(
    response: Answer,
    part: Part<Answer>,
  ): void {
    const cancelled = new AbortController();
    const { request_seq: number } = response;
    this.pending.set(number, cancelled);
    const answered = this.respond(response, async () => {
      const context = found(this.context, 'No trace is being debugged.');
      const { signal } = cancelled;
      response.body = await Promise.race([part(context, signal), cancellation(signal)]);
    });
    void answered.then(() => {
      this.pending.delete(number);
      this.context?.navigator.answered();
    });
  }

  /** Runs a request's work and sends its response; a failure becomes an error response. */
  protected async respond(
    response: DebugProtocol.Response,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
      this.sendResponse(response);
    } catch (error) {
      const showUser = response.command === 'launch' || response.command === 'attach';
      const isTheirs = error instanceof RequestFailed || error instanceof ReadFailed;
      const format = isTheirs ? error.message : notAnswered(response.command, messageOf(error));
      this.sendErrorResponse(response, {
        id: isTheirs ? 1 : 2,
        format: showUser ? escapeLinks(format) : format,
        showUser,
      });
    }
  }
}

/** Fails, with DAP's word for it, when the request is cancelled. */
function cancellation(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new RequestFailed('cancelled'));
    });
  });
}

function notAnswered(command: string, reason: string): string {
  return `The request “${command}” could not be answered: its arguments make no sense, or the adapter is at fault (${reason}).`;
}
