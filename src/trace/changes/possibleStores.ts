// The stores of the programs that may have written a value: to its address, or of a member to its
// place in the class, in functions that know that class. A bounded scan of code and debugging
// information; what it cannot tell apart is listed as possible, what it did not see is said.
import { TimeSlice } from '../../bytes/timeSlice';
import { capstoneMode, type Decoder } from '../../disassembly/decoder';
import { instructionSetOf, type InstructionSet } from '../../disassembly/instructionSet';
import {
  knowsStores,
  storesIn,
  type PlacedInstruction,
  type StoreInstruction,
} from '../../disassembly/stores';
import { linkAddress, runTimeAddress } from '../../machine/linkAddress';
import { Origin } from '../../machine/memory';
import type { TraceModule } from '../traceModule';
import type { Trace } from '../trace';
import { ReachableTypes, type TypesReached } from './reachableTypes';
import { isClassKey, type PartOfType, type StoreTarget } from './storeTarget';

/**
 * How it is known of a store: by the `address` that it writes to; by the `member` that it writes,
 * of whichever object; `possible` where neither is known, nor that it is another.
 */
type StoreKind = 'address' | 'member' | 'possible';

/** A line of the program that may write a value. */
export interface PossibleStore {
  readonly kind: StoreKind;
  /** Run-time addresses of the instructions, ascending. */
  readonly addresses: readonly bigint[];
  readonly functionName?: string;
  readonly source?: { readonly file: string; readonly line: number };
}

/** What was found, and what was not looked at: sentences for a person. */
export interface StoreScan {
  readonly stores: readonly PossibleStore[];
  readonly notes: readonly string[];
}

/** Bounds of a scan. */
export interface ScanLimits {
  /** Bytes of code that are decoded. */
  readonly bytes: number;
  /** Milliseconds after which no more are. */
  readonly time: number;
}

const usualLimits: ScanLimits = { bytes: 16 * 1024 * 1024, time: 10_000 };
/** Bytes that are decoded in one go. */
const maxBytesAtOnce = 65_536;

/** Looks for the stores that may write to a target. */
export async function possibleStores(
  trace: Trace,
  target: StoreTarget,
  decoder: Decoder,
  { signal, limits = usualLimits }: { signal?: AbortSignal; limits?: ScanLimits } = {},
): Promise<StoreScan> {
  const scan = new Scan(trace, target, decoder, limits, signal);
  for (const module of trace.modules.current.all) await scan.look(module);
  return scan.result();
}

/** Code that is decoded together: a function, or what is between two. Link-time addresses. */
interface CodeRange {
  readonly start: bigint;
  readonly end: bigint;
}

class Scan {
  private readonly found = new Map<string, { store: PossibleStore; addresses: Set<bigint> }>();
  private readonly unknownSets = new Set<string>();
  private readonly slice = new TimeSlice();
  private readonly end: number;
  private left: number;
  private isCut = false;
  private undescribed = 0;
  /** Of the target, and of what it is made of. */
  private readonly sizes: ReadonlySet<number>;

  constructor(
    private readonly trace: Trace,
    private readonly target: StoreTarget,
    private readonly decoder: Decoder,
    limits: ScanLimits,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.end = performance.now() + limits.time;
    this.left = limits.bytes;
    const parts = [...target.parts.values()].flat();
    this.sizes = new Set([target.size, ...parts.map(({ size }) => size)]);
  }

  /** Looks through the code of a program. */
  async look(module: TraceModule): Promise<void> {
    const { program, slide } = module;
    if (slide === undefined) return;
    const { frameLayout, layout } = this.trace.recording;
    const set = instructionSetOf(layout?.architecture, program.elf, frameLayout.order, 'intel');
    if (!set || !knowsStores(set)) {
      this.unknownSets.add(set?.name ?? 'unknown');
      return;
    }
    const types = new ReachableTypes(program);
    for (const range of await codeRanges(module)) {
      const length = Number(range.end - range.start);
      if (this.signal?.aborted) return;
      if (length > this.left || performance.now() > this.end) {
        this.isCut = true;
        continue;
      }
      this.left -= length;
      const stores = storesIn(await this.decode(module, slide, range, set), set);
      for (const store of stores) {
        if (this.slice.usedUp) await this.slice.yieldIfDue();
        if (!this.mayReach(store)) continue;
        const kind = await this.kindOf(store, module, slide, types);
        if (kind) await this.add(kind, store, module);
      }
    }
  }

