// A value of the program: its type, where it is, and what the frame holds of it, read when it is
// asked for. A value in a register has its low bytes, and those of the registers after it where
// one is too small.
import { append } from '../bytes/arrays';
import { toBytes, unsigned, type ByteOrder } from '../bytes/cursor';
import type { Type } from '../symbols/type';
import { DW_ATE } from '../symbols/dwarf/constants';
import { decodeFloatType, integerFromFloat } from '../machine/float/binaryFloat';
import { decodeDecimal, integerFromDecimal } from '../machine/float/decimalFloat';
import { Origin, type MemorySpan } from '../machine/memory';
import type { CompositePiece, Location } from '../machine/location';
import { convertedRegister, startInRegister } from '../machine/registers';
import type { LoadedModule, StackFrame } from '../machine/stackFrame';
import type { FrameState } from '../machine/frameState';
import { copyBits, Contents, type MissingBits } from './contents';
import { isClass, isFloat, isSigned, sizeOf, strip } from './types';

/**
 * Where a value is read: what it asks of the stopped program. `EvaluationContext` (expressions/)
 * adds what the debugger keeps; `DwarfContext` (machine/) is made of it for one DWARF expression.
 * Addresses are run-time addresses.
 */
export interface ValueContext {
  readonly order: ByteOrder;
  /** Bytes in an address. */
  readonly addressSize: number;
  /** ELF e_machine of the program. */
  readonly machine: number | undefined;
  readonly memory: { read(address: bigint, length: number): Promise<MemorySpan> };
  /** The loaded programs; the first one that knows an address answers. */
  readonly modules: readonly LoadedModule[];
  /** DW_LANG_… by which values are written: that of the selected stack frame. */
  readonly language: number | undefined;
  /** The selected stack frame, for registers and lengths of arrays; absent if none exists. */
  readonly frame: StackFrame | undefined;
  /** Absent where nobody set it. */
  readonly symbolNaming?: SymbolNaming;
  /** In bytes; gdb's default where nobody set it. */
  readonly maxValueSize?: number;
  /** Where there are others than those of the libraries (`pretty/libraries.ts`). */
  readonly printers?: Printers;
}

/** How values are shown instead of as what they are made of. */
export interface Printers {
  /**
   * Chooses and shows; undefined for a value that no printer knows, or whose memory was not
   * collected. What is evaluated for it counts against the budget.
   */
  present(value: Value, budget?: ValueBudget): Promise<Presentation | undefined>;
  /** The view that was asked for by its name, as Natvis has them. */
  readonly view?: string;
  /** How many texts the value's own is inside of. */
  readonly depth?: number;
}

/** How many values may still be shown, in one text or in several that share it. */
export interface ValueBudget {
  left: number;
}

/** How a value of a library is shown. */
export interface Presentation {
  /**
   * What it says of itself, `std::vector of length 3, capacity 4`, or where its characters are, or
   * another value that it stands for.
   */
  readonly summary: string | Characters | ShownValue;
  /** `array`: children without names. `map`: each child has a key. */
  readonly hint?: 'array' | 'map';
  readonly children?: Children;
}

/** A letter after the slash of gdb's `print/x`. */
export type Format = 'x' | 'd' | 'u' | 'o' | 't' | 'z' | 'a' | 'c' | 'f' | 's';

/** The text of another value, between two others: `std::atomic<int> = { 3 }`. */
export interface ShownValue {
  readonly before: string;
  readonly value: Value;
  readonly after: string;
}

/** A string in memory. */
export interface Characters {
  readonly address: bigint;
  /** Number of characters. */
  readonly length: bigint;
  readonly character: Type;
}

/** The contents of a container. */
export interface Children {
  readonly count: number;
  /** Some of them; fewer where the container is damaged or was not collected. */
  read(start: number, count: number): Promise<readonly Child[]>;
}

/** An entry of a container. */
export interface Child {
  /** `[0]`, `get()`. */
  readonly name: string;
  readonly value: Value;
  readonly key?: Value;
  /** How it is written where the user asked for nothing else. */
  readonly format?: Format;
  /** It only groups others: no expression gives it. */
  readonly isGroup?: true;
}

