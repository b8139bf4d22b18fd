// Variables of a stack frame, and what else has a location; with their types as they are in a
// stopped program: arrays have their length (DWARF 5, section 5.13) and their elements where a
// descriptor says (section 5.18).
import { append } from '../bytes/arrays';
import { DW_ATE } from '../symbols/dwarf/constants';
import { isOfUninitialized } from '../symbols/dwarf/operations';
import type { DwarfExpression, LocationDescription } from '../symbols/location';
import type { Variable, FunctionScope } from '../symbols/scope';
import type { ArrayType, Bound, ClassType, Dimension, Member, Type } from '../symbols/type';
import { entryRegister } from '../machine/dwarf/machine';
import {
  dwarfContextOf,
  entryValue,
  evaluateLocation,
  evaluateNumber,
  ownFunction,
  type DwarfContext,
} from '../machine/dwarf/recordedExpression';
import {
  expressionAt,
  outlastsCall,
  type CompositePiece,
  type Location,
} from '../machine/location';
import type { LoadedModule } from '../machine/stackFrame';
import { bytesOfNumber, maxSizeIn, Value, type ValueContext, asInteger, numberOf } from './value';
import { isAlias, isClass, lengthOf, sizeOf, strip, isReference, completeType } from './types';

/** A variable as it is in the stack frame of the context; a global one needs none. */
export async function readVariable(variable: Variable, context: ValueContext): Promise<Value> {
  return readLocation(variable.type, variable.location, context);
}

/** Something of a type at a location. */
export async function readLocation(
  declared: Type,
  location: LocationDescription,
  context: ValueContext,
): Promise<Value> {
  const within = withLostRegisters(location, context);
  const expression = expressionAt(location, context.frame);
  const place = await placeOf(location, expression, declared, within);
  const value = await resolvedValue(declared, place, within);
  if (!expression || !isOfUninitialized(expression)) return value;
  return new Value(value.type, value.place, value.context, value.bits, false);
}

/** A context in which a location that outlasts a call finds the registers that nobody saved. */
function withLostRegisters(location: LocationDescription, context: ValueContext): ValueContext {
  const { frame } = context;
  if (!frame || !outlastsCall(location, frame)) return context;
  return { ...context, frame: { ...frame, register: (number) => frame.left(number) } };
}

/** `expression`: the one of the location that holds in the stack frame. */
async function placeOf(
  location: LocationDescription,
  expression: DwarfExpression | undefined,
  type: Type,
  context: ValueContext,
): Promise<Location> {
  if (location.kind === 'none') return { kind: 'optimizedOut' };
  if (location.kind === 'constant') {
    const { value } = location;
    const bytes =
      typeof value === 'bigint' ? bytesOfNumber(value, type, context, context.addressSize) : value;
    return { kind: 'literal', bytes };
  }
  if (!expression) return { kind: 'optimizedOut' };
  return evaluateLocation(expression, dwarfContextIn(context));
}

/** What expressions may ask: of the stack frame, or without one, only of memory. */
function dwarfContextIn(context: ValueContext): DwarfContext {
  const { frame, memory, order, modules } = context;
  if (frame) return dwarfContextOf(frame, { memory, order });
  return {
    order,
    memory,
    register: () => ({ kind: 'unavailable' }),
    slide: modules[0]?.slide ?? 0n,
  };
}

/** Deeper than any type of an array of arrays. */
const maxArrayDepth = 32;

/**
 * The value of a type at a place, complete, with every length of its arrays computed, and its
 * elements side by side.
 */
export async function resolvedValue(
  type: Type,
  place: Location,
  context: ValueContext,
): Promise<Value> {
  const complete = await completeType(type, context.modules);
  const bare = strip(complete);
  if (isReference(bare) && isDynamic(bare.target))
    return resolvedReference(complete, place, context);
  // What is not there leaves the type as it is declared (gdb 13, dwarf2_evaluate_loc_desc_full).
  const isLost = place.kind === 'unavailable' && isClass(bare);
  if (isLost || !isDynamic(complete)) return new Value(complete, place, context);
  const address = place.kind === 'memory' ? place.address : undefined;
  const resolved = await resolve(complete, { context, left: maxResolved }, address);
  const data = await dataPlace(resolved, place, context);
  return new Value(unstrided(resolved), gathered(strip(resolved), data, context), context);
}

