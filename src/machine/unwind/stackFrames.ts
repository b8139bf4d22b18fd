// The stack frames of physical frames: the functions that were inlined at the PC, each as one of
// its own, innermost first, and those that left by a tail call.
import { append } from '../../bytes/arrays';
import type { CallSite, FunctionScope } from '../../symbols/scope';
import { toBytes } from '../../bytes/cursor';
import { type LoadedModule, type SavedRegister, type StackFrame, linkAddress } from '../stackFrame';
import {
  type PhysicalFrame,
  ChangedRegisters,
  type RegisterFile,
  type RegisterNames,
} from './physicalFrame';

/** A stack frame that does not know its place yet. */
export type FrameWithoutLevel = Omit<StackFrame, 'level' | 'caller'>;

/** Functions at a PC: that of the physical frame last, those inlined into it before. */
export async function scopesAt(
  pc: bigint,
  module: LoadedModule | undefined,
): Promise<readonly FunctionScope[]> {
  if (!module) return [];
  return module.program.scopesAt(linkAddress(pc, module.slide));
}

/** The stack frames of one physical frame. */
export function framesOf(
  { pc, lookupPc, module, cfa, kind, registers }: PhysicalFrame,
  scopes: readonly FunctionScope[],
): FrameWithoutLevel[] {
  const address = 'address' in cfa ? cfa.address : undefined;
  const whole = { pc, lookupPc, module, cfa: address, kind, ...readingFrom(registers) };
  return withInlined(whole, scopes);
}

/** The stack frame of a physical frame whose PC was not collected. */
export function unavailableFrame(registers: RegisterFile): FrameWithoutLevel {
  return {
    pc: 0n,
    lookupPc: 0n,
    module: undefined,
    scope: undefined,
    kind: 'unavailable',
    cfa: undefined,
    ...readingFrom(registers),
  };
}

/**
 * The stack frames between a physical frame of the function that begins at `callee` and the one
 * that called.
 */
export async function tailCallFrames(
  callee: bigint,
  { cfa }: PhysicalFrame,
  { pc, module, registers }: PhysicalFrame,
  names: RegisterNames,
): Promise<FrameWithoutLevel[]> {
  if (!module || !('address' in cfa)) return [];
  const entry = linkAddress(callee, module.slide);
  const sites = await tailCallsBetween(callsOf(module), linkAddress(pc, module.slide), entry);
  const frames: FrameWithoutLevel[] = [];
  for (const { returnAddress } of sites) {
    const at = returnAddress + module.slide;
    const whole = {
      pc: at,
      lookupPc: at - 1n,
      module,
      // A function that ends in a tail call has given its part of the stack to the one that it
      // called.
      cfa: cfa.address,
      kind: 'tailCall' as const,
      ...readingFrom(atTailCall(at, cfa.address, registers, names)),
    };
    append(frames, withInlined(whole, await scopesAt(at - 1n, module)));
  }
  return frames;
}

/**
 * The registers at a tail call: those of the caller, and the stack pointer as at the function's
 * entry.
 */
function atTailCall(
  pc: bigint,
  cfa: bigint,
  registers: RegisterFile,
  names: RegisterNames,
): RegisterFile {
  const { bits, abi, pc: pcName, sp } = names.layout.architecture;
  const size = bits / 8;
  const stackPointer = abi.link === undefined ? cfa - BigInt(size) : cfa;
  const value = (number: bigint): SavedRegister => ({
    kind: 'value',
    bytes: toBytes(number, size, names.order),
  });
  const changed = new Map([
    [pcName, value(pc)],
    [sp, value(stackPointer)],
  ]);
  return new ChangedRegisters(names, registers, changed);
}

function readingFrom(
  registers: RegisterFile,
): Pick<StackFrame, 'register' | 'registerNamed' | 'left'> {
  return {
    register: (number): SavedRegister => registers.numbered(number),
    registerNamed: (name) => registers.named(name),
    left: (dwarfNumber) => registers.left(dwarfNumber),
  };
}

function withInlined(
  whole: Omit<FrameWithoutLevel, 'scope'>,
  scopes: readonly FunctionScope[],
): FrameWithoutLevel[] {
  const inlined = scopes
    .slice(0, -1)
    .map((scope) => ({ ...whole, scope, kind: 'inline' as const }));
  return [...inlined, { ...whole, scope: scopes.at(-1) }];
}

