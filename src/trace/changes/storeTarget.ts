// What a store must reach to change a value: its address, its place in the stack frame of a
// function, and the classes that it is part of, with where in them it is.
import { compile } from '../../expressions/compile';
import { type StackFrame, linkAddress } from '../../machine/stackFrame';
import type { ClassType, Type } from '../../symbols/type';
import { elementType, isClass, isReference, sizeOf, strip, completeType } from '../../values/types';
import { asInteger, type Value } from '../../values/value';
import { readVariable } from '../../values/variable';
import { evaluationContext } from '../expressions';
import { functionExtent } from '../framePcs';
import type { PcRange } from '../search/framePredicate';
import type { Trace } from '../trace';
import type { FollowedValue } from './followedValue';

/** The bytes of a type, of one of its objects, that are the target's or of the target. */
export interface PartOfType {
  readonly offset: number;
  readonly size: number;
  /** Whether the object is an element of an array. */
  readonly isElement: boolean;
}

/** What a store must reach. */
export interface StoreTarget {
  /** Run-time address; absent for a local variable, which is elsewhere in each call. */
  readonly address?: bigint;
  /** In bytes. */
  readonly size: number;
  /** By the key of each type that it is part of, or that is part of it. */
  readonly parts: ReadonlyMap<string, readonly PartOfType[]>;
  /** For memory of the stack: bytes from the canonical frame address, in a function's code. */
  readonly inStackFrame?: { readonly offset: bigint; readonly ranges: readonly PcRange[] };
}

/** What a store must reach to change a value; undefined for one that is in no memory. */
export async function storeTarget(
  trace: Trace,
  followed: FollowedValue,
  selected: StackFrame | undefined,
): Promise<StoreTarget | undefined> {
  const { value } = followed;
  if (value.place.kind !== 'memory') return undefined;
  const { bits } = value;
  const first = bits ? Math.floor(bits.bit / 8) : 0;
  const size = bits ? Math.ceil((bits.bit + bits.size) / 8) - first : (sizeOf(value.type) ?? 0);
  const address = value.place.address + BigInt(first);
  const parts = new Map<string, PartOfType[]>();
  const note: NotePart = (type, part) => {
    const key = typeKey(type);
    if (key === undefined) return false;
    const before = parts.get(key) ?? [];
    const isKnown = before.some(({ offset, size: length, isElement }) => {
      return offset === part.offset && length === part.size && isElement === part.isElement;
    });
    if (!isKnown) parts.set(key, [...before, part]);
    return !isKnown;
  };
  for (const root of await rootsOf(trace, followed, selected, address)) {
    await noteAround(root.type, { offset: Number(address - root.address), size }, note);
  }
  if (!bits) await noteInside(value.type, note);
  const stack = await inStackFrame(trace, address);
  return {
    size,
    parts,
    ...(followed.address !== undefined && { address }),
    ...(stack && { inStackFrame: stack }),
  };
}

interface Root {
  readonly type: Type;
  readonly address: bigint;
}

/** The objects around an address: those that the expression names, and the variable there. */
async function rootsOf(
  trace: Trace,
  { expression, value }: FollowedValue,
  selected: StackFrame | undefined,
  address: bigint,
): Promise<Root[]> {
  const context = await evaluationContext(trace, trace.cursor.frame, selected);
  const compiled = await compile(expression, context);
  const parts = 'problem' in compiled ? [] : await compiled.partsIn(context);
  const roots = (await Promise.all([value, ...parts].map(rootOf))).filter(
    (root) => root !== undefined,
  );
  for (const { program, slide } of trace.modules.current.loaded) {
    const symbol = await program.tableSymbolAt(linkAddress(address, slide));
    for (const variable of symbol ? await program.globalsNamed(symbol.name) : []) {
      const root = await rootOf(await readVariable(variable, { ...context, frame: undefined }));
      if (root) roots.push(root);
    }
  }
  return roots.filter(({ type, address: from }) => {
    const offset = address - from;
    return offset >= 0n && offset < BigInt(sizeOf(type) ?? 0);
  });
}

