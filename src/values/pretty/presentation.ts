// What a container shows instead of its members, and how its layout is described.
import type { Type } from '../../symbols/type';
import { alignmentOf, asClass, strip } from '../types';
import { memberNamed } from '../navigate';
import {
  asInteger,
  type Child,
  type Children,
  type Presentation,
  type Printers,
  type Value,
  type ValueBudget,
  type ValueContext,
} from '../value';

export type { Characters, Child, Children, Presentation } from '../value';

/** Chooses a printer, as {@link Printers} does. */
export type Present = Printers['present'];

/**
 * Shows a value of a class whose name is given; undefined where its memory does not allow it.
 * `present` shows the values inside it.
 */
export type Show = (
  value: Value,
  className: string,
  present: Present,
  budget?: ValueBudget,
) => Promise<Presentation | undefined>;

/** A class of a library, and how it is shown. */
export interface Printer {
  /** Whether the full name of a class is one that it shows. */
  readonly type: { test(className: string): boolean };
  readonly show: Show;
  /** Whether it also shows what derives from such a class. */
  readonly inheritable?: boolean;
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

/** The name of a class without template arguments and the library's version: `std::map`. */
export function ownName(className: string): string {
  return className.replace(/<.*/s, '').replace(/__1::|fundamentals_v\d::/, '');
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