  result(): StoreScan {
    const order: readonly StoreKind[] = ['address', 'member', 'possible'];
    const stores = [...this.found.values()]
      .map(({ store, addresses }) => {
        return { ...store, addresses: [...addresses].sort((a, b) => (a < b ? -1 : 1)) };
      })
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    return { stores, notes: this.notes() };
  }

  private notes(): string[] {
    const notes: string[] = [];
    for (const name of this.unknownSets) {
      notes.push(`Stores are not known for this architecture (${name}).`);
    }
    if (this.isCut) notes.push('Not all code was looked at: there is too much of it.');
    if (this.undescribed > 0) {
      notes.push(
        `${this.undescribed} stores in functions without debugging information may be of such a member too.`,
      );
    }
    notes.push(
      'Code outside of these programs, as memcpy of a library is, may have written it too.',
    );
    return notes;
  }

  /** What a glance at the numbers says. */
  private mayReach({ target, base, indexed, size }: StoreInstruction): boolean {
    const { address, size: wanted } = this.target;
    if (target !== undefined) {
      if (address === undefined) return false;
      return (
        target < address + BigInt(wanted) && (size === undefined || target + BigInt(size) > address)
      );
    }
    if (base === undefined) return indexed && address !== undefined;
    return true;
  }

  private async kindOf(
    store: StoreInstruction,
    module: TraceModule,
    slide: bigint,
    types: ReachableTypes,
  ): Promise<StoreKind | undefined> {
    if (store.target !== undefined) return 'address';
    if (store.base === undefined) return this.kindOfElement(store, module, slide);
    const link = linkAddress(store.address, slide);
    if (await this.isOfStackFrame(store, module, link)) {
      return (await this.reachesInStackFrame(store, module, slide)) ? 'address' : undefined;
    }
    const known = await types.at(link);
    if (!known) {
      if (this.isAtMember(store)) this.undescribed++;
      return undefined;
    }
    return this.kindByTypes(store, known);
  }

  /** An element of what is at a known address. */
  private async kindOfElement(
    { displacement, size }: StoreInstruction,
    { program }: TraceModule,
    slide: bigint,
  ): Promise<StoreKind | undefined> {
    const { address } = this.target;
    if (address === undefined || (size !== undefined && !this.sizes.has(size))) return undefined;
    const start = BigInt.asUintN(64, displacement);
    const [one, other] = await Promise.all([
      program.tableSymbolAt(linkAddress(start, slide)),
      program.tableSymbolAt(linkAddress(address, slide)),
    ]);
    const isSame = one && other && start - one.offset === address - other.offset;
    return isSame ? 'possible' : undefined;
  }

  /** Whether a store writes to the stack frame of its own function. */
  private async isOfStackFrame(
    { base }: StoreInstruction,
    { program }: TraceModule,
    link: bigint,
  ): Promise<boolean> {
    if (base === 'rsp' || base === 'sp') return true;
    const row = await program.callFrameAt(link);
    return row?.cfa?.kind === 'register' && this.nameOf(row.cfa.register) === base;
  }

  private async reachesInStackFrame(
    { address, base, displacement, size }: StoreInstruction,
    { program }: TraceModule,
    slide: bigint,
  ): Promise<boolean> {
    const { inStackFrame, size: wanted } = this.target;
    const isThere = inStackFrame?.ranges.some(
      ({ start, end }) => address >= start && address < end,
    );
    if (!inStackFrame || isThere !== true) return false;
    const cfa = (await program.callFrameAt(linkAddress(address, slide)))?.cfa;
    if (cfa?.kind !== 'register' || this.nameOf(cfa.register) !== base) return false;
    const offset = displacement - cfa.offset;
    const isBefore = offset < inStackFrame.offset + BigInt(wanted);
    return isBefore && (size === undefined || offset + BigInt(size) > inStackFrame.offset);
  }

  private nameOf(register: number): string | undefined {
    return this.trace.recording.layout?.architecture.abi.dwarf.get(register);
  }

