// What a debug session does over a branch trace: a position is an instruction, and every request that makes sense there has an
// entry in a table. The session that holds this answers what has none with an error.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { BranchTrace, Execution } from '../../trace/branch/branchTrace';
import { programMemory } from '../../trace/branch/code';
import type { Direction } from '../../trace/search/search';
import * as moves from '../../trace/branch/moves';
import type { Disposable } from '../../trace/emitter';
import { baseName } from '../../trace/paths';
import type { Client } from '../client';
import { Disassembly } from '../disassembly';
import { readSourceMap } from '../launchArguments';
import { readableMemory } from '../memory';
import { MissingSources } from '../missingSources';
import { modulesBody } from '../modules';
import { found, RequestFailed } from '../requestFailed';
import { threadId } from '../stopped';
import { BranchBreakpoints } from './breakpoints';
import { BranchConsole } from './console';
import { executionOf, type LaunchedBranches } from './launch';
import { BranchMover, namedMoves } from './mover';
import { branchScopes, branchVariables } from './scopes';
import { BranchStack } from './stack';

/** The body of a response. */
type Body = object | undefined;

/** A branch trace in one debug session. */
export class BranchSession implements Disposable {
  private readonly trace: BranchTrace;
  private readonly missing = new MissingSources();
  private readonly breakpoints: BranchBreakpoints;
  private readonly mover: BranchMover;
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
    this.mover = new BranchMover(trace, client, this.breakpoints);
    this.stack = new BranchStack(trace, sources, this.missing, places);
    this.console = new BranchConsole(trace, args, this.mover);
    this.disassembly = new Disassembly(
      ...([trace, sources, this.missing, places, args.disassemblyFlavor] as const),
      host.startDecoder(),
    );
    const moved = trace.onDidMove((by) => {
      if (by !== this.mover) void this.mover.follow();
    });
    const changed = trace.onDidChange(() => {
      this.invalidate();
    });
    this.owned = [moved, changed, this.mover, this.disassembly, launched];
  }

  /** Answers a request by its name; rejects with RequestFailed where it cannot be answered. */
  async answer(command: string, given: unknown): Promise<Body> {
    const request = Object.hasOwn(requests, command) ? requests[command] : undefined;
    if (!request) throw new RequestFailed(`A branch trace has no request “${command}”.`);
    return request(this.parts(await executionOf(this.trace)), given);
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  private parts(execution: Execution): Parts {
    const { trace, breakpoints, mover, stack, console, disassembly, missing } = this;
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
      mover,
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
  readonly mover: BranchMover;
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
  return dap<{ granularity?: DebugProtocol.SteppingGranularity }>(({ mover }, { granularity }) => {
    soon(() => mover.move(choose(granularity), direction, 'step'));
    return undefined;
  });
}

/** After the answer. */
function soon(act: () => Promise<void>): void {
  setTimeout(() => void act());
}

const byInstruction = 'instruction';

const requests: Readonly<Record<string, (parts: Parts, given: unknown) => Promise<Body>>> = {
  configurationDone: dap(({ mover, stopOnEntry }) => {
    soon(() => mover.begin(stopOnEntry));
    return undefined;
  }),
  threads: dap(({ trace }) => ({
    threads: [{ id: threadId, name: `${trace.name} · instruction ${trace.position}` }],
  })),
  stackTrace: dap<DebugProtocol.StackTraceArguments>(
    ({ stack, execution }, { startFrame = 0, levels = 0 }) =>
      stack.list(execution, startFrame, levels),
  ),
  source: dap<DebugProtocol.SourceArguments>(({ missing }, { sourceReference }) => ({
    content: found(missing.explain(sourceReference), 'There is no such source.'),
  })),
  scopes: dap(() => branchScopes()),
  variables: dap<DebugProtocol.VariablesArguments>(
    ({ trace, execution }, { variablesReference }) => ({
      variables: found(
        branchVariables(trace, execution, variablesReference),
        'There is no such variable.',
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
      message: 'A branch trace holds no values.',
    })),
  })),
  dataBreakpointInfo: dap(() => ({
    dataId: null,
    description: 'A branch trace holds no values.',
  })),
  completions: dap(() => ({ targets: [] })),
  loadedSources: dap(async ({ trace, sources, missing }) => {
    const recorded = await trace.programs.sourceFiles();
    const listed = recorded.map(async (file): Promise<DebugProtocol.Source> => {
      const { path, ...rest } = await sources.find(file);
      const tried = 'tried' in rest ? rest.tried : [];
      return path === undefined ? missing.source(file, tried) : { name: baseName(path), path };
    });
    return { sources: await Promise.all(listed) };
  }),
  modules: dap<DebugProtocol.ModulesArguments>(({ trace }, { startModule, moduleCount }) =>
    modulesBody(trace, startModule, moduleCount),
  ),
  readMemory: dap<DebugProtocol.ReadMemoryArguments>(async ({ trace }, args) => {
    const result = await readableMemory(programMemory(trace.programs), args);
    if ('problem' in result) throw new RequestFailed(result.problem);
    return result;
  }),
  disassemble: dap<DebugProtocol.DisassembleArguments>(({ disassembly, trace }, args) => {
    const order = trace.programs.list[0]?.program.elf.order ?? 'little';
    const memory = programMemory(trace.programs);
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
  continue: dap(({ mover }) => {
    soon(() => mover.run(1));
    return { allThreadsContinued: true };
  }),
  reverseContinue: dap(({ mover }) => {
    soon(() => mover.run(-1));
    return undefined;
  }),
  restart: dap(({ mover }) => {
    soon(() => mover.move(moves.end(-1), -1, 'entry'));
    return undefined;
  }),
  pause: dap(({ mover }) => {
    mover.pause();
    return undefined;
  }),
  /** Goes where `to` says: to the next call, the previous block. */
  branchMove: dap<{ to?: unknown }>(async ({ mover }, { to }) => {
    const named =
      typeof to === 'string' && Object.hasOwn(namedMoves, to) ? namedMoves[to] : undefined;
    if (!named) throw new RequestFailed('branchMove knows no such move.');
    const isBack = ['previous', 'outBack', 'first'].some((word) => String(to).startsWith(word));
    await mover.move(named, isBack ? -1 : 1, 'goto');
    return undefined;
  }),
  /** Goes to an instruction by its number. */
  branchInstruction: dap<{ instruction?: unknown }>(async ({ mover }, { instruction }) => {
    await mover.goTo(Number(instruction));
    return undefined;
  }),
  refreshSources: dap<{ sourceMap?: unknown }>(({ refresh }, { sourceMap }) => {
    refresh(readSourceMap(sourceMap));
    return undefined;
  }),
};
