// A debug session over a trace: the Debug Adapter Protocol on one side, an opened trace on the
// other. Every frame is a stopped program; the session moves from one to another and never runs.
import {
  BreakpointEvent,
  ContinuedEvent,
  DebugSession,
  InitializedEvent,
  OutputEvent,
  Response,
  StoppedEvent,
  TerminatedEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { StoppedMachine } from '../machine/stoppedMachine';
import { surroundingsOf } from '../machine/values/value';
import type { Disposable } from '../trace/emitter';
import { findPc, type Direction } from '../trace/finds';
import { nextFrame, nextHit, nextTracepoint, previousFrame, type Move } from '../trace/moves';
import { readConsoleLine } from './console';
import { Evaluator } from './evaluation';
import type { AdapterHost } from './host';
import { launch, requireFrame, type Launched, type Say } from './launch';
import { readSourceMap } from './launchArguments';
import { readAddress, readMemory } from './memory';
import { modulesBody } from './modules';
import { programScopes } from './programScopes';
import { registersOf, registersScope } from './registersScope';
import { RequestFailed } from './requestFailed';
import { collectedMemoryScope, tracepointScope, traceStateVariablesScope } from './scopes';
import { StackFrames } from './stackFrames';
import { VariableReferences, type VariableNode } from './variableTree';

/** Requests of DAP that this adapter does not say it supports. */
const unsupportedRequests: ReadonlySet<string> = new Set([
  'attach',
  'breakpointLocations',
  'completions',
  'dataBreakpointInfo',
  'disassemble',
  'exceptionInfo',
  'goto',
  'gotoTargets',
  'loadedSources',
  'restartFrame',
  'setDataBreakpoints',
  'setExpression',
  'setVariable',
  'stepInTargets',
  'terminateThreads',
  'writeMemory',
]);

/** The one thread. */
const threadId = 1;

/** What is being debugged. */
interface Debugged extends Launched {
  readonly stack: StackFrames;
  readonly evaluator: Evaluator;
  readonly subscriptions: readonly Disposable[];
}

/** Why the debugger stopped, in DAP's words and for a person. */
interface StopReason {
  readonly reason: 'entry' | 'step' | 'breakpoint' | 'goto' | 'pause';
  readonly note?: string;
  readonly hitBreakpointIds?: number[];
}

/** The adapter. One object serves one client. */
export class TraceDebugSession extends DebugSession {
  private debugged: Debugged | undefined;
  private readonly variables = new VariableReferences();
  private supportsInvalidated = false;
  private moving = new AbortController();
  private readonly clientPlaces = {
    line: (line: number) => this.convertDebuggerLineToClient(line),
    column: (column: number) => this.convertDebuggerColumnToClient(column),
    path: (path: string) => this.convertDebuggerPathToClient(path),
  };

  constructor(private readonly host: AdapterHost) {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  /** The base class answers requests that it has no work for with success, and wants arguments that DAP lets out. */
  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const { command } = request;
    if (unsupportedRequests.has(command)) {
      const format = `A trace has no request “${command}”.`;
      this.sendErrorResponse(new Response(request), { id: 1, format });
    } else {
      const given = request.arguments as object | undefined;
      const assumed = command === 'initialize' ? { pathFormat: 'path' } : {};
      super.dispatchRequest({ ...request, arguments: { ...assumed, ...given } });
    }
  }

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    args: DebugProtocol.InitializeRequestArguments,
  ): void {
    this.supportsInvalidated = args.supportsInvalidatedEvent ?? false;
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsStepBack: true,
      supportsRestartRequest: true,
      supportsReadMemoryRequest: true,
      supportsEvaluateForHovers: true,
      supportsFunctionBreakpoints: true,
      supportsInstructionBreakpoints: true,
      supportsModulesRequest: true,
    };
    this.sendResponse(response);
  }

  protected override launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: DebugProtocol.LaunchRequestArguments,
  ): void {
    void this.answer(response, async () => {
      if (this.debugged) throw new RequestFailed('A trace is being debugged already.');
      try {
        await this.launch(args);
      } catch (error) {
        this.sendEvent(new TerminatedEvent());
        throw error;
      }
      this.sendEvent(new InitializedEvent());
    });
  }

  protected override configurationDoneRequest(
    response: DebugProtocol.ConfigurationDoneResponse,
  ): void {
    this.move(response, async ({ args }, cancelled) => {
      if (args.stopOnEntry) this.goTo(args.frame, { reason: 'entry' });
      else await this.runTo(1, args.frame - 1, cancelled);
    });
  }

  protected override disconnectRequest(
    response: DebugProtocol.DisconnectResponse,
    args: DebugProtocol.DisconnectArguments,
  ): void {
    this.release();
    super.disconnectRequest(response, args);
  }

  override dispose(): void {
    this.release();
    super.dispose();
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.release();
    this.sendResponse(response);
    this.sendEvent(new TerminatedEvent());
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    this.move(response, () => {
      this.goTo(0, { reason: 'entry' });
    });
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    void this.answer(response, () => {
      const { trace } = this.running;
      response.body = {
        threads: [{ id: threadId, name: `${trace.name} · frame ${trace.position}` }],
      };
    });
  }

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    args: DebugProtocol.StackTraceArguments,
  ): void {
    void this.answer(response, async () => {
      response.body = await this.running.stack.list(args.startFrame ?? 0, args.levels ?? 0);
    });
  }

  protected override sourceRequest(
    response: DebugProtocol.SourceResponse,
    args: DebugProtocol.SourceArguments,
  ): void {
    void this.answer(response, () => {
      const content = this.running.stack.missing.explain(args.sourceReference);
      if (content === undefined) throw new RequestFailed('There is no such source.');
      response.body = { content };
    });
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    args: DebugProtocol.ScopesArguments,
  ): void {
    void this.answer(response, async () => {
      const { trace, stack, args: launched } = this.running;
      const machine = await this.machine();
      const stackFrame = await stack.frame(args.frameId);
      const surroundings = surroundingsOf(machine, trace.programs.placements, stackFrame);
      const registers = registersOf(machine, stackFrame);
      const scope = (name: string, children: NonNullable<VariableNode['children']>) => ({
        name,
        variablesReference: this.variables.reference({ name, value: '', children }),
        expensive: false,
      });
      const program = stackFrame ? programScopes(stackFrame, surroundings, launched) : [];
      response.body = {
        scopes: [
          ...program.map(({ name, children, ...rest }) => ({ ...scope(name, children), ...rest })),
          { ...scope('Registers', () => registersScope(registers)), presentationHint: 'registers' },
          scope('Trace State Variables', () => traceStateVariablesScope(trace, machine)),
          scope('Collected Memory', () => collectedMemoryScope(trace, machine)),
          scope('Tracepoint', () => tracepointScope(trace, machine)),
        ],
      };
    });
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    args: DebugProtocol.VariablesArguments,
  ): void {
    void this.answer(response, async () => {
      const variables = await this.variables.children(args);
      if (!variables) throw new RequestFailed('The debugger has moved since: expand it again.');
      response.body = { variables };
    });
  }

  protected override evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
  ): void {
    void this.answer(response, async () => {
      const line =
        args.context === 'repl'
          ? readConsoleLine(args.expression)
          : { command: 'expression' as const, text: args.expression };
      if ('problem' in line) throw new RequestFailed(line.problem);
      if (line.command === 'tfind') {
        response.body = { result: await this.tfind(line.to), variablesReference: 0 };
        return;
      }
      const { stack, evaluator } = this.running;
      const { frameId, context } = args;
      const stackFrame = await (frameId === undefined ? stack.innermost() : stack.frame(frameId));
      const formats = context === 'repl' ? 'print' : 'watch';
      response.body = this.evaluated(
        line.command === 'print'
          ? await evaluator.print(line.text, stackFrame)
          : await evaluator.show(line.text, formats, stackFrame),
      );
    });
  }

  protected override readMemoryRequest(
    response: DebugProtocol.ReadMemoryResponse,
    args: DebugProtocol.ReadMemoryArguments,
  ): void {
    void this.answer(response, async () => {
      const { memory } = await this.machine();
      const result = await readMemory(memory, args);
      if ('problem' in result) throw new RequestFailed(result.problem);
      response.body = result;
    });
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): void {
    void this.answer(response, async () => {
      const lines = (args.breakpoints ?? []).map(({ line }) =>
        this.convertClientLineToDebugger(line),
      );
      const breakpoints = await this.running.breakpoints.setSource(args.source.path ?? '', lines);
      response.body = { breakpoints: breakpoints.map((each) => this.forClient(each)) };
    });
  }

  protected override setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    args: DebugProtocol.SetFunctionBreakpointsArguments,
  ): void {
    void this.answer(response, async () => {
      const names = args.breakpoints.map(({ name }) => name);
      response.body = { breakpoints: await this.running.breakpoints.setFunctions(names) };
    });
  }

  protected override setInstructionBreakpointsRequest(
    response: DebugProtocol.SetInstructionBreakpointsResponse,
    args: DebugProtocol.SetInstructionBreakpointsArguments,
  ): void {
    void this.answer(response, async () => {
      const addresses = args.breakpoints.map(({ instructionReference, offset }) => {
        const address = readAddress(instructionReference);
        if (address === undefined) {
          throw new RequestFailed(`“${instructionReference}” is not an address.`);
        }
        return BigInt.asUintN(64, address + BigInt(offset ?? 0));
      });
      response.body = { breakpoints: await this.running.breakpoints.setInstructions(addresses) };
    });
  }

  protected override stepInRequest(response: DebugProtocol.StepInResponse): void {
    this.step(response, nextFrame);
  }

  protected override nextRequest(response: DebugProtocol.NextResponse): void {
    this.step(response, nextHit);
  }

  protected override stepOutRequest(response: DebugProtocol.StepOutResponse): void {
    this.step(response, nextTracepoint);
  }

  protected override stepBackRequest(response: DebugProtocol.StepBackResponse): void {
    this.step(response, previousFrame);
  }

  protected override continueRequest(response: DebugProtocol.ContinueResponse): void {
    this.move(response, ({ trace }, cancelled) => this.runTo(1, trace.position, cancelled));
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    this.move(response, ({ trace }, cancelled) => this.runTo(-1, trace.position, cancelled));
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.move(response, () => {
      this.stopped({ reason: 'pause' });
    });
  }

  /**
   * `traceFrame` goes to a frame by its number; `refreshSources` takes new source mappings; `modules` is DAP's, for
   * which the session's base class has no method.
   */
  protected override customRequest(
    command: string,
    response: DebugProtocol.Response,
    args: unknown,
  ): void {
    void this.answer(response, async () => {
      const given = new Map<string, unknown>(Object.entries(args ?? {}));
      if (command === 'traceFrame') {
        const frame = given.get('frame');
        if (!isFrameNumber(frame)) throw new RequestFailed('traceFrame needs a frame number.');
        await this.goToNumber(frame);
      } else if (command === 'refreshSources') {
        this.running.sources.addMappings(readSourceMap(given.get('sourceMap')));
        this.invalidate();
        await this.refreshBreakpoints();
      } else if (command === 'modules') {
        response.body = modulesBody(
          this.running.trace,
          given.get('startModule'),
          given.get('moduleCount'),
        );
      } else {
        throw new RequestFailed(`There is no request ${command}.`);
      }
    });
  }

  /** The launched trace; a request that needs it before then fails. */
  private get running(): Debugged {
    if (!this.debugged) throw new RequestFailed('No trace is being debugged.');
    return this.debugged;
  }

  private async launch(given: unknown): Promise<void> {
    const launched = await launch(given, this.host, this.say);
    const { trace, sources, args } = launched;
    this.debugged = {
      ...launched,
      stack: new StackFrames(trace, sources, this.clientPlaces, this.say),
      evaluator: new Evaluator(trace, args),
      subscriptions: [
        trace.onDidMove(({ mover }) => {
          if (mover === this) return;
          this.sendEvent(new ContinuedEvent(threadId, true));
          this.stopped({ reason: 'goto' });
        }),
        trace.onDidChange(() => {
          this.invalidate();
          void this.refreshBreakpoints();
        }),
      ],
    };
    void trace.indexed.then(() => this.refreshBreakpoints());
  }

  private readonly say: Say = (text, category) => {
    this.sendEvent(new OutputEvent(`${text}\n`, category));
  };

  private release(): void {
    this.moving.abort();
    const { debugged } = this;
    this.debugged = undefined;
    for (const subscription of debugged?.subscriptions ?? []) subscription.dispose();
    debugged?.dispose();
  }

  private machine(): Promise<StoppedMachine> {
    const { trace } = this.running;
    return trace.machine(trace.position);
  }

  private step(response: DebugProtocol.Response, move: Move): void {
    this.move(response, async ({ trace }, cancelled) => {
      const from = trace.position;
      let to = await move(from, trace.index, trace.stepping);
      while (to === undefined && move !== previousFrame && !trace.indexProgress.complete) {
        await trace.reach(trace.index.count);
        to = await move(from, trace.index, trace.stepping);
      }
      if (cancelled.aborted) return;
      if (to !== undefined) this.goTo(to, { reason: 'step' });
      else this.stopped({ reason: 'step', note: endOfTrace(move === previousFrame) });
    });
  }

  /** Continue, or reverse: to the nearest frame that a breakpoint matches, else to the end. */
  private async runTo(direction: Direction, from: number, cancelled: AbortSignal): Promise<void> {
    const { trace, breakpoints } = this.running;
    if (direction === 1) await trace.indexed;
    const frame = await findPc(trace, breakpoints.addresses, from, direction, cancelled);
    if (cancelled.aborted) return;
    if (frame === undefined) {
      const end = direction === 1 ? trace.index.count - 1 : 0;
      this.goTo(end, { reason: 'step', note: endOfTrace(direction === -1) });
      return;
    }
    const hit = breakpoints.at(trace.pc(frame)?.pc ?? 0n);
    this.goTo(frame, {
      reason: 'breakpoint',
      note: `Breakpoint ${hit.map(({ label }) => label).join(', ')}.`,
      hitBreakpointIds: hit.map(({ id }) => id),
    });
  }

  private async tfind(to: number | 'start' | 'next' | 'previous'): Promise<string> {
    const { trace } = this.running;
    const relative = { start: 0, next: trace.position + 1, previous: trace.position - 1 };
    const frame = typeof to === 'number' ? to : relative[to];
    await this.goToNumber(frame);
    return `Found trace frame ${frame}, tracepoint ${trace.index.tracepoint(frame)}`;
  }

  private async goToNumber(frame: number): Promise<void> {
    await requireFrame(this.running.trace, frame);
    this.goTo(frame, { reason: 'goto' });
  }

  private goTo(frame: number, why: StopReason): void {
    this.running.trace.moveTo(frame, this);
    this.stopped(why);
  }

  /** Says that the machine is stopped, at the trace's position. */
  private stopped(why: StopReason): void {
    const { trace } = this.running;
    this.forgetReferences();
    const frame = trace.position;
    const count = trace.index.count;
    const description = `Frame ${frame} of ${count} · tracepoint ${trace.index.tracepoint(frame)}`;
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(why.reason, threadId);
    event.body.description = why.note === undefined ? description : `${description} · ${why.note}`;
    event.body.allThreadsStopped = true;
    if (why.hitBreakpointIds) event.body.hitBreakpointIds = why.hitBreakpointIds;
    if (why.note !== undefined) this.say(event.body.description, 'console');
    this.sendEvent(event);
  }

  /** What was handed out at the last stop holds no more. */
  private forgetReferences(): void {
    this.variables.clear();
    this.running.stack.clear();
  }

  /** Tells the client of breakpoints that are elsewhere now, or are hit now. */
  private async refreshBreakpoints(): Promise<void> {
    for (const breakpoint of (await this.debugged?.breakpoints.refresh()) ?? []) {
      this.sendEvent(new BreakpointEvent('changed', this.forClient(breakpoint)));
    }
  }

  private forClient(breakpoint: DebugProtocol.Breakpoint): DebugProtocol.Breakpoint {
    const { line } = breakpoint;
    if (line === undefined) return breakpoint;
    return { ...breakpoint, line: this.convertDebuggerLineToClient(line) };
  }

  private invalidate(): void {
    if (!this.supportsInvalidated) return;
    this.forgetReferences();
    this.sendEvent({
      seq: 0,
      type: 'event',
      event: 'invalidated',
      body: { areas: ['all'] },
    });
  }

  private evaluated(node: VariableNode): DebugProtocol.EvaluateResponse['body'] {
    const { value, type, variablesReference, memoryReference, indexedVariables } =
      this.variables.toDap(node);
    return {
      ...{ result: value, variablesReference },
      ...(type !== undefined && { type }),
      ...(memoryReference !== undefined && { memoryReference }),
      ...(indexedVariables !== undefined && { indexedVariables }),
    };
  }

  /**
   * Answers a request at once, then moves: a client takes the machine to run until it hears that it stopped. A move that
   * is still under way is cancelled.
   */
  private move(
    response: DebugProtocol.Response,
    go: (debugged: Debugged, cancelled: AbortSignal) => void | Promise<void>,
  ): void {
    void this.answer(response, () => {
      const debugged = this.running;
      this.moving.abort();
      this.moving = new AbortController();
      const { signal } = this.moving;
      setTimeout(() => void this.tryTo(() => go(debugged, signal), signal), 0);
    });
  }

  private async tryTo(go: () => void | Promise<void>, cancelled: AbortSignal): Promise<void> {
    try {
      if (!cancelled.aborted) await go();
    } catch (error) {
      if (!this.debugged || cancelled.aborted) return;
      this.say(messageOf(error), 'stderr');
      this.stopped({ reason: 'pause' });
    }
  }

  /** Runs a request's work and sends its response; a failure becomes an error response. */
  private async answer(
    response: DebugProtocol.Response,
    work: () => void | Promise<void>,
  ): Promise<void> {
    try {
      await work();
      this.sendResponse(response);
    } catch (error) {
      const showUser = response.command === 'launch';
      const isTheirs = error instanceof RequestFailed;
      const format = isTheirs ? error.message : notAnswered(response.command, messageOf(error));
      this.sendErrorResponse(response, { id: isTheirs ? 1 : 2, format, showUser });
    }
  }
}

function endOfTrace(backward: boolean): string {
  return backward ? 'This is the first frame.' : 'This is the last frame.';
}

function notAnswered(command: string, reason: string): string {
  return `The request “${command}” could not be answered: its arguments make no sense, or the adapter is at fault (${reason}).`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isFrameNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