  /** Whether a function that nothing describes may write the target as a member. */
  private isAtMember({ displacement, size }: StoreInstruction): boolean {
    const at = Number(displacement);
    return [...this.target.parts].some(
      ([key, parts]) =>
        isClassKey(key) && parts.some((part) => part.offset === at && part.size === size),
    );
  }

  private kindByTypes(store: StoreInstruction, known: TypesReached): StoreKind | undefined {
    const { displacement, size, indexed } = store;
    const at = Number(displacement);
    let mayBeInside = false;
    let best: StoreKind | undefined;
    for (const [key, parts] of this.target.parts) {
      if (!known.keys.has(key)) continue;
      const isPointed = known.pointed.has(key);
      for (const part of parts) {
        // A number is reached by a pointer to one, or as an element of its array.
        if (!isClassKey(key) && !isPointed && !part.isElement) continue;
        mayBeInside ||= indexed || isClassKey(key);
        if (indexed || !overlaps(part, at, size)) continue;
        best = isClassKey(key) && isPointed && isWithin(part, at, size) ? 'member' : best;
        best ??= 'possible';
      }
    }
    if (best || !mayBeInside || (size !== undefined && size > this.target.size)) return best;
    // An element, or a member of an object at whose beginning the base is not.
    const isOther = !indexed && size !== undefined && known.has(at, size);
    const isLikely = size === undefined || this.sizes.has(size);
    return isOther || !isLikely ? undefined : 'possible';
  }

  private async add(kind: StoreKind, { address }: StoreInstruction, module: TraceModule) {
    const { functionName, source } = await module.locate(address);
    const place = source ? `${source.file}:${source.line}` : String(address);
    const key = `${kind} ${functionName ?? ''} ${place}`;
    const before = this.found.get(key);
    if (before) {
      before.addresses.add(address);
      return;
    }
    const store: PossibleStore = {
      kind,
      addresses: [],
      ...(functionName !== undefined && { functionName }),
      ...(source && { source: { file: source.file, line: source.line } }),
    };
    this.found.set(key, { store, addresses: new Set([address]) });
  }

  /** The instructions of a range, at run-time addresses. */
  private async decode(
    module: TraceModule,
    slide: bigint,
    { start, end }: CodeRange,
    set: InstructionSet,
  ): Promise<PlacedInstruction[]> {
    const placed: PlacedInstruction[] = [];
    const mode = capstoneMode(set);
    for (let at = start; at < end;) {
      const length = Math.min(Number(end - at), maxBytesAtOnce);
      const address = runTimeAddress(at, slide);
      const { bytes, origins } = await module.read(address, length);
      const gap = origins.indexOf(Origin.unavailable);
      const code = gap < 0 ? bytes : bytes.subarray(0, gap);
      const decoded = await this.decoder.decode(code, address, mode, code.length);
      let from = address;
      for (const each of decoded) {
        placed.push({ ...each, address: from });
        from += BigInt(each.size);
      }
      if (from === address) break;
      at += from - address;
    }
    return placed;
  }
}

/** The code of a program, function by function where symbols tell where they begin. */
async function codeRanges({ program }: TraceModule): Promise<CodeRange[]> {
  const ranges: CodeRange[] = [];
  const starts = (await program.symbolsOf('code')).map(({ address }) => address);
  for (const { start, end, executable } of program.loadedRanges) {
    if (!executable) continue;
    const inside = starts.filter((address) => address > start && address < end);
    const bounds = [...new Set([start, ...inside, end])].sort((a, b) => (a < b ? -1 : 1));
    bounds.slice(1).forEach((bound, i) => {
      ranges.push({ start: bounds[i] ?? bound, end: bound });
    });
  }
  return ranges;
}

function overlaps({ offset, size }: PartOfType, at: number, length: number | undefined): boolean {
  return at < offset + size && (length === undefined || at + length > offset);
}

/** Whether a store writes all of a part, or a member of it. */
function isWithin({ offset, size }: PartOfType, at: number, length: number | undefined): boolean {
  if (length === undefined) return false;
  return size <= maxScalar ? at === offset && length === size : at + length <= offset + size;
}

/** Bytes of the longest number or pointer that is written at once. */
const maxScalar = 8;