/** A reference, to what its address makes of its type. */
async function resolvedReference(
  type: Type,
  place: Location,
  context: ValueContext,
): Promise<Value> {
  const declared = new Value(type, place, context);
  const address = await asInteger(declared);
  if (address === undefined) return declared;
  const resolveTarget = async (each: Type): Promise<Type> => {
    if (isAlias(each)) return { ...each, target: await resolveTarget(each.target) };
    if (!isReference(each)) return each;
    return { ...each, target: await resolve(each.target, { context, left: maxResolved }, address) };
  };
  return new Value(await resolveTarget(type), place, context);
}

/** Whether a type is or holds an array whose length only the stopped program knows. */
export function isDynamic(type: Type): boolean {
  let at = type;
  for (let depth = 0; depth < maxArrayDepth; depth++) {
    if (isAlias(at)) {
      at = at.target;
    } else {
      if (isClass(at)) return isUnsized(at);
      if (at.kind !== 'array') return false;
      if (at.descriptor !== undefined || at.dimensions.some(isDynamicDimension)) return true;
      at = at.element;
    }
  }
  return false;
}

function isDynamicDimension({ count, lowerFrom, stride }: Dimension): boolean {
  return typeof count === 'object' || lowerFrom !== undefined || stride !== undefined;
}

/** The compiler cannot say how long such a class is. */
function isUnsized({ size, incomplete }: ClassType): boolean {
  return size === undefined && !incomplete;
}

/** Parts of one type that are resolved. */
const maxResolved = 4096;

/** Where a type is resolved, and how many more of its parts. */
interface Resolution {
  readonly context: ValueContext;
  left: number;
}

async function resolve(
  type: Type,
  resolution: Resolution,
  objectAddress: bigint | undefined,
  depth = 0,
): Promise<Type> {
  if (depth > maxArrayDepth || --resolution.left < 0) return type;
  if (isAlias(type)) {
    const target = await resolve(type.target, resolution, objectAddress, depth + 1);
    return { ...type, target };
  }
  if (isClass(type)) {
    return isUnsized(type) ? resolvedClass(type, resolution, objectAddress, depth + 1) : type;
  }
  if (type.kind !== 'array') return type;
  const { context } = resolution;
  const missing = await missingOf(type, context, objectAddress);
  const dimensions: Dimension[] = [];
  for (const dimension of type.dimensions) {
    const { lower } = dimension;
    const isNone = missing !== undefined;
    dimensions.push(isNone ? { lower } : await fixed(dimension, context, objectAddress));
  }
  const element = await resolve(type.element, resolution, objectAddress, depth + 1);
  return { ...type, element, dimensions, ...(missing && { missing }) };
}

/** Its members resolved, it ends with the last of them (gdb 13, resolve_dynamic_struct). */
async function resolvedClass(
  type: ClassType,
  resolution: Resolution,
  start: bigint | undefined,
  depth: number,
): Promise<ClassType> {
  const { context } = resolution;
  const declared = await type.members();
  const members: Member[] = [];
  let size = 0;
  for (const member of declared.members) {
    const { offset, bits } = member;
    const isKnown = typeof offset === 'bigint' || start === undefined;
    const found = isKnown ? offset : await offsetFrom(start, offset, context);
    const at = typeof found === 'bigint' ? found : 0n;
    const own = start === undefined ? undefined : start + at;
    const resolved = await resolve(member.type, resolution, own, depth);
    members.push({ ...member, type: resolved });
    const end = bits
      ? Math.ceil((Number(bits.bit) + bits.size) / 8)
      : Number(at) + (sizeOf(resolved) ?? 0);
    size = Math.max(size, end);
  }
  return { ...type, size, members: () => Promise.resolve({ ...declared, members }) };
}

