// What a container shows instead of the members that it is made of.
import type { Type } from '../../symbols/type';
import { memberNamed } from '../navigate';
import { asInteger } from '../numbers';
import type { Value } from '../value';

/** How a value of a library is shown. */
export interface Presentation {
  /** What it says of itself: `std::vector of length 3, capacity 4`; or where its characters are. */
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

/** What is in a container. */
export interface Children {
  readonly count: number;
  /** Some of them; fewer where the container is damaged or was not collected. */
  read(start: number, count: number): Promise<readonly Child[]>;
}

/** Something in a container. */
export interface Child {
  /** `[0]`, `get()`. */
  readonly name: string;
  readonly value: Value;
  readonly key?: Value;
}

/** Shows a value of a type that it knows by name; undefined where the value's memory does not allow it. */
export interface Printer {
  /** Matches the full name of a class. */
  readonly type: RegExp;
  present(value: Value, name: string, present: Present): Promise<Presentation | undefined>;
}

/** What a value shows instead of its members; undefined where it has no other way, or was not collected. */
export type Present = (value: Value) => Promise<Presentation | undefined>;

/** A member of a member, by their names; undefined where one is not there or cannot be read. */
export async function field(value: Value, ...names: string[]): Promise<Value | undefined> {
  let at: Value | undefined = value;
  for (const name of names) {
    const found: Awaited<ReturnType<typeof memberNamed>> = at && (await memberNamed(at, name));
    at = found && !('problem' in found) ? found : undefined;
  }
  return at;
}

/** The number that a member of a member holds. */
export async function numberAt(value: Value, ...names: string[]): Promise<bigint | undefined> {
  const found = await field(value, ...names);
  return found && asInteger(found);
}

/** Children that can all be reached at once. */
export function listed(children: readonly Child[]): Children {
  return {
    count: children.length,
    read: (start, count) => Promise.resolve(children.slice(start, start + count)),
  };
}

/** A number of things as the library's printers count them: `with 1 element`. */
export function counted(count: number | bigint): string {
  return `${count} element${Number(count) === 1 ? '' : 's'}`;
}

/** As many children as can be counted; more is damage. */
const mostChildren = 1_000_000;

/** A number of children that is plausible. */
export function plausible(count: bigint | undefined): number | undefined {
  return count !== undefined && count >= 0n && count <= BigInt(mostChildren)
    ? Number(count)
    : undefined;
}