/** How addresses are written with their symbols: gdb's settings of `set print …`. */
export interface SymbolNaming {
  readonly demangle: boolean;
  /** Also in code. */
  readonly asmDemangle: boolean;
  /** With the file and the line of the address. */
  readonly filenames: boolean;
  /** Bytes from a symbol to the last address that is written by it. */
  readonly maxOffset: number;
}

/**
 * The context of values in a stack frame; `frame` is undefined where no stack frame is known.
 * `printers`: where values are shown, by what.
 */
export function valueContextOf(
  machine: FrameState,
  modules: readonly LoadedModule[],
  frame: StackFrame | undefined,
  printers?: Printers,
): ValueContext {
  const { elf } = (frame?.module ?? modules[0])?.program ?? {};
  const bits = elf?.bits ?? machine.registers?.layout.architecture.bits ?? 64;
  return {
    order: machine.frame.order,
    addressSize: bits / 8,
    machine: elf?.machine ?? machine.registers?.layout.architecture.elfMachines[0],
    memory: machine.memory,
    modules,
    language: frame?.scope?.language,
    frame,
    ...(printers && { printers }),
  };
}

/** Bits of a bit field, counted from the place's start in memory order. */
export interface BitRange {
  readonly bit: number;
  readonly size: number;
}

/** A value. Its type has no lengths that are still to be computed (`variable.ts`). */
export class Value {
  private fetched: Promise<Contents> | undefined;

  /**
   * `bits` for a bit field: its type is the declared one, its contents those of a whole number of
   * that type. `initialized`: false where the compiler says that nothing was stored there yet.
   */
  constructor(
    readonly type: Type,
    readonly place: Location,
    readonly context: ValueContext,
    readonly bits?: BitRange,
    readonly initialized = true,
  ) {}

  /** Where it is in memory; absent for a bit field and for what is not in memory. */
  get address(): bigint | undefined {
    return this.place.kind === 'memory' && !this.bits ? this.place.address : undefined;
  }

  /**
   * Its bytes, as many as its type has, with what is missing. Read once, unless that fails. Never
   * more than {@link maxSizeIn} gives.
   */
  contents(): Promise<Contents> {
    this.fetched ??= fetchContents(this).catch((error: unknown) => {
      this.fetched = undefined;
      throw error;
    });
    return this.fetched;
  }
}

/** gdb's default of `set max-value-size`, in bytes. */
export const maxValueSize = 65_536;

/** The most bytes that are read of one value. */
export function maxSizeIn(context: Pick<ValueContext, 'maxValueSize'>): number {
  return context.maxValueSize ?? maxValueSize;
}

/** As many registers as one value can fill. */
const maxRegisters = 8;

/** `size` bytes of a register of the context's stack frame, and of those after it. */
function registerContents(register: number, size: number, context: ValueContext): Contents {
  const bytes = new Uint8Array(size);
  for (let filled = 0, i = 0; filled < size; i++) {
    const saved = i < maxRegisters ? context.frame?.register(register + i) : undefined;
    if (saved?.kind !== 'value' || saved.bytes.length === 0) {
      return Contents.missing(size, saved?.kind === 'notSaved' ? 'optimizedOut' : 'unavailable');
    }
    const rest = size - filled;
    const start = startInRegister(register + i, rest, saved.bytes.length, context);
    bytes.set(saved.bytes.subarray(start, start + rest), filled);
    filled += Math.min(rest, saved.bytes.length - start);
  }
  return new Contents(bytes);
}

/** The bytes of a value, as many as its type has, up to the limit. */
async function fetchContents(value: Value): Promise<Contents> {
  const { type, place, context, bits } = value;
  const size = Math.min(sizeOf(type) ?? 0, maxSizeIn(context));
  if (bits) return fetchBits(value, bits, size);
  const bare = strip(type);
  const isFloat = bare.kind === 'base' && bare.encoding === DW_ATE.float;
  const converted =
    isFloat && place.kind === 'register'
      ? convertedRegister(bare, place.register, context)
      : undefined;
  if (converted) return new Contents(converted);
  const contents = await readPlace(place, size, context);
  if (bare.kind === 'array' || isClass(bare)) return contents;
  const isStored = place.kind !== 'literal' && orderOf(bare, context) !== context.order;
  return (isStored ? contents.reversed() : contents).ofNumber();
}