function callsOf({ program }: LoadedModule): Calls {
  const sitesOf = async (scope: FunctionScope | undefined) => scope && program.callSitesOf(scope);
  return {
    siteBefore: async (returnAddress) => {
      const sites = await sitesOf((await program.scopesAt(returnAddress - 1n)).at(-1));
      return sites?.find((site) => site.returnAddress === returnAddress);
    },
    tailCallsOf: async (entry) =>
      (await sitesOf(await program.functionEnteredAt(entry)))?.filter(({ tail }) => tail),
  };
}

// Functions that left by a tail call are no longer on the stack. Where the call sites (DWARF 5,
// section 3.4) allow only one path from a caller to the running function, or all paths agree at
// their start or end, those functions are known nevertheless. gdb's rules: an unknown target makes
// everything uncertain.

/** The calls of one program. Addresses are link-time addresses. */
export interface Calls {
  /** The call that returns to an address. */
  siteBefore(returnAddress: bigint): Promise<CallSite | undefined>;
  /**
   * The tail calls of the function that begins at an address; undefined where none is known there.
   */
  tailCallsOf(entry: bigint): Promise<readonly CallSite[] | undefined>;
}

/** Calls that the search looks at before it gives up. */
const maxSteps = 2000;

type Chain = readonly CallSite[];

/**
 * What all ways have in common: the first `callers` and the last `callees` calls of one of them.
 */
interface Common {
  readonly chain: Chain;
  readonly callers: number;
  readonly callees: number;
}

/**
 * The tail calls that lead from the call before `callerPc` to the function that begins at `callee`,
 * the last first. Empty where there were no tail calls, or where they are ambiguous.
 */
export async function tailCallsBetween(
  calls: Calls,
  callerPc: bigint,
  callee: bigint,
): Promise<readonly CallSite[]> {
  const first = await calls.siteBefore(callerPc);
  if (!first) return [];
  const search = new Search(calls, callee);
  await search.follow(first, []);
  return search.result();
}

class Search {
  private common: Common | undefined;
  /** True where the path is unknown. */
  private uncertain = false;
  private steps = 0;

  constructor(
    private readonly calls: Calls,
    private readonly callee: bigint,
  ) {}

  /** Follows a call; `before` are the tail calls on the way to it, itself included. */
  async follow(site: CallSite, before: Chain): Promise<void> {
    if (this.uncertain) return;
    const target = ++this.steps > maxSteps ? undefined : await site.target();
    if (typeof target !== 'bigint') {
      this.uncertain = true;
      return;
    }
    if (target === this.callee) {
      this.found(before);
      return;
    }
    const next = await this.calls.tailCallsOf(target);
    if (!next) this.uncertain = true;
    for (const tailCall of next ?? []) {
      const known = before.some(({ returnAddress }) => returnAddress === tailCall.returnAddress);
      if (!known) await this.follow(tailCall, [...before, tailCall]);
    }
  }

  result(): readonly CallSite[] {
    if (this.uncertain || !this.common) return [];
    const { chain, callers, callees } = this.common;
    const whole = callers === chain.length && callees === chain.length;
    const callersOnly = whole ? [] : chain.slice(0, callers);
    return [...callersOnly, ...chain.slice(chain.length - callees)].reverse();
  }

  /** Keeps of the ways found so far what this one has in common with them. */
  private found(way: Chain): void {
    if (!this.common) {
      this.common = { chain: way, callers: way.length, callees: way.length };
      return;
    }
    const { chain } = this.common;
    const callers = sameLength(chain, way, this.common.callers);
    const callees = sameLength([...chain].reverse(), [...way].reverse(), this.common.callees);
    this.common = { chain, callers, callees };
    if (callers === 0 && callees === 0) this.uncertain = true;
  }
}

/** How many calls two ways begin with in common, of the first `most`. */
function sameLength(one: Chain, other: Chain, most: number): number {
  let length = 0;
  while (length < most && length < other.length) {
    if (one[length]?.returnAddress !== other[length]?.returnAddress) break;
    length++;
  }
  return length;
}