/** What a value is in memory; of a pointer, what it points to. */
async function rootOf(value: Value): Promise<Root | undefined> {
  const bare = strip(value.type);
  if (bare.kind === 'pointer' || isReference(bare)) {
    const address = await asInteger(value);
    const type = await completeType(bare.target, value.context.modules);
    return address === undefined ? undefined : { type, address };
  }
  return value.address === undefined ? undefined : { type: value.type, address: value.address };
}

/** Classes in classes; deeper ones are damage. */
const maxDepth = 20;

/** Notes a part of a type; false where it was noted before. */
type NotePart = (type: Type, part: PartOfType) => boolean;

/** Notes each class, and the number or pointer, around the bytes at an offset of a type. */
async function noteAround(
  type: Type,
  { offset, size }: { readonly offset: number; readonly size: number },
  note: NotePart,
  isElement = false,
  depth = 0,
): Promise<void> {
  const bare = strip(type);
  if (depth > maxDepth) return;
  if (bare.kind === 'array') {
    const element = elementType(bare);
    const each = sizeOf(element) ?? 0;
    if (each === 0) return;
    await noteAround(element, { offset: offset % each, size }, note, true, depth + 1);
    return;
  }
  note(bare, { offset, size, isElement });
  if (!isClass(bare)) return;
  for (const { type: inner, offset: start } of await partsOfClass(bare)) {
    const within = offset - start;
    if (within >= 0 && within < (sizeOf(inner) ?? 0)) {
      await noteAround(inner, { offset: within, size }, note, false, depth + 1);
    }
  }
}

/** Notes all that a type is made of. */
async function noteInside(type: Type, note: NotePart, isElement = false, depth = 0): Promise<void> {
  const bare = strip(type);
  const size = sizeOf(bare) ?? 0;
  if (depth > maxDepth || size === 0) return;
  if (bare.kind === 'array') {
    await noteInside(elementType(bare), note, true, depth + 1);
    return;
  }
  const isNew = note(bare, { offset: 0, size, isElement });
  if (!isNew || !isClass(bare)) return;
  for (const { type: inner } of await partsOfClass(bare)) {
    await noteInside(inner, note, false, depth + 1);
  }
}

/** The members and bases of a class that are always in the same place. */
export async function partsOfClass(
  type: ClassType,
): Promise<readonly { readonly type: Type; readonly offset: number }[]> {
  const { members, bases, variants } = await type.members();
  const inVariants = variants?.variants.flatMap((variant) => variant.members) ?? [];
  return [...bases, ...members, ...inVariants].flatMap(({ type: inner, offset }) =>
    typeof offset === 'bigint' ? [{ type: inner, offset: Number(offset) }] : [],
  );
}

/**
 * Identifies a type in all units of a program: classes, and numbers and pointers that are pointed
 * to or are in an array. Undefined for types without objects.
 */
export function typeKey(type: Type): string | undefined {
  const bare = strip(type);
  if (isClass(bare)) return `class ${bare.name ?? bare.offset}`;
  if (bare.kind === 'base') return `number ${bare.encoding} ${bare.size}`;
  if (bare.kind === 'enum') return `enum ${bare.name ?? bare.size}`;
  return bare.kind === 'pointer' ? 'pointer' : undefined;
}

/** Whether a key is that of a class. */
export function isClassKey(key: string): boolean {
  return key.startsWith('class ');
}

/** Which stack frame of the stop holds an address, and where. */
async function inStackFrame(
  trace: Trace,
  address: bigint,
): Promise<StoreTarget['inStackFrame'] | undefined> {
  if (trace.modules.current.all.some((each) => each.holds(address))) return undefined;
  const { frames } = await trace.callStack(trace.cursor.frame);
  for (const { cfa, pc } of frames) {
    if (cfa === undefined || address >= cfa) continue;
    // Nothing below the innermost stack frame is in use.
    if (cfa - address > maxStackFrame) return undefined;
    const extent = await functionExtent(trace.modules.current, pc);
    return extent && { offset: address - cfa, ranges: extent.ranges };
  }
  return undefined;
}

/** Bytes that a stack frame takes up at most. */
const maxStackFrame = 1n << 24n;
