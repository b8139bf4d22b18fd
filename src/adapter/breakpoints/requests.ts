// DAP's requests that set breakpoints, and the event that says what became of them.
import { BreakpointEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import type { Client } from '../client';
import { readReference } from '../memory';
import { RequestFailed } from '../requestFailed';
import type { RequestedStop, Terms, Where } from './requestedStop';
import type { Breakpoint } from './breakpoint';
import { Breakpoints, type VerifiedBreakpoint } from './breakpoints';
import { readDataId } from './dataCondition';
import type { BreakpointPlaces } from './place';

/** Breakpoints as a client asks for them. */
export class BreakpointRequests implements Disposable {
  private readonly breakpoints: Breakpoints;

  constructor(
    trace: Trace,
    private readonly places: BreakpointPlaces,
    private readonly client: Client,
  ) {
    this.breakpoints = new Breakpoints(trace, places, (answer) => {
      client.send(new BreakpointEvent('changed', this.forClient(answer)));
    });
  }

  get all(): readonly Breakpoint[] {
    return this.breakpoints.all;
  }

  /** An id that no breakpoint has had. */
  newId(): number {
    return this.breakpoints.newId();
  }

  /** Replaces the breakpoints that were typed in the console; by their ids. */
  async setTyped(asked: ReadonlyMap<number, RequestedStop>): Promise<void> {
    await this.breakpoints.set('console', [...asked.values()], [...asked.keys()]);
  }

  async setLines({
    source,
    breakpoints = [],
  }: DebugProtocol.SetBreakpointsArguments): Promise<SetBreakpoints> {
    const path = typeof source.path === 'string' ? source.path : '';
    return this.set(
      `source ${path}`,
      listOf(breakpoints).map(({ line, ...terms }) => {
        if (!Number.isSafeInteger(line)) throw new RequestFailed('A breakpoint needs a line.');
        return asked({ kind: 'line', path, line: this.client.places.lineHere(line) }, terms);
      }),
    );
  }

  async setFunctions({
    breakpoints,
  }: DebugProtocol.SetFunctionBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set(
      'functions',
      listOf(breakpoints).map(({ name, ...terms }) => {
        if (typeof name !== 'string') throw new RequestFailed('A function has a name.');
        return asked({ kind: 'function', name }, terms);
      }),
    );
  }

  async setInstructions({
    breakpoints,
  }: DebugProtocol.SetInstructionBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set(
      'instructions',
      listOf(breakpoints).map(({ instructionReference, offset = 0, ...terms }) => {
        const base = readReference(instructionReference);
        if (base === undefined || !Number.isSafeInteger(offset)) {
          throw new RequestFailed(`“${instructionReference}” is not an address.`);
        }
        const address = BigInt.asUintN(64, base + BigInt(offset));
        return asked({ kind: 'instruction', address }, terms);
      }),
    );
  }

  async setData({
    breakpoints,
  }: DebugProtocol.SetDataBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set(
      'data',
      listOf(breakpoints).map(({ dataId, accessType = 'write', ...terms }) => {
        const followed = readDataId(dataId);
        if (!followed) return nowhere('This data breakpoint was not made for a trace.');
        if (accessType !== 'write') return nowhere('A trace shows changes, not reads.');
        return asked({ kind: 'data', followed }, terms);
      }),
    );
  }

  /** DAP's `breakpointLocations`: the lines with code. */
  async locations({
    source,
    line,
    endLine = line,
  }: DebugProtocol.BreakpointLocationsArguments): Promise<
    DebugProtocol.BreakpointLocationsResponse['body']
  > {
    const { places } = this.client;
    if (!Number.isSafeInteger(line) || !Number.isSafeInteger(endLine)) {
      throw new RequestFailed('breakpointLocations needs lines.');
    }
    const [first, last] = [places.lineHere(line), places.lineHere(endLine)];
    const lines = await this.places.linesWithCode(source.path ?? '', first, last);
    return { breakpoints: lines.map((each) => ({ line: places.line(each) })) };
  }

  /**
   * Looks again where breakpoints are, and tells the client of those that are elsewhere now, or are
   * hit now.
   */
  refresh(): Promise<void> {
    return this.breakpoints.refresh();
  }

  dispose(): void {
    this.breakpoints.dispose();
  }

  private async set(group: string, breakpoints: readonly RequestedStop[]): Promise<SetBreakpoints> {
    const answers = await this.breakpoints.set(group, breakpoints);
    return { breakpoints: answers.map((each) => this.forClient(each)) };
  }

  private forClient(answer: VerifiedBreakpoint): DebugProtocol.Breakpoint {
    const { line } = answer;
    return line === undefined ? answer : { ...answer, line: this.client.places.line(line) };
  }
}

type SetBreakpoints = DebugProtocol.SetBreakpointsResponse['body'];

function asked(where: Where, { condition, hitCondition, logMessage }: Terms): RequestedStop {
  for (const text of [condition, hitCondition, logMessage]) {
    if (text !== undefined && typeof text !== 'string') {
      throw new RequestFailed('Conditions, hit counts and log messages are texts.');
    }
  }
  return {
    ...where,
    terms: {
      ...(condition !== undefined && { condition }),
      ...(hitCondition !== undefined && { hitCondition }),
      ...(logMessage !== undefined && { logMessage }),
    },
  };
}

function nowhere(problem: string): RequestedStop {
  return asked({ kind: 'nowhere', problem }, {});
}

function listOf<T>(breakpoints: readonly T[]): readonly T[] {
  const given: unknown = breakpoints;
  if (!Array.isArray(given)) throw new RequestFailed('“breakpoints” must be a list.');
  return breakpoints;
}
