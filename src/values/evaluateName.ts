// The expressions that give the parts of a value, each in the language of its program.
import { expressionLanguage, isTabled } from '../symbols/dwarf/languages';

/** An element, the outermost index of an array of `rank` dimensions being given. */
export function elementExpression(
  array: string,
  index: bigint,
  rank: number,
  language: number | undefined,
): string {
  const name = expressionLanguage(language);
  if (name === 'ada') return `${path(array)}(${index})`;
  if (name !== 'fortran') return `${path(array)}[${index}]`;
  // `a(:,3)` is a row of `a`, and `a(2,3)` an element of that.
  const free = array.endsWith(')')
    ? Math.max(array.lastIndexOf('(:,'), array.lastIndexOf(',:,'))
    : -1;
  if (free >= 0) return `${array.slice(0, free + 1)}${index}${array.slice(free + 2)}`;
  return `${path(array)}(${':,'.repeat(rank - 1)}${index})`;
}

/** A member of an object. */
export function memberExpression(
  object: string,
  member: string,
  language: number | undefined,
): string {
  const dot = expressionLanguage(language) === 'fortran' ? '%' : '.';
  return `${path(object)}${dot}${member}`;
}

/** What a pointer points to. */
export function contentsExpression(pointer: string, language: number | undefined): string {
  const name = expressionLanguage(language);
  if (name === 'ada') return `${path(pointer)}.all`;
  return name === 'pascal' ? `${path(pointer)}^` : `*${path(pointer)}`;
}

/** A member of the object that a pointer points to. */
export function pointedMemberExpression(
  pointer: string,
  member: string,
  language: number | undefined,
): string {
  switch (expressionLanguage(language)) {
    case 'ada':
    case 'fortran':
    case 'go':
      return memberExpression(pointer, member, language);
    case 'pascal':
      return memberExpression(contentsExpression(pointer, language), member, language);
    case 'c':
    case 'c++':
    case 'rust':
      return `${path(pointer)}->${member}`;
  }
}

/** A base class of an object; undefined in languages without C's casts. */
export function baseExpression(
  object: string,
  name: string,
  language: number | undefined,
): string | undefined {
  return isTabled(expressionLanguage(language)) ? undefined : `*(${name} *)&${path(object)}`;
}

/** An expression, in brackets where it is more than a path. */
function path(expression: string): string {
  const isPath = /^[\w$:]+(?:(?:\.|->|%)\w+|\[-?\d+\]|\([-:,\d]+\)|\^)*$/.test(expression);
  return isPath ? expression : `(${expression})`;
}
