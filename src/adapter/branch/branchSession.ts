// What a debug session does over a branch trace: a position is an instruction, and every request
// that makes sense there has an entry in a table. The session that holds this answers what has none
// with an error.
import { t } from '@vscode/l10n';
import * as moves from '../../trace/branch/stepping';
import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  type BranchTrace,
  type Execution,
  programMemory,
  instructionAddress,
} from '../../trace/branch/branchTrace';
import type { Direction } from '../../trace/search/search';
import type { Disposable } from '../../trace/emitter';
import { baseName } from '../../trace/paths';
import type { Client } from '../client';
import type { SessionKind } from '../debugSession';
import { Disassembly } from '../disassembly';
import { readSourceMap } from '../launchArguments';
import { readableMemory } from '../memory';
import { MissingSources } from '../missingSources';
import { modulesBody } from '../modules';
import { found, RequestFailed } from '../../bytes/requestFailed';
import { threadId } from '../stopped';
import { BranchBreakpoints } from './breakpoints';
import { BranchConsole } from './console';
import { executionOf, type LaunchedBranches } from './launch';
import { BranchNavigator, namedMoves } from './navigation';
import { BranchStack } from './stack';
import { hexAddress } from '../../bytes/hex';

/** The body of a response. */
type Body = object | undefined;

/** A branch trace in one debug session. */
export class BranchSession implements SessionKind {
  private readonly trace: BranchTrace;
  private readonly missing: MissingSources;
  private readonly breakpoints: BranchBreakpoints;
  private readonly navigator: BranchNavigator;
  private readonly stack: BranchStack;
  private readonly console: BranchConsole;
  private readonly disassembly: Disassembly;
  private readonly owned: readonly Disposable[];

  constructor(
    private readonly launched: LaunchedBranches,
    private readonly client: Client,
  ) {
    const { trace, sources, args, host } = launched;
    const { places } = client;
    this.trace = trace;
    this.breakpoints = new BranchBreakpoints(trace, sources, places);
    this.missing = new MissingSources(host.withoutSource);
    this.stack = new BranchStack(trace, sources, this.missing, places);
    this.navigator = new BranchNavigator(
      trace,
      client,
      this.breakpoints,
      this.stack,
      host.beforeStop,
    );
    this.console = new BranchConsole(trace, args, this.navigator);
    this.disassembly = new Disassembly(
      trace.modules,
      sources,
      places,
      args.disassemblyFlavor,
      host.startDecoder(),
    );
    const moved = trace.onDidMove((by) => {
      if (by !== this.navigator) void this.navigator.follow();
    });
    const changed = trace.onDidChange(() => {
      this.invalidate();
    });
    this.owned = [moved, changed, this.navigator, this.disassembly, launched];
  }

