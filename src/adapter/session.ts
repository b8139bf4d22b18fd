// The debug adapter: it starts and ends sessions, and routes each other request to the session in
// front. A trace, a recording and a branch trace have a session class each.
import { t } from '@vscode/l10n';
import {
  DebugSession,
  InitializedEvent,
  OutputEvent,
  Response,
  TerminatedEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { messageWithoutSteering, withoutSteering, escapeLinks } from '../bytes/text';
import { ReadFailed } from '../bytes/source';
import type { Disposable } from '../trace/emitter';
import type { Client, ClientAbilities } from './client';
import { DebugContext } from './debugContext';
import type { SessionKind } from './debugSession';
import type { AdapterHost } from './host';
import { launch } from './launch';
import { asksForBranches } from './launchArguments';
import { messageOf, RequestFailed } from '../bytes/requestFailed';
import { noSession, TraceSession } from './traceSession';

/** What this adapter can do. */
const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '$', '>', ' '],
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsGotoTargetsRequest: true,
  supportsRestartRequest: true,
  supportsReadMemoryRequest: true,
  supportsEvaluateForHovers: true,
  supportsFunctionBreakpoints: true,
  supportsInstructionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsDataBreakpointBytes: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsCancelRequest: true,
  supportsDisassembleRequest: true,
  supportsModulesRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsValueFormattingOptions: true,
  supportTerminateDebuggee: true,
};

/** Requests that start and end a session, whatever is debugged. */
const lifecycleRequests: ReadonlySet<string> = new Set([
  'initialize',
  'launch',
  'attach',
  'disconnect',
  'terminate',
]);

/** Milliseconds after which the process ends although a file is not written yet. */
const maxWriting = 10_000;

/** The adapter. One object serves one client. */
export class TraceDebugSession extends DebugSession {
  /** The session that answers. */
  private front: SessionKind = noSession;
  private abilities: ClientAbilities = {
    invalidated: false,
    progress: false,
    countsCompletionsFromZero: false,
    listsNewBreakpoints: false,
  };
  private isClosed = false;

  constructor(private readonly host: AdapterHost) {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  /** The base class would answer requests that it has no work for with success. */
  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const { command } = request;
    if (!lifecycleRequests.has(command)) {
      this.route(request);
      return;
    }
    const given = request.arguments as object | undefined;
    // The base class requires arguments that DAP makes optional.
    const assumed = command === 'initialize' ? { pathFormat: 'path' } : {};
    super.dispatchRequest({ ...request, arguments: { ...assumed, ...given } });
  }

  /** Nothing that a file says steers the client's terminal. */
  override sendResponse(response: DebugProtocol.Response): void {
    response.body = messageWithoutSteering<unknown>(response.body);
    if (response.message !== undefined) response.message = withoutSteering(response.message);
    super.sendResponse(response);
  }

