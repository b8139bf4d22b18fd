// Qualified names, `shape::Circle::area`, and how gdb takes one that the user wrote (its manual,
// "Explicit Locations": the last parts of a name suffice, and template arguments may be left out).
import { canonicalName, comparableName, isUnparsed } from '../canonicalName';

/** The sign of an operator, which may have brackets; ISO C++, "Overloaded operators". */
const operatorName =
  /operator(?:<=>|<<=|>>=|->\*|&&|\|\||\+\+|--|->|<<|>>|[-+*/%^&|<>=!]=|\(\)|\[\]|[-+*/%^&|~!=<>,])/y;

/** The length of the name of an operator at a place, without arguments of a template; or 0. */
function operatorLength(name: string, at: number): number {
  if (!name.startsWith('operator', at)) return 0;
  operatorName.lastIndex = at;
  return operatorName.exec(name)?.[0].length ?? 0;
}

/** A table of Rust's functions, which its compiler names in one: `<A as B>::{vtable}`. */
const rustTable = /^<.* as .*>::\{vtable(_type)?\}$/;

/**
 * Where the part that starts at `start` ends; `::` inside template or function arguments does not
 * divide, nor in the type of a conversion. Rust writes `fn(u8) -> bool`.
 */
function partEnd(name: string, start: number): number {
  if (name.startsWith('operator ', start)) return name.length;
  if (name[start] === '<' && rustTable.test(name.slice(start))) return name.length;
  let depth = 0;
  for (let at = start + operatorLength(name, start); at < name.length; at++) {
    const letter = name[at];
    if (letter === '<' || letter === '(') depth++;
    else if (letter === ')' || (letter === '>' && name[at - 1] !== '-')) depth--;
    else if (letter === ':' && depth <= 0 && name[at + 1] === ':') return at;
  }
  return name.length;
}

/** The parts of a qualified name. */
export function splitName(name: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start <= name.length;) {
    const end = partEnd(name, start);
    parts.push(name.slice(start, end));
    if (end === name.length) break;
    start = end + '::'.length;
  }
  return parts;
}

/**
 * A name with its scopes as gdb spells it. Where its parser refuses the whole, for a lambda in the
 * arguments of one scope, it has spelt each of the others by itself (gdb 13, dwarf2_name).
 */
export function canonicalWithScopes(name: string): string {
  if (!isUnparsed(name)) return canonicalName(name);
  return splitName(name)
    .map((part) => canonicalName(part))
    .join('::');
}

/** The name itself, without scopes and template arguments. */
export function lastPart(name: string): string {
  let start = 0;
  for (let end = partEnd(name, 0); end < name.length; end = partEnd(name, start)) {
    start = end + '::'.length;
  }
  return withoutArguments(name.slice(start));
}

/** Whether a name ends with the parts of another. */
export function endsWith(qualified: readonly string[], wanted: readonly string[]): boolean {
  const tail = qualified.slice(-wanted.length);
  return tail.length === wanted.length && tail.every((part, i) => isPart(part, wanted[i] ?? ''));
}

function isPart(part: string, wanted: string): boolean {
  if (part === wanted || writtenPart(part) === wanted) return true;
  return wanted.includes('<') && comparableName(part) === comparableName(wanted);
}

/**
 * GCC writes `typedef C C` for a class that has its typedef's name (ISO C++, "The typedef
 * specifier").
 */
function writtenPart(part: string): string {
  return withoutArguments(part).replace(/^typedef .* /, '');
}

/** A part of a name without arguments of a template. */
export function withoutArguments(part: string): string {
  if (!part.startsWith('operator')) return part.replace(/<.*/s, '');
  const length = operatorLength(part, 0);
  return length > 0 && /^ ?</.test(part.slice(length)) ? part.slice(0, length) : part;
}
