// What a container shows instead of its members, and how its layout is described.
import type { Type } from '../../symbols/type';
import { alignmentOf, asClass, strip } from '../types';
import { memberNamed } from '../navigate';
import { asInteger, type ValueContext, type Value } from '../value';

/** How a value of a library is shown. */
export interface Presentation {
  /** What it says of itself, `std::vector of length 3, capacity 4`, or where its characters are. */
  readonly summary: string | Characters;
  /** `array`: children without names. `map`: each child has a key. */
  readonly hint?: 'array' | 'map';
  readonly children?: Children;
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
}

/**
 * Chooses and shows; undefined for a value that no printer knows, or whose memory was not
 * collected.
 */
export type Present = (value: Value) => Promise<Presentation | undefined>;

/**
 * Shows a value of a class whose name is given; undefined where its memory does not allow it.
 * `present` shows the values inside it.
 */
export type Show = (
  value: Value,
  className: string,
  present: Present,
) => Promise<Presentation | undefined>;

/** A class of a library, and how it is shown. */
export interface Printer {
  /** Matches the full name of the class. */
  readonly type: RegExp;
  readonly show: Show;
}

/**
 * Members of members, `_M_impl._M_start`. Several paths are those of several versions of a library:
 * the first that exists counts.
 */
export type MemberPath = string | readonly string[];

/** The member at a path; undefined where it does not exist or cannot be read. */
export async function field(value: Value, path: MemberPath): Promise<Value | undefined> {
  for (const names of typeof path === 'string' ? [path] : path) {
    const found = await memberAt(value, names.split('.'));
    if (found) return found;
  }
  return undefined;
}

async function memberAt(value: Value, names: readonly string[]): Promise<Value | undefined> {
  let at = value;
  for (const name of names) {
    const found = await memberNamed(at, name);
    if (!found || 'problem' in found) return undefined;
    at = found;
  }
  return at;
}

/** The number that the member at a path holds. */
export async function numberAt(value: Value, path: MemberPath): Promise<bigint | undefined> {
  const found = await field(value, path);
  return found && asInteger(found);
}

/** The pointer at a path, without the wrappers that Rust puts around one. */
export async function pointerAt(value: Value, path: MemberPath): Promise<Value | undefined> {
  let inner = await field(value, path);
  for (let depth = 0; inner && depth < maxWrappers; depth++) {
    if (strip(inner.type).kind === 'pointer') return inner;
    inner = await field(inner, ['pointer', '__0']);
  }
  return undefined;
}

const maxWrappers = 6;

/** The types that a template is instantiated with. */
export async function templateArguments(value: Value): Promise<readonly Type[]> {
  const members = await asClass(value.type)?.members();
  return members?.templateArguments.map(({ type }) => type) ?? [];
}

/** The first argument of a template. */
export async function firstTemplateArgument(value: Value): Promise<Type | undefined> {
  return (await templateArguments(value))[0];
}

/** Where a node holds its value: after so many pointers and bytes, aligned or not. */
export interface NodeValue {
  readonly pointers: number;
  readonly bytes?: number;
  readonly aligned?: true;
}

/** Bytes from the start of a node to its value. */
export async function offsetInNode(
  { pointers, bytes = 0, aligned }: NodeValue,
  type: Type,
  { addressSize }: ValueContext,
): Promise<number> {
  const end = pointers * addressSize + bytes;
  if (!aligned) return end;
  const alignment = await alignmentOf(type);
  return Math.ceil(end / alignment) * alignment;
}

/** Children that can all be reached at once. */
export function listed(children: readonly Child[]): Children {
  return {
    count: children.length,
    read: (start, count) => Promise.resolve(children.slice(start, start + count)),
  };
}

/** The name of a class without template arguments and libc++'s version: `std::map`. */
export function ownName(className: string): string {
  return className.slice(0, className.indexOf('<')).replace('__1::', '');
}

/** A number of elements as libstdc++'s printers count them: `with 1 element`. */
export function counted(count: number | bigint): string {
  return `${count} element${Number(count) === 1 ? '' : 's'}`;
}

/** As many children as are believed; a larger count is damage. */
const maxChildren = 1_000_000;

/** A number of children that is plausible. */
export function plausible(count: bigint | undefined): number | undefined {
  return count !== undefined && count >= 0n && count <= BigInt(maxChildren)
    ? Number(count)
    : undefined;
}