/** Bytes from the start of an object to a part of it; what is missing where that is unknown. */
export async function offsetFrom(
  start: bigint,
  offset: DwarfExpression,
  context: ValueContext,
): Promise<Awaited<ReturnType<typeof evaluateNumber>>> {
  const dwarf = { ...dwarfContextIn(context), objectAddress: start };
  const found = await evaluateNumber(offset, dwarf, [start]);
  return typeof found === 'bigint' ? BigInt.asIntN(8 * context.addressSize, found - start) : found;
}

/** What a descriptor says that its array has not been; undefined where there is an array. */
async function missingOf(
  { descriptor }: ArrayType,
  context: ValueContext,
  objectAddress: bigint | undefined,
): Promise<ArrayType['missing']> {
  for (const what of ['allocated', 'associated'] as const) {
    const expression = descriptor?.[what];
    if (!expression) continue;
    const is = await bound({ kind: 'expression', expression }, context, objectAddress);
    if (is === 0n) return what;
  }
  return undefined;
}

/** Where the elements are. */
async function dataPlace(type: Type, place: Location, context: ValueContext): Promise<Location> {
  const bare = strip(type);
  const data = bare.kind === 'array' && !bare.missing ? bare.descriptor?.data : undefined;
  if (!data || place.kind !== 'memory') return place;
  return evaluateLocation(data, { ...dwarfContextIn(context), objectAddress: place.address });
}

/** The elements side by side, in the order in which the type has them. */
function gathered(type: Type, place: Location, context: ValueContext): Location {
  const { order } = context;
  if (type.kind !== 'array' || place.kind !== 'memory') return place;
  const size = 8 * (sizeOf(type.element) ?? 0);
  const strides = stridesOf(type, size);
  if (!strides || size === 0) return place;
  const pieces: CompositePiece[] = [];
  const most = Math.floor((8 * maxSizeIn(context)) / size);
  const add = (dimension: number, bit: bigint): void => {
    const [own, stride] = [type.dimensions[dimension], strides[dimension]];
    if (!own || stride === undefined) {
      append(pieces, elementPieces(place.address, bit, size, strides.at(-1) ?? 0n, order));
      return;
    }
    for (let i = 0n; i < BigInt(lengthOf(own) ?? 0) && pieces.length < most; i++) {
      add(dimension + 1, bit + i * stride);
    }
  };
  add(0, 0n);
  return { kind: 'pieces', pieces };
}

/** Bits from one element to the next in each dimension; undefined where they are contiguous. */
function stridesOf({ dimensions }: ArrayType, size: number): bigint[] | undefined {
  const strides: bigint[] = [];
  let [side, isSideBySide] = [BigInt(size), true];
  let extent = side;
  for (const dimension of [...dimensions].reverse()) {
    const stride = typeof dimension.stride === 'bigint' ? dimension.stride : extent;
    const length = BigInt(lengthOf(dimension) ?? 0);
    isSideBySide &&= stride === side || length <= 1n;
    strides.unshift(stride);
    side *= length;
    extent = stride * length;
  }
  return isSideBySide ? undefined : strides;
}

/** An element; one of fewer bits than its type has zeros above them. */
function elementPieces(
  start: bigint,
  bit: bigint,
  size: number,
  stride: bigint,
  order: ValueContext['order'],
): CompositePiece[] {
  const place: Location = { kind: 'memory', address: start + (bit >> 3n) };
  if (stride < 0n || stride >= BigInt(size)) return [{ location: place, size }];
  const own = Number(stride);
  const zeros = new Uint8Array(Math.ceil(size / 8));
  const above: CompositePiece = { location: { kind: 'literal', bytes: zeros }, size: size - own };
  const piece: CompositePiece = { location: place, size: own, offset: Number(bit & 7n) };
  return order === 'little' ? [piece, above] : [above, piece];
}