  /** Answers a request by its name; rejects with RequestFailed where it cannot be answered. */
  async answer({ command, arguments: given = {} }: DebugProtocol.Request): Promise<Body> {
    const request = Object.hasOwn(requests, command) ? requests[command] : undefined;
    if (!request) throw new RequestFailed(t('A branch trace has no request “{0}”.', command));
    return request(this.parts(await executionOf(this.trace)), given);
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  private parts(execution: Execution): Parts {
    const { trace, breakpoints, navigator, stack, console, disassembly, missing } = this;
    const refresh = (sourceMap: Readonly<Record<string, string>>) => {
      this.launched.sources.addMappings(sourceMap);
      this.invalidate();
    };
    const { args } = this.launched;
    const stopOnEntry = args.stopOnEntry;
    return {
      trace,
      execution,
      breakpoints,
      navigator,
      stack,
      console,
      disassembly,
      missing,
      refresh,
      stopOnEntry,
      sources: this.launched.sources,
    };
  }

  private invalidate(): void {
    if (!this.client.abilities.invalidated) return;
    this.client.send({ seq: 0, type: 'event', event: 'invalidated', body: { areas: ['all'] } });
  }
}

interface Parts {
  readonly trace: BranchTrace;
  readonly execution: Execution;
  readonly breakpoints: BranchBreakpoints;
  readonly navigator: BranchNavigator;
  readonly stack: BranchStack;
  readonly console: BranchConsole;
  readonly disassembly: Disassembly;
  readonly missing: MissingSources;
  readonly sources: LaunchedBranches['sources'];
  readonly stopOnEntry: boolean;
  readonly refresh: (sourceMap: Readonly<Record<string, string>>) => void;
}

/** A request whose arguments are as DAP says. */
function dap<Arguments>(answer: Answer<Arguments>): Answer<unknown, Promise<Body>> {
  return async (parts, given) => answer(parts, given as Arguments);
}

type Answer<Arguments, Given = Body | Promise<Body>> = (parts: Parts, args: Arguments) => Given;

/** A move: it is answered at once, and ends with `stopped`. */
function move(
  direction: Direction,
  choose: (granularity: DebugProtocol.SteppingGranularity | undefined) => moves.BranchMove,
): (parts: Parts, given: unknown) => Promise<Body> {
  return dap<{ granularity?: DebugProtocol.SteppingGranularity }>(
    ({ navigator }, { granularity }) => {
      soon(() => navigator.move(choose(granularity), direction, 'step'));
      return undefined;
    },
  );
}

/** After the answer. */
function soon(act: () => Promise<void>): void {
  setTimeout(() => void act());
}

const byInstruction = 'instruction';

const requests: Readonly<Record<string, (parts: Parts, given: unknown) => Promise<Body>>> = {
  configurationDone: dap(({ navigator, stopOnEntry }) => {
    soon(() => navigator.begin(stopOnEntry));
    return undefined;
  }),
  threads: dap(({ trace }) => ({
    threads: [{ id: threadId, name: t('{0} · instruction {1}', trace.name, trace.position) }],
  })),
  stackTrace: dap<DebugProtocol.StackTraceArguments>(
    ({ stack, execution }, { startFrame = 0, levels = 0 }) =>
      stack.list(execution, startFrame, levels),
  ),
  source: dap<DebugProtocol.SourceArguments>(({ missing }, { sourceReference }) =>
    found(missing.page(sourceReference), t('There is no such source.')),
  ),
  scopes: dap(() => branchScopes()),
  variables: dap<DebugProtocol.VariablesArguments>(
    ({ trace, execution }, { variablesReference }) => ({
      variables: found(
        branchVariables(trace, execution, variablesReference),
        t('There is no such variable.'),
      ),
    }),
  ),
  evaluate: dap<DebugProtocol.EvaluateArguments>(async ({ console }, { expression, context }) => {
    if (context !== 'repl') return { result: '<unavailable>', variablesReference: 0 };
    return { result: await console.run(expression), variablesReference: 0 };
  }),
  setBreakpoints: dap<DebugProtocol.SetBreakpointsArguments>(({ breakpoints }, args) =>
    breakpoints.setLines(args),
  ),
  setFunctionBreakpoints: dap<DebugProtocol.SetFunctionBreakpointsArguments>(
    ({ breakpoints }, args) => breakpoints.setFunctions(args),
  ),
  setInstructionBreakpoints: dap<DebugProtocol.SetInstructionBreakpointsArguments>(
    ({ breakpoints }, args) => breakpoints.setInstructions(args),
  ),
  setDataBreakpoints: dap<DebugProtocol.SetDataBreakpointsArguments>((_parts, { breakpoints }) => ({
    breakpoints: breakpoints.map(() => ({
      verified: false,
      message: t('A branch trace holds no values.'),
    })),
  })),
  dataBreakpointInfo: dap(() => ({
    dataId: null,
    description: t('A branch trace holds no values.'),
  })),
  completions: dap(() => ({ targets: [] })),
  loadedSources: dap(async ({ trace, sources, missing }) => {
    const recorded = await trace.modules.current.sourceFiles();
    const listed = recorded.map(async (file): Promise<DebugProtocol.Source> => {
      const { path, ...rest } = await sources.find(file);
      const tried = 'tried' in rest ? rest.tried : [];
      return path === undefined ? missing.source(file, tried) : { name: baseName(path), path };
    });
    return { sources: await Promise.all(listed) };
  }),
  modules: dap<DebugProtocol.ModulesArguments>(({ trace }, { startModule, moduleCount }) =>
    modulesBody(trace.modules.current, startModule, moduleCount),
  ),
  readMemory: dap<DebugProtocol.ReadMemoryArguments>(async ({ trace }, args) => {
    const result = await readableMemory(programMemory(trace.modules.current), args);
    if ('problem' in result) throw new RequestFailed(result.problem);
    return result;
  }),
  disassemble: dap<DebugProtocol.DisassembleArguments>(({ disassembly, trace }, args) => {
    const order = trace.modules.current.all[0]?.program.elf.order ?? 'little';
    const memory = programMemory(trace.modules.current);
    return disassembly.rows({ memory, registers: undefined, frame: { order } }, args);
  }),
  stepIn: move(1, (granularity) =>
    granularity === byInstruction ? moves.instruction(1) : moves.lineInto,
  ),
  next: move(1, (granularity) =>
    granularity === byInstruction ? moves.instructionOver(1) : moves.lineOver,
  ),
  stepOut: move(1, () => moves.out),
  stepBack: move(-1, (granularity) =>
    granularity === byInstruction ? moves.instruction(-1) : moves.lineBack,
  ),
  continue: dap(({ navigator }) => {
    soon(() => navigator.run(1));
    return { allThreadsContinued: true };
  }),
  reverseContinue: dap(({ navigator }) => {
    soon(() => navigator.run(-1));
    return undefined;
  }),
  restart: dap(({ navigator }) => {
    soon(() => navigator.move(moves.end(-1), -1, 'entry'));
    return undefined;
  }),
  pause: dap(({ navigator }) => {
    navigator.pause();
    return undefined;
  }),
  /** Goes where `to` says: to the next call, the previous block. */
  branchMove: dap<{ to?: unknown }>(async ({ navigator }, { to }) => {
    const named =
      typeof to === 'string' && Object.hasOwn(namedMoves, to) ? namedMoves[to] : undefined;
    if (!named) throw new RequestFailed(t('branchMove knows no such move.'));
    const isBack = ['previous', 'outBack', 'first'].some((word) => String(to).startsWith(word));
    await navigator.move(named, isBack ? -1 : 1, 'goto');
    return undefined;
  }),
  /** Goes to an instruction by its number. */
  branchInstruction: dap<{ instruction?: unknown }>(async ({ navigator }, { instruction }) => {
    await navigator.goTo(Number(instruction));
    return undefined;
  }),
  refreshSources: dap<{ sourceMap?: unknown }>(({ refresh }, { sourceMap }) => {
    refresh(readSourceMap(sourceMap));
    return undefined;
  }),
};

// What is known of an instruction of a branch trace apart from its code: its position in the
// recording, and its PC. Nothing else of the machine was recorded.

const references = { recording: 1, registers: 2 };

/** DAP's `scopes`. */
function branchScopes(): DebugProtocol.ScopesResponse['body'] {
  return {
    scopes: [
      { name: t('Recording'), variablesReference: references.recording, expensive: false },
      {
        name: t('Registers'),
        variablesReference: references.registers,
        expensive: false,
        presentationHint: 'registers',
      },
    ],
  };
}

/** DAP's `variables`; undefined for a reference that was not given. */
function branchVariables(
  trace: BranchTrace,
  execution: Execution,
  reference: number,
): DebugProtocol.Variable[] | undefined {
  if (reference === references.registers) {
    const pc = instructionAddress(execution, trace.position);
    return [
      variable('pc', pc === undefined ? '<unavailable>' : hexAddress(pc)),
      variable('others', '<unavailable>'),
    ];
  }
  if (reference !== references.recording) return undefined;
  const { blocks, calls } = execution;
  const segment = calls.at(calls.placeOf(trace.position));
  const block = blocks.blockOf(trace.position);
  const time = blocks.timeAt(trace.position);
  return [
    variable('instruction', `${trace.position} of ${blocks.count}`),
    variable('block', `${block + 1} of ${blocks.blockCount}`),
    variable(
      'function call',
      `${segment.number} of ${calls.count}, instructions ${segment.first} to ${segment.last}`,
    ),
    variable('level', `${segment.level}`),
    ...(time === undefined ? [] : [variable('time', `${time}`)]),
  ];
}

function variable(name: string, value: string): DebugProtocol.Variable {
  return { name, value, variablesReference: 0, presentationHint: { attributes: ['readOnly'] } };
}