/** The byte order of a number in memory: its type's own, else the target's. */
export function orderOf(type: Type, { order }: Pick<ValueContext, 'order'>): ByteOrder {
  return type.kind === 'base' ? (type.order ?? order) : order;
}

async function fetchBits(
  { type, place, context }: Value,
  bits: BitRange,
  size: number,
): Promise<Contents> {
  const first = Math.floor(bits.bit / 8);
  const end = Math.min(Math.ceil((bits.bit + bits.size) / 8), first + 17);
  const around = await readPlace(inside(place, end, first), end - first, context);
  const start = bits.bit - 8 * first;
  const stored = orderOf(strip(type), context);
  return around.bits(start, bits.size, size, isSigned(type), { stored, order: context.order });
}

/** The place `offset` bytes into something of `size` bytes. */
export function inside(place: Location, size: number, offset: number): Location {
  switch (place.kind) {
    case 'memory':
      return { kind: 'memory', address: place.address + BigInt(offset) };
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return place;
    case 'part':
      return { ...place, offset: place.offset + offset };
    case 'literal':
    case 'number':
    case 'register':
    case 'implicitPointer':
    case 'pieces':
      return { kind: 'part', of: place, size, offset };
  }
}

/** `size` bytes from the start of a place. */
async function readPlace(place: Location, size: number, context: ValueContext): Promise<Contents> {
  switch (place.kind) {
    case 'memory':
      return readMemory(place.address, size, context);
    case 'register':
      return registerContents(place.register, size, context);
    case 'number':
      return numberContents(place.bytes, size, context);
    case 'literal':
      return literalContents(place.bytes, size);
    case 'implicitPointer':
      return Contents.missing(size, 'syntheticPointer');
    case 'pieces':
      return piecesContents(place.pieces, size, context);
    case 'part':
      return (await readPlace(place.of, Math.min(place.size, maxSizeIn(context)), context)).slice(
        place.offset,
        size,
      );
    case 'unavailable':
      return Contents.missing(size, 'unavailable');
    case 'optimizedOut':
    case 'problem':
      return Contents.missing(size, 'optimizedOut');
  }
}

/** Memory with the runs that the frame does not hold. */
export async function readMemory(
  address: bigint,
  size: number,
  { memory, addressSize }: ValueContext,
): Promise<Contents> {
  const { bytes, origins } = await memory.read(BigInt.asUintN(8 * addressSize, address), size);
  if (!origins.includes(Origin.unavailable)) return new Contents(bytes);
  const gaps: MissingBits[] = [];
  for (let start = 0; start < size; start++) {
    if (origins[start] !== Origin.unavailable) continue;
    let end = start + 1;
    while (end < size && origins[end] === Origin.unavailable) end++;
    gaps.push({ start: 8 * start, end: 8 * end, why: 'unavailable' });
    start = end;
  }
  return new Contents(bytes, gaps);
}

/** The address that is stored at an address; undefined where it is not available. */
export async function storedPointer(
  address: bigint,
  context: ValueContext,
): Promise<bigint | undefined> {
  const contents = await readMemory(address, context.addressSize, context);
  return contents.complete ? unsigned(contents.bytes, context.order) : undefined;
}

/** The low bytes of a number, which has zeros above it. */
function numberContents(bytes: Uint8Array, size: number, { order }: ValueContext): Contents {
  return new Contents(toBytes(unsigned(bytes, order), size, order));
}

function literalContents(bytes: Uint8Array, size: number): Contents {
  if (bytes.length === size) return new Contents(bytes);
  if (bytes.length > size) return new Contents(bytes.subarray(0, size));
  const whole = new Uint8Array(size);
  whole.set(bytes);
  return new Contents(whole, [{ start: 8 * bytes.length, end: 8 * size, why: 'optimizedOut' }]);
}

async function piecesContents(
  all: readonly CompositePiece[],
  size: number,
  context: ValueContext,
): Promise<Contents> {
  const bytes = new Uint8Array(size);
  const gaps: MissingBits[] = [];
  let bit = 0;
  for (const piece of all) {
    const length = Math.min(piece.size, 8 * size - bit);
    if (length <= 0) break;
    const { contents, start } = await readPiece(piece, context);
    copyBits(contents.bytes, start, bytes, bit, length, context.order);
    append(gaps, gapsWithin(contents, start, length, bit));
    bit += length;
  }
  // gdb takes what no piece describes for pointers that have no address.
  if (bit < 8 * size) gaps.push({ start: bit, end: 8 * size, why: 'syntheticPointer' });
  return new Contents(bytes, joined(gaps));
}