  override sendEvent(event: DebugProtocol.Event): void {
    event.body = messageWithoutSteering<unknown>(event.body);
    super.sendEvent(event);
  }

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    args: DebugProtocol.InitializeRequestArguments,
  ): void {
    this.abilities = {
      invalidated: args.supportsInvalidatedEvent ?? false,
      progress: args.supportsProgressReporting ?? false,
      // VS Code takes them for indexes of the text, whatever it says of columns; code-server sends
      // the same id.
      countsCompletionsFromZero: args.clientID === 'vscode',
      listsNewBreakpoints: args.clientID === 'vscode',
    };
    response.body = capabilities;
    void this.respond(response, async () => {
      await this.host.setLanguage?.(args.locale ?? 'en');
    });
  }

  protected override launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: DebugProtocol.LaunchRequestArguments,
  ): void {
    const answered = this.respond(response, async () => {
      this.requireNothing();
      if (asksForBranches(args)) await this.debugBranches(args);
      else await this.debugTrace(args);
      this.sendEvent(new InitializedEvent());
    });
    void answered.then(() => {
      this.endWithoutSession();
    });
  }

  /**
   * Records on a live target; the trace that comes of it is debugged then. Configuration begins
   * with the trace.
   */
  protected override attachRequest(
    response: DebugProtocol.AttachResponse,
    given: DebugProtocol.AttachRequestArguments,
  ): void {
    let begin = (): void => undefined;
    const answered = this.respond(response, async () => {
      this.requireNothing();
      const { host, client } = this;
      const [{ attach, launchOf }, { readAttachArguments }, { RecordingSession }] =
        await Promise.all([
          import('./attach/attach'),
          import('./attach/attachArguments'),
          import('./attach/recordingSession'),
        ]);
      const args = readAttachArguments(given);
      const attached = await attach(args, host, client.log);
      const onTrace = (path: string) => void this.debugRecorded(launchOf(given, attached, path));
      const onEnd = () => {
        this.end();
      };
      const recording = this.kept(
        new RecordingSession(attached, args, host, client, onTrace, onEnd),
      );
      this.front = recording;
      begin = () => {
        recording.begin();
      };
    });
    void answered.then(() => {
      begin();
      this.endWithoutSession();
    });
  }

  protected override disconnectRequest(
    response: DebugProtocol.DisconnectResponse,
    args: DebugProtocol.DisconnectArguments,
  ): void {
    void this.leaveTarget(args).then(() => {
      this.release();
      super.disconnectRequest(response, args);
    });
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    void this.leaveTarget({}).then(() => {
      this.sendResponse(response);
      this.end();
    });
  }

  override dispose(): void {
    this.isClosed = true;
    this.release();
    super.dispose();
  }

  /** Also called when the client goes without a word. */
  override shutdown(): void {
    const { writing } = this.front;
    this.isClosed = true;
    this.release();
    if (!writing) {
      super.shutdown();
      return;
    }
    const enough = new Promise((resolve) => setTimeout(resolve, maxWriting));
    void Promise.race([writing, enough]).then(() => {
      super.shutdown();
    });
  }

  /** Hands a request to the session in front. */
  private route(request: DebugProtocol.Request): void {
    const { front } = this;
    const response: DebugProtocol.Response = new Response(request);
    const answered = this.respond(response, async () => {
      response.body = await front.answer(request);
    });
    void answered.then(() => front.answered?.(request));
  }

  /** The client, as the parts of a session see it. */
  private get client(): Client {
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

  /** Runs a request's work and sends its response; a failure becomes an error response. */
  private async respond(
    response: DebugProtocol.Response,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
      this.sendResponse(response);
    } catch (error) {
      const showUser = response.command === 'launch' || response.command === 'attach';
      const isExpected = error instanceof RequestFailed || error instanceof ReadFailed;
      const text = isExpected ? error.message : notAnswered(response.command, messageOf(error));
      // What is in braces in a format is a placeholder, and the text of an error may have
      // braces.
      this.sendErrorResponse(response, {
        id: isExpected ? 1 : 2,
        format: '{_text}',
        variables: { _text: showUser ? escapeLinks(text) : text },
        showUser,
      });
    }
  }

  private requireNothing(): void {
    if (this.front !== noSession) throw new RequestFailed(t('A trace is being debugged already.'));
  }

  private async debugTrace(args: object): Promise<void> {
    const launched = await launch(args, this.host, this.client.log);
    const context = this.kept(new DebugContext(launched, this.client));
    this.front.dispose();
    this.front = new TraceSession(context);
  }

  private async debugBranches(args: object): Promise<void> {
    const [{ launchBranches }, { BranchSession }] = await Promise.all([
      import('./branch/launch'),
      import('./branch/branchSession'),
    ]);
    const launched = await launchBranches(args, this.host, this.client.log);
    this.front = this.kept(new BranchSession(launched, this.client));
  }

  /** The trace was recorded: it is debugged as a launched one is. */
  private async debugRecorded(args: object): Promise<void> {
    try {
      await this.debugTrace(args);
      this.sendEvent(new InitializedEvent());
    } catch (error) {
      this.client.log(messageOf(error), 'stderr');
      this.end();
    }
  }

  /** What was begun is the session's, unless the client has gone meanwhile. */
  private kept<Begun extends Disposable>(begun: Begun): Begun {
    if (!this.isClosed) return begun;
    begun.dispose();
    throw new RequestFailed(t('The session has ended.'));
  }

  private async leaveTarget({
    terminateDebuggee,
  }: DebugProtocol.DisconnectArguments): Promise<void> {
    await this.front.leave?.(terminateDebuggee);
  }

  /**
   * Says that the session has ended where none came about. The response before it says why: a
   * client may end the adapter at once.
   */
  private endWithoutSession(): void {
    if (this.front === noSession) this.sendEvent(new TerminatedEvent());
  }

  private end(): void {
    this.release();
    this.sendEvent(new TerminatedEvent());
  }

  private release(): void {
    this.front.dispose();
    this.front = noSession;
  }
}

function notAnswered(command: string, reason: string): string {
  return t(
    'The request “{0}” could not be answered: its arguments make no sense, or the adapter is at fault ({1}).',
    command,
    reason,
  );
}
