// The stores of the programs that may have written a value: to its address, or to its member of the
// class, in functions that use that class. A bounded scan of code and debugging information: a
// store that cannot be ruled out is listed as possible, and what was not scanned is reported.
import { t } from '@vscode/l10n';
import { TimeSlice } from '../../bytes/timeSlice';
import { capstoneMode, type Decoder } from '../../disassembly/decoder';
import { instructionSetOf, type InstructionSet } from '../../disassembly/instructionSet';
import {
  knowsStores,
  storesIn,
  type PlacedInstruction,
  type StoreInstruction,
} from '../../disassembly/stores';
import { linkAddress, runTimeAddress } from '../../machine/stackFrame';
import { Origin } from '../../machine/memory';
import type { TraceModule } from '../traceModule';
import type { Trace } from '../trace';
import {
  isClassKey,
  type PartOfType,
  type StoreTarget,
  partsOfClass,
  typeKey,
} from './storeTarget';
import type { Program } from '../../symbols/program';
import type { FunctionScope } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { isClass, sizeOf, strip, targetOf } from '../../values/types';
import { framePcsAtLine } from '../framePcs';
import { findFrame } from '../search/search';
import type { ValueChange } from '../search/collectedValues';

/**
 * Why a store is listed: by the `address` that it writes to; by the `member` that it writes, of any
 * object; `possible` where neither is known nor ruled out.
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

/** What was found, and what was not looked at: sentences for the user. */
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
      notes.push(t('Stores are not known for this architecture ({0}).', name));
    }
    if (this.isCut) notes.push(t('Not all code was looked at: there is too much of it.'));
    if (this.undescribed > 0) {
      notes.push(
        t(
          '{0} stores in functions without debugging information may be of such a member too.',
          this.undescribed,
        ),
      );
    }
    notes.push(
      t('Code outside of these programs, as memcpy of a library is, may have written it too.'),
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

/** The code of a program, function by function where symbols say where they begin. */
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

// The types that code can reach: of the variables of a function and of its file, and of what they
// point to. Code that knows no pointer to a class does not write its members by their names.

/** Types looked at for one place; a program has some thousand. */
const maxTypes = 5000;

/** The types of one place. */
class TypesReached {
  /** Keys of types that are pointed to, or that objects have. */
  readonly keys = new Set<string>();
  /** Those of them that are pointed to. */
  readonly pointed = new Set<string>();
  /** Places of numbers and pointers in classes: `8:4`. */
  private readonly members = new Set<string>();
  private readonly seen = new Set<string>();

  /** Whether a class has something of a size, in bytes, at an offset. */
  has(offset: number, size: number): boolean {
    return this.members.has(`${offset}:${size}`);
  }

  /** Adds a type and all that it leads to. */
  async add(first: Type): Promise<void> {
    const left: Type[] = [first];
    for (let type = left.pop(); type; type = left.pop()) {
      const bare = strip(type);
      const inner = bare.kind === 'array' ? bare.element : targetOf(bare);
      const innerKey = inner && typeKey(inner);
      if (inner) left.push(inner);
      if (innerKey !== undefined) this.keys.add(innerKey);
      if (innerKey !== undefined && bare.kind !== 'array') this.pointed.add(innerKey);
      const key = isClass(bare) ? typeKey(bare) : undefined;
      if (!isClass(bare) || key === undefined || this.seen.has(key)) continue;
      if (this.seen.size >= maxTypes) return;
      this.seen.add(key);
      this.keys.add(key);
      const whole = bare.incomplete ? ((await bare.definition?.()) ?? bare) : bare;
      for (const part of await partsOfClass(whole)) {
        left.push(part.type);
        await this.note(part.type, part.offset);
      }
    }
  }

  private async note(type: Type, offset: number, depth = 0): Promise<void> {
    const bare = strip(type);
    if (isClass(bare) && depth < 8) {
      for (const { type: inner, offset: within } of await partsOfClass(bare)) {
        await this.note(inner, offset + within, depth + 1);
      }
      return;
    }
    const size = sizeOf(bare);
    if (size !== undefined) this.members.add(`${offset}:${size}`);
  }
}

/** The types that the code of one program reaches. */
class ReachableTypes {
  /** By the innermost block: those of a function declare different variables. */
  private readonly ofBlocks = new Map<string, Promise<TypesReached>>();

  constructor(private readonly program: Program) {}

  /** Those at a link-time address; undefined where no debugging information describes the code. */
  async at(link: bigint): Promise<TypesReached | undefined> {
    const scopes = await this.program.scopesAt(link);
    const [innermost] = scopes;
    if (!innermost) return undefined;
    const key = `${innermost.offset} ${innermost.blocks[0]?.ranges[0]?.start ?? ''}`;
    const known = this.ofBlocks.get(key) ?? this.read(scopes, link);
    this.ofBlocks.set(key, known);
    return known;
  }

  private async read(scopes: readonly FunctionScope[], link: bigint): Promise<TypesReached> {
    const reached = new TypesReached();
    for (const scope of scopes) {
      for (const { type } of [...argumentsOf(scope), ...localsOf(scope)]) await reached.add(type);
    }
    for (const { type } of await this.program.globalsAt(link)) await reached.add(type);
    return reached;
  }
}

// Whether the recording covers a store: the tracepoints at its line, and the frame between the two
// of a change that stopped there before it wrote.

/** What the recording has about a store. */
export interface StoreSight {
  /** The numbers of the tracepoints at its line, ahead of it. */
  readonly tracepoints: readonly number[];
  /** The last frame of a change's interval that stopped at the line, ahead of the store. */
  readonly frame?: number;
}

/** What the recording has about a store in the interval of a change. */
export async function sightOf(
  trace: Trace,
  { source, addresses }: PossibleStore,
  { before, after }: ValueChange,
  signal?: AbortSignal,
): Promise<StoreSight> {
  if (!source) return { tracepoints: [] };
  const last = addresses.at(-1) ?? 0n;
  const tracepoints: number[] = [];
  for (const { number, locations } of trace.recording.description.tracepoints) {
    for (const { address } of locations) {
      if (address > last) continue;
      const at = await trace.modules.current.locate(address);
      const isThere = at.source?.line === source.line && at.source.file === source.file;
      if (isThere && !tracepoints.includes(number)) tracepoints.push(number);
    }
  }
  const pcs = await framePcsAtLine(trace, [source.file], source.line);
  const ahead = new Set([...pcs].filter((pc) => pc <= last));
  const options = { from: after, to: before, direction: -1, signal } as const;
  const found =
    ahead.size > 0 ? await findFrame(trace, [{ addresses: ahead }], options) : undefined;
  return { tracepoints, ...(found && { frame: found.frame }) };
}
