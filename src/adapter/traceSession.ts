// A session over a trace: DAP's requests about it, each with the part that answers it.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { dataBreakpointInfo } from './breakpoints/dataInfo';
import { customRequest } from './customRequests';
import type { DebugContext } from './debugContext';
import type { SessionKind } from './debugSession';
import { frameVariables } from './frameLog';
import { goToTarget, gotoTargets } from './gotoTargets';
import { readableMemory } from './memory';
import { loadedSources } from './modules';
import { found, RequestFailed } from '../bytes/requestFailed';
import { stackFrameScopes } from './scopes';
import { stepBack, stepIn, stepOut, stepOver } from './stepping';
import { threadId } from './stopped';
import type { VariableNode } from './variableTree';

/** Answers a request; the result is the response's body. */
type Answer<Arguments> = (
  context: DebugContext,
  args: Arguments,
  cancelled: AbortSignal,
) => object | undefined | Promise<object | undefined>;

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

/** A trace in one debug session. */
export class TraceSession implements SessionKind {
  /** Requests that are not answered yet, by their numbers. */
  private readonly pending = new Map<number, AbortController>();

  constructor(private readonly context: DebugContext) {}

  async answer(request: DebugProtocol.Request): Promise<unknown> {
    const { command, seq } = request;
    requireSupport(command);
    const args = { ...(request.arguments as object | undefined) };
    const cancelled = new AbortController();
    this.pending.set(seq, cancelled);
    const { signal } = cancelled;
    return Promise.race([this.answerNow(command, args, signal), cancellation(signal)]);
  }

  answered({ seq }: DebugProtocol.Request): void {
    this.pending.delete(seq);
    this.context.navigator.answered();
  }

  dispose(): void {
    this.context.dispose();
  }

  private answerNow(command: string, args: object, signal: AbortSignal): unknown {
    if (command === 'cancel') {
      this.cancel(args);
      return undefined;
    }
    requireArguments(command, args);
    const answer = Object.hasOwn(requests, command) ? requests[command] : undefined;
    return answer ? answer(this.context, args, signal) : customRequest(command, this.context, args);
  }

  /** Ends a request that is not answered yet, or the move that is shown under a progress id. */
  private cancel({ requestId, progressId }: DebugProtocol.CancelArguments): void {
    const request = requestId === undefined ? undefined : this.pending.get(requestId);
    if (request) request.abort();
    else this.context.navigator.cancel(progressId);
  }
}

/** The session before a launch, and after its end: nothing is debugged. */
export const noSession: SessionKind = {
  answer: ({ command }) => {
    requireSupport(command);
    if (command === exceptionBreakpoints) return undefined;
    throw new RequestFailed(t('No trace is being debugged.'));
  },
  dispose: () => undefined,
};

/** Clients may set exception breakpoints although the adapter offers none. */
const exceptionBreakpoints = 'setExceptionBreakpoints';

function requireSupport(command: string): void {
  if (unsupportedRequests.has(command)) {
    throw new RequestFailed(t('A trace has no request “{0}”.', command));
  }
}

/** Arguments without which a request has no answer, as DAP defines them. */
const requiredArguments: Readonly<Record<string, readonly string[]>> = {
  breakpointLocations: ['source', 'line'],
  completions: ['text', 'column'],
  dataBreakpointInfo: ['name'],
  disassemble: ['memoryReference', 'instructionCount'],
  evaluate: ['expression'],
  goto: ['targetId'],
  gotoTargets: ['source', 'line'],
  locations: ['locationReference'],
  readMemory: ['memoryReference', 'count'],
  scopes: ['frameId'],
  setBreakpoints: ['source'],
  setDataBreakpoints: ['breakpoints'],
  setFunctionBreakpoints: ['breakpoints'],
  setInstructionBreakpoints: ['breakpoints'],
  source: ['sourceReference'],
  variables: ['variablesReference'],
};

