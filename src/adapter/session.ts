// A debug session over a trace: the Debug Adapter Protocol on one side, an opened trace on the other. Here each request
// is handed to the part that answers it.
import { InitializedEvent, TerminatedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from '../trace/emitter';
import { BaseSession } from './baseSession';
import { dataBreakpointInfo } from './breakpoints/dataInfo';
import { customRequest } from './customRequests';
import { DebugContext } from './debugContext';
import { complete, evaluateRequest } from './evaluate';
import { frameVariables } from './frameLog';
import { goToTarget, gotoTargets } from './gotoTargets';
import type { AdapterHost } from './host';
import { stepBack, stepIn, stepOut, stepOver } from './stepping';
import { launch } from './launch';
import { asksForBranches } from './launchArguments';
import { loadedSources } from './modules';
import { readableMemory } from './memory';
import { found, messageOf, RequestFailed } from './requestFailed';
import { stackFrameScopes } from './scopes';
import { threadId } from './stopped';

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

/** The adapter. One object serves one client. */
export class TraceDebugSession extends BaseSession {
  private isClosed = false;

  constructor(private readonly host: AdapterHost) {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    args: DebugProtocol.InitializeRequestArguments,
  ): void {
    this.abilities = {
      invalidated: args.supportsInvalidatedEvent ?? false,
      progress: args.supportsProgressReporting ?? false,
    };
    response.body = capabilities;
    this.sendResponse(response);
  }

  protected override launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: DebugProtocol.LaunchRequestArguments,
  ): void {
    const answered = this.respond(response, async () => {
      this.requireNothing();
      if (asksForBranches(args)) {
        const [{ launchBranches }, { BranchSession }] = await Promise.all([
          import('./branch/launch'),
          import('./branch/branchSession'),
        ]);
        const launched = await launchBranches(args, this.host, this.client.log);
        this.branches = this.kept(new BranchSession(launched, this.client));
      } else {
        const launched = await launch(args, this.host, this.client.log);
        this.context = this.kept(new DebugContext(launched, this.client));
      }
      this.sendEvent(new InitializedEvent());
    });
    // After the answer, which says why: a client may end the adapter as soon as it hears of the end.
    void answered.then(() => {
      if (!this.context && !this.branches) this.sendEvent(new TerminatedEvent());
    });
  }

  /** Records on a live target; the trace that comes of it is debugged then. Configuration begins with the trace. */
  protected override attachRequest(
    response: DebugProtocol.AttachResponse,
    given: DebugProtocol.AttachRequestArguments,
  ): void {
    const answered = this.respond(response, async () => {
      this.requireNothing();
      const { host, client } = this;
      const [{ attach, launchOf }, { readAttachArguments }, { AttachedRecording }] =
        await Promise.all([
          import('./attach/attach'),
          import('./attach/attachArguments'),
          import('./attach/attachedRecording'),
        ]);
      const args = readAttachArguments(given);
      const attached = await attach(args, host, client.log);
      const onTrace = (path: string) => void this.debugRecorded(launchOf(given, attached, path));
      const onEnd = () => {
        this.end();
      };
      this.recording = this.kept(
        new AttachedRecording(attached, args, host, client, onTrace, onEnd),
      );
    });
    void answered.then(() => {
      if (this.recording) this.recording.begin();
      else this.sendEvent(new TerminatedEvent());
    });
  }

  protected override configurationDoneRequest(
    response: DebugProtocol.ConfigurationDoneResponse,
  ): void {
    this.answer(response, ({ navigator, args }) => {
      navigator.begin(args);
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

  /** Also where the client goes without a word. */
  override shutdown(): void {
    this.isClosed = true;
    this.release();
    super.shutdown();
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    this.answer(response, ({ trace }) => ({
      threads: [{ id: threadId, name: `${trace.name} · frame ${trace.position}` }],
    }));
  }

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    { startFrame = 0, levels = 0 }: DebugProtocol.StackTraceArguments,
  ): void {
    this.answer(response, ({ stack }) => stack.list(startFrame, levels));
  }

  protected override sourceRequest(
    response: DebugProtocol.SourceResponse,
    { sourceReference }: DebugProtocol.SourceArguments,
  ): void {
    this.answer(response, ({ stack }) => ({
      content: found(stack.missing.explain(sourceReference), 'There is no such source.'),
    }));
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    { frameId }: DebugProtocol.ScopesArguments,
  ): void {
    this.answer(response, (context) => stackFrameScopes(context, frameId));
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    args: DebugProtocol.VariablesArguments,
  ): void {
    this.answer(response, async ({ variables, formats }) => {
      formats.clientHex = args.format?.hex ?? false;
      const reference = args.variablesReference;
      const children = (await variables.children(args)) ?? frameVariables(reference);
      return { variables: found(children, 'The debugger has moved since: expand it again.') };
    });
  }

  protected override evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
  ): void {
    this.answer(response, (context) => {
      context.formats.clientHex = args.format?.hex ?? false;
      return evaluateRequest(context, args);
    });
  }

  protected override completionsRequest(
    response: DebugProtocol.CompletionsResponse,
    args: DebugProtocol.CompletionsArguments,
  ): void {
    this.answer(response, (context) => complete(context, args));
  }

  protected override loadedSourcesRequest(response: DebugProtocol.LoadedSourcesResponse): void {
    this.answer(response, (context) => loadedSources(context, this.client.places));
  }

  protected override readMemoryRequest(
    response: DebugProtocol.ReadMemoryResponse,
    args: DebugProtocol.ReadMemoryArguments,
  ): void {
    this.answer(response, async (context) => {
      const result = await readableMemory((await context.machine()).memory, args);
      if ('problem' in result) throw new RequestFailed(result.problem);
      return result;
    });
  }

  protected override disassembleRequest(
    response: DebugProtocol.DisassembleResponse,
    args: DebugProtocol.DisassembleArguments,
  ): void {
    this.answer(response, async (context) =>
      context.disassembly.rows(await context.machine(), args),
    );
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): void {
    this.answer(response, ({ breakpoints }) => breakpoints.setLines(args));
  }

  protected override setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    args: DebugProtocol.SetFunctionBreakpointsArguments,
  ): void {
    this.answer(response, ({ breakpoints }) => breakpoints.setFunctions(args));
  }

  protected override setInstructionBreakpointsRequest(
    response: DebugProtocol.SetInstructionBreakpointsResponse,
    args: DebugProtocol.SetInstructionBreakpointsArguments,
  ): void {
    this.answer(response, ({ breakpoints }) => breakpoints.setInstructions(args));
  }

  protected override setDataBreakpointsRequest(
    response: DebugProtocol.SetDataBreakpointsResponse,
    args: DebugProtocol.SetDataBreakpointsArguments,
  ): void {
    this.answer(response, ({ breakpoints }) => breakpoints.setData(args));
  }

  protected override dataBreakpointInfoRequest(
    response: DebugProtocol.DataBreakpointInfoResponse,
    args: DebugProtocol.DataBreakpointInfoArguments,
  ): void {
    this.answer(response, (context) => dataBreakpointInfo(context, args));
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    args: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    this.answer(response, ({ breakpoints }) => breakpoints.locations(args));
  }

  protected override gotoTargetsRequest(
    response: DebugProtocol.GotoTargetsResponse,
    args: DebugProtocol.GotoTargetsArguments,
  ): void {
    this.answer(response, (context, cancelled) => gotoTargets(context, args, cancelled));
  }

  protected override gotoRequest(
    response: DebugProtocol.GotoResponse,
    { targetId }: DebugProtocol.GotoArguments,
  ): void {
    this.answer(response, (context) => goToTarget(context, targetId));
  }

  protected override stepInRequest(
    response: DebugProtocol.StepInResponse,
    args: DebugProtocol.StepInArguments,
  ): void {
    this.answer(response, ({ navigator }) => {
      navigator.step(stepIn(args.granularity));
    });
  }

  protected override nextRequest(
    response: DebugProtocol.NextResponse,
    args: DebugProtocol.NextArguments,
  ): void {
    this.answer(response, ({ navigator }) => {
      navigator.step(stepOver(args.granularity));
    });
  }

  protected override stepOutRequest(response: DebugProtocol.StepOutResponse): void {
    this.answer(response, ({ navigator }) => {
      navigator.step(stepOut);
    });
  }

  protected override stepBackRequest(
    response: DebugProtocol.StepBackResponse,
    args: DebugProtocol.StepBackArguments,
  ): void {
    this.answer(response, ({ navigator }) => {
      navigator.step(stepBack(args.granularity));
    });
  }

  protected override continueRequest(response: DebugProtocol.ContinueResponse): void {
    this.answer(response, ({ navigator }) => {
      navigator.run(1);
      return { allThreadsContinued: true };
    });
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    this.answer(response, ({ navigator }) => {
      navigator.run(-1);
    });
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    this.answer(response, ({ navigator }) => {
      navigator.restart();
    });
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.answer(response, ({ navigator }) => {
      navigator.pause();
    });
  }

  protected override customRequest(
    command: string,
    response: DebugProtocol.Response,
    args: unknown,
  ): void {
    this.answer(response, (context) => customRequest(command, context, args));
  }

  private requireNothing(): void {
    if (this.context ?? this.branches ?? this.recording) {
      throw new RequestFailed('A trace is being debugged already.');
    }
  }

  /** The trace was recorded: it is debugged as a launched one is. */
  private async debugRecorded(args: object): Promise<void> {
    try {
      const launched = await launch(args, this.host, this.client.log);
      this.recording?.dispose();
      this.recording = undefined;
      this.context = this.kept(new DebugContext(launched, this.client));
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
    throw new RequestFailed('The session has ended.');
  }

  private async leaveTarget({
    terminateDebuggee,
  }: DebugProtocol.DisconnectArguments): Promise<void> {
    await this.recording?.leave(terminateDebuggee);
  }

  private end(): void {
    this.release();
    this.sendEvent(new TerminatedEvent());
  }

  private release(): void {
    this.recording?.dispose();
    this.recording = undefined;
    this.context?.dispose();
    this.context = undefined;
    this.branches?.dispose();
    this.branches = undefined;
  }
}
