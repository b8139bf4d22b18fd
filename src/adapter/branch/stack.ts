// The call stack of an instruction of a branch trace, as DAP's stack frames: the function that ran,
// and its callers as far as the recorded calls and returns tell them. Where the recording began
// deeper, the stack ends with what it shows.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import {
  type BranchTrace,
  type Execution,
  instructionAddress,
} from '../../trace/branch/branchTrace';
import { Link } from '../../trace/branch/activations';
import type { Caller } from '../../trace/branch/callTree';
import { baseName } from '../../trace/paths';
import type { SourceLookup } from '../../trace/sourceLookup';
import type { ClientPlaces } from '../client';
import type { MissingSources } from '../missingSources';

/** A level of the stack. */
interface BranchStackFrame {
  readonly name: string;
  /** Run-time address where it continues; undefined where it is not known. */
  readonly address: bigint | undefined;
  /** The address to look its line up by: inside the call. */
  readonly lookup: bigint | undefined;
}

/** The levels of the stack at an instruction, innermost first; each is made when asked for. */
export function stackAt(
  execution: Execution,
  instruction: number,
): readonly (() => BranchStackFrame)[] {
  const { calls } = execution;
  const place = calls.placeOf(instruction);
  const here = (): BranchStackFrame => {
    const address = instructionAddress(execution, instruction);
    return { name: calls.at(place).function.name, address, lookup: address };
  };
  return [here].concat(
    calls.callersOf(place).map((caller) => () => callerFrame(execution, caller)),
  );
}

/** A caller continues after its call, or at the address that was returned to. */
function callerFrame(execution: Execution, caller: Caller): BranchStackFrame {
  const { calls, map } = execution;
  const { name } = caller.function;
  if (caller.link === Link.return) {
    const address = instructionAddress(execution, calls.firstOf(caller.segment));
    return { name, address, lookup: address === undefined ? undefined : address - 1n };
  }
  const called = instructionAddress(execution, calls.at(caller.segment).last);
  if (called === undefined) return { name, address: undefined, lookup: undefined };
  return { name, address: called + BigInt(Math.max(0, map.sizeAt(called))), lookup: called };
}

/** Writes levels of the stack for a client. */
export class BranchStack {
  constructor(
    private readonly trace: BranchTrace,
    private readonly sources: SourceLookup,
    private readonly missing: MissingSources,
    private readonly places: ClientPlaces,
  ) {}

  /** DAP's `stackTrace`. Ids are levels, from 1. */
  async list(
    execution: Execution,
    start: number,
    levels: number,
  ): Promise<DebugProtocol.StackTraceResponse['body']> {
    const stack = stackAt(execution, this.trace.position);
    const first = Math.max(0, start);
    const behind = levels > 0 ? first + levels : stack.length;
    const stackFrames: DebugProtocol.StackFrame[] = [];
    const slice = new TimeSlice();
    for (const level of stack.slice(first, behind)) {
      stackFrames.push(await this.frame(level(), first + stackFrames.length));
      await slice.yieldIfDue();
    }
    return { stackFrames, totalFrames: stack.length };
  }

  /** Whether the disassembly shows where the debugger is, since no source does. */
  async isInDisassembly(execution: Execution): Promise<boolean> {
    if (this.missing.shownBy !== 'disassembly') return false;
    const [top] = (await this.list(execution, 0, 1)).stackFrames;
    return top !== undefined && top.source === undefined;
  }

  private async frame(
    { name, address, lookup }: BranchStackFrame,
    level: number,
  ): Promise<DebugProtocol.StackFrame> {
    const source =
      lookup === undefined ? undefined : (await this.trace.modules.current.locate(lookup)).source;
    const at = address === undefined ? {} : { instructionPointerReference: hexAddress(address) };
    const id = level + 1;
    const shown = name === '??' && address !== undefined ? hexAddress(address) : name;
    if (!source || source.line === 0) return { id, name: shown, line: 0, column: 0, ...at };
    const found = await this.sources.find(source.file);
    const line = this.places.line(source.line);
    const column = this.places.column(Math.max(source.column, 1));
    if (found.path === undefined) {
      const recorded = { name: shown, line, column };
      return { id, ...at, ...this.missing.stackFrame(recorded, source, found.tried) };
    }
    return {
      id,
      name: shown,
      line,
      column,
      ...at,
      source: { name: baseName(found.path), path: this.places.path(found.path) },
    };
  }
}
