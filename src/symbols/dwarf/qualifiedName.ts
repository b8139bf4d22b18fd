// Qualified names, `shape::Circle::area`, and how gdb takes one that a person wrote (its manual,
// "Explicit Locations": the last parts of a name suffice, and template arguments may be left out).
import { canonicalName } from '../canonicalName';

/**
 * The parts of a qualified name; `::` inside template or function arguments does not divide. Rust
 * writes `fn(u8) -> bool`.
 */
export function splitName(name: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of name.split(/(::|->|[<>()])/)) {
    if (piece === '<' || piece === '(') depth++;
    if (piece === '>' || piece === ')') depth--;
    if (piece === '::' && depth <= 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts;
}

/** The name itself, without scopes and template arguments. */
export function lastPart(name: string): string {
  let start = 0;
  let depth = 0;
  for (let at = 0; at < name.length; at++) {
    const letter = name[at];
    if (letter === '<' || letter === '(') depth++;
    else if (letter === ')' || (letter === '>' && name[at - 1] !== '-')) depth--;
    else if (letter === ':' && depth <= 0 && name[at + 1] === ':') start = ++at + 1;
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
  return wanted.includes('<') && canonicalName(part) === canonicalName(wanted);
}

/**
 * GCC writes `typedef C C` for a class that has its typedef's name (ISO C++, "The typedef
 * specifier").
 */
function writtenPart(part: string): string {
  return withoutArguments(part).replace(/^typedef .* /, '');
}

/**
 * A part of a name without arguments of a template; those of most operators could be parts of their
 * sign.
 */
export function withoutArguments(part: string): string {
  if (part.startsWith('operator')) return part.replace(/^(operator(?:\(\)|\[\])) ?<.*$/s, '$1');
  return part.replace(/<.*$/s, '');
}