function requireArguments(command: string, args: object): void {
  const given = new Map<string, unknown>(Object.entries(args));
  const required = Object.hasOwn(requiredArguments, command) ? requiredArguments[command] : [];
  for (const name of required ?? []) {
    if (given.get(name) === undefined || given.get(name) === null) {
      throw new RequestFailed(t('Missing argument "{0}".', name));
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

/** A request whose arguments are as DAP defines them. */
function dap<Arguments>(answer: Answer<Arguments>): Answer<unknown> {
  return (context, args, cancelled) => answer(context, args as Arguments, cancelled);
}

/** A request that starts a move: it is answered at once, and the move ends with `stopped`. */
function move(
  start: (navigator: DebugContext['navigator'], args: Granular) => void,
  body?: object,
): Answer<unknown> {
  return ({ navigator }, args) => {
    start(navigator, args as Granular);
    return body;
  };
}

type Granular = Pick<DebugProtocol.StepInArguments, 'granularity'>;

const requests: Readonly<Record<string, Answer<unknown>>> = {
  configurationDone: ({ navigator, args }) => {
    navigator.begin(args);
    return undefined;
  },
  [exceptionBreakpoints]: () => undefined,

  threads: ({ trace }) => ({
    threads: [
      { id: threadId, name: t('{0} · frame {1}', trace.recording.name, trace.cursor.frame) },
    ],
  }),
  stackTrace: dap<DebugProtocol.StackTraceArguments>(({ stack }, { startFrame = 0, levels = 0 }) =>
    stack.list(startFrame, levels),
  ),
  source: dap<DebugProtocol.SourceArguments>(({ stack }, { sourceReference }) =>
    found(stack.missing.page(sourceReference), t('There is no such source.')),
  ),
  loadedSources: (context) => loadedSources(context, context.client.places),

  scopes: dap<DebugProtocol.ScopesArguments>((context, { frameId }) =>
    stackFrameScopes(context, frameId),
  ),
  variables: dap<DebugProtocol.VariablesArguments>(async ({ variables, formats }, args) => {
    formats.clientHex = args.format?.hex ?? false;
    const children = (await variables.children(args)) ?? frameVariables(args.variablesReference);
    return { variables: found(children, t('The debugger has moved since: expand it again.')) };
  }),
  evaluate: dap(evaluate),
  completions: dap(complete),
  readMemory: dap<DebugProtocol.ReadMemoryArguments>(async (context, args) => {
    const result = await readableMemory((await context.machine()).memory, args);
    if ('problem' in result) throw new RequestFailed(result.problem);
    return result;
  }),
  disassemble: dap<DebugProtocol.DisassembleArguments>(async (context, args) =>
    context.disassembly.rows(await context.machine(), args),
  ),

  setBreakpoints: dap<DebugProtocol.SetBreakpointsArguments>(({ breakpoints }, args) =>
    breakpoints.setLines(args),
  ),
  setFunctionBreakpoints: dap<DebugProtocol.SetFunctionBreakpointsArguments>(
    ({ breakpoints }, args) => breakpoints.setFunctions(args),
  ),
  setInstructionBreakpoints: dap<DebugProtocol.SetInstructionBreakpointsArguments>(
    ({ breakpoints }, args) => breakpoints.setInstructions(args),
  ),
  setDataBreakpoints: dap<DebugProtocol.SetDataBreakpointsArguments>(({ breakpoints }, args) =>
    breakpoints.setData(args),
  ),
  dataBreakpointInfo: dap(dataBreakpointInfo),
  breakpointLocations: dap<DebugProtocol.BreakpointLocationsArguments>(({ breakpoints }, args) =>
    breakpoints.locations(args),
  ),

  gotoTargets: dap(gotoTargets),
  goto: dap<DebugProtocol.GotoArguments>(async (context, { targetId }) => {
    await goToTarget(context, targetId);
    return undefined;
  }),
  stepIn: move((navigator, { granularity }) => {
    navigator.step(stepIn(granularity));
  }),
  next: move((navigator, { granularity }) => {
    navigator.step(stepOver(granularity));
  }),
  stepOut: move((navigator) => {
    navigator.step(stepOut);
  }),
  stepBack: move((navigator, { granularity }) => {
    navigator.step(stepBack(granularity));
  }),
  continue: move(
    (navigator) => {
      navigator.run(1);
    },
    { allThreadsContinued: true },
  ),
  reverseContinue: move((navigator) => {
    navigator.run(-1);
  }),
  restart: move((navigator) => {
    navigator.restart();
  }),
  pause: move((navigator) => {
    navigator.pause();
  }),
};

/** An expression of the watch view or a hover, or a line of the debug console. */
async function evaluate(
  session: DebugContext,
  { expression, context, frameId, format }: DebugProtocol.EvaluateArguments,
): Promise<DebugProtocol.EvaluateResponse['body']> {
  const { stack, evaluator, console, formats } = session;
  formats.clientHex = format?.hex ?? false;
  const stackFrame = await stack.selected(frameId);
  const node =
    context === 'repl'
      ? await (await console()).run(expression, stackFrame?.level)
      : await evaluator.watch(expression, stackFrame);
  return evaluated(session, node);
}

/** A value as the answer to `evaluate`. */
function evaluated(
  { variables }: DebugContext,
  node: VariableNode,
): DebugProtocol.EvaluateResponse['body'] {
  const { value, type, variablesReference, memoryReference, indexedVariables } =
    variables.toDap(node);
  return {
    result: value,
    variablesReference,
    ...(type !== undefined && { type }),
    ...(memoryReference !== undefined && { memoryReference }),
    ...(indexedVariables !== undefined && { indexedVariables }),
  };
}

/** What may be typed in the debug console at a column, from 1. */
async function complete(
  { stack, console, client }: DebugContext,
  { text, column, line = 1, frameId }: DebugProtocol.CompletionsArguments,
): Promise<DebugProtocol.CompletionsResponse['body']> {
  const stackFrame = await stack.selected(frameId);
  const typed = text.split('\n')[line - 1] ?? '';
  const targets = await (await console()).complete(typed, column, stackFrame?.level);
  if (client.abilities.countsCompletionsFromZero) return { targets };
  const { places } = client;
  return {
    targets: targets.map(({ start, ...item }) =>
      start === undefined ? item : { ...item, start: places.column(start + 1) },
    ),
  };
}