function unstrided(type: Type): Type {
  if (isAlias(type)) return { ...type, target: unstrided(type.target) };
  if (type.kind !== 'array') return type;
  const dimensions = type.dimensions.map(({ lower, count }) => ({
    lower,
    ...(count !== undefined && { count }),
  }));
  return { ...type, dimensions };
}

async function fixed(
  { lower: given, lowerFrom, count, stride }: Dimension,
  context: ValueContext,
  objectAddress: bigint | undefined,
): Promise<Dimension> {
  const from = async (each: Bound) => bound(each, context, objectAddress);
  const lower = lowerFrom ? await from(lowerFrom) : given;
  const bytes = typeof stride === 'object' ? await from(stride.bytes) : undefined;
  const bits = bytes === undefined ? stride : 8n * bytes;
  const strided = typeof bits === 'bigint' ? { stride: bits } : {};
  if (typeof count !== 'object') {
    return { lower: lower ?? given, ...(count !== undefined && { count }), ...strided };
  }
  const computed = await from(count.from);
  if (computed === undefined || lower === undefined) return { lower: lower ?? given, ...strided };
  const length = computed + count.add - (lowerFrom ? lower : 0n);
  return { lower, count: length > 0n ? length : 0n, ...strided };
}

async function bound(
  from: Bound,
  context: ValueContext,
  objectAddress: bigint | undefined,
): Promise<bigint | undefined> {
  if (from.kind === 'variable') return variableBound(from.offset, context);
  const plain = dwarfContextIn(context);
  const dwarf = objectAddress === undefined ? plain : { ...plain, objectAddress };
  if (from.kind === 'stored') {
    const place = await evaluateLocation(from.expression, dwarf);
    const type = { kind: 'base', name: '', size: from.size, encoding: DW_ATE.signed } as const;
    return asInteger(new Value(type, place, context));
  }
  const value = await evaluateNumber(from.expression, dwarf);
  return typeof value === 'bigint' ? BigInt.asIntN(8 * context.addressSize, value) : undefined;
}

async function variableBound(offset: number, context: ValueContext): Promise<bigint | undefined> {
  const { scope, module } = context.frame ?? {};
  const visible = [
    ...(scope?.parameters ?? []),
    ...(scope?.blocks.flatMap(({ variables }) => variables) ?? []),
  ];
  const variable =
    visible.find((each) => each.offset === offset) ?? (await placedVariable(offset, module));
  // A bound that is itself an array of variable length would never end.
  if (!variable || isDynamic(variable.type)) return undefined;
  return asInteger(await readVariable(variable, context));
}

async function placedVariable(offset: number, module: LoadedModule | undefined) {
  return module?.program.variableAt(offset);
}

// What a parameter was when its function was called: gdb's `x@entry` (DWARF 5, section 3.4.2; gdb
// manual, "Tail Call Frames" and "Print Settings").

/**
 * The value of a parameter at the entry of the function with code that the context's stack
 * frame is in.
 */
export async function valueAtEntry(
  { type, location }: Variable,
  context: ValueContext,
): Promise<Value> {
  const { frame } = context;
  const scope = frame && (await ownFunction(frame));
  const expression = scope && atEntry(location, scope);
  if (!expression || !entryRegister(expression)) {
    return new Value(type, { kind: 'optimizedOut' }, context);
  }
  const ofReference = isReference(strip(type));
  const found = await entryValue(expression, dwarfContextIn(context), evaluateNumber, ofReference);
  if (typeof found === 'bigint') return numberOf(type, found, context);
  return new Value(type, found, context);
}

/** Where the caller leaves the parameter: what was inlined has no entry of its own. */
function atEntry(
  location: Variable['location'],
  { entry }: FunctionScope,
): DwarfExpression | undefined {
  if (location.kind === 'expression') return location.expression;
  if (location.kind !== 'list') return undefined;
  return location.entries.find(({ start, end }) => start <= entry && entry < end)?.expression;
}