/**
 * What a piece's bits are in, and where they start there. On big-endian targets a piece is the
 * low end of its place.
 */
async function readPiece(
  { location: place, size, offset = 0 }: CompositePiece,
  context: ValueContext,
): Promise<{ contents: Contents; start: number }> {
  const bytes = Math.ceil((offset + size) / 8);
  const most = maxSizeIn(context);
  const whole = Math.min(lengthOfPlace(place, context) ?? bytes, most);
  const contents = await readPlace(place, Math.max(whole, Math.min(bytes, most)), context);
  const numeric = place.kind === 'register' || place.kind === 'number';
  if (numeric && context.order === 'big') {
    return { contents, start: Math.max(0, 8 * contents.bytes.length - offset - size) };
  }
  return { contents, start: offset };
}

function lengthOfPlace(place: Location, { frame }: ValueContext): number | undefined {
  if (place.kind === 'number' || place.kind === 'literal') return place.bytes.length;
  if (place.kind !== 'register') return undefined;
  const register = frame?.register(place.register);
  return register?.kind === 'value' ? register.bytes.length : undefined;
}

function gapsWithin(contents: Contents, start: number, length: number, to: number): MissingBits[] {
  return contents.gaps
    .filter((gap) => gap.start < start + length && gap.end > start)
    .map((gap) => ({
      start: Math.max(gap.start, start) - start + to,
      end: Math.min(gap.end, start + length) - start + to,
      why: gap.why,
    }));
}

function joined(gaps: readonly MissingBits[]): MissingBits[] {
  const result: MissingBits[] = [];
  for (const gap of gaps) {
    const last = result.at(-1);
    if (last?.end === gap.start && last.why === gap.why) {
      result[result.length - 1] = { ...last, end: gap.end };
    } else {
      result.push(gap);
    }
  }
  return result;
}

// Values that are nowhere in the program: results of computations.

/** A value of bytes in the target's order. */
export function literal(type: Type, bytes: Uint8Array, context: ValueContext): Value {
  return new Value(type, { kind: 'literal', bytes }, context);
}

/** A value of a number, cut to the type's size. */
export function numberOf(type: Type, number: bigint, context: ValueContext): Value {
  return literal(type, bytesOfNumber(number, type, context), context);
}

/**
 * A value that was kept, as one of another frame: a pointer in it points into that frame's memory.
 */
export async function heldIn(value: Value, context: ValueContext): Promise<Value> {
  const { bytes, missing } = await value.contents();
  return missing === undefined ? literal(value.type, bytes, context) : value;
}

/**
 * The bytes of a number in a value of a type; of no size where `otherwise` is not given and the
 * type has none.
 */
export function bytesOfNumber(
  number: bigint,
  type: Type,
  { order }: Pick<ValueContext, 'order'>,
  otherwise = 0,
): Uint8Array {
  return toBytes(number, Math.min(sizeOf(type) ?? otherwise, maxValueSize), order);
}

// Values as numbers.

/**
 * The number of an integer, character, truth value or enumeration, the address that a pointer or
 * reference holds, a floating-point number without its fraction; undefined where not all of it is
 * known.
 */
export async function asInteger(value: Value): Promise<bigint | undefined> {
  const contents = await value.contents();
  if (!contents.complete || contents.bytes.length === 0) return undefined;
  const { order, machine } = value.context;
  const type = strip(value.type);
  if (type.kind === 'base' && type.encoding === DW_ATE.decimal_float) {
    const decimal = decodeDecimal(contents.bytes, value.context);
    return decimal && integerFromDecimal(decimal);
  }
  if (isFloat(type)) {
    return integerFromFloat(decodeFloatType(contents.bytes, type, order, machine));
  }
  const number = unsigned(contents.bytes, order);
  return isSigned(value.type) ? BigInt.asIntN(8 * contents.bytes.length, number) : number;
}
