// The expressions that give the parts of a value, each in the language of its program.
import { expressionLanguage, isTabled } from '../symbols/dwarf/languages';

/** An element, the outermost index of an array of `rank` dimensions being given. */
export function elementExpression(
  array: string,
  index: bigint,
  rank: number,
  language: number | undefined,
): string {
  switch (expressionLanguage(language)) {
    case 'ada':
      return `${path(array)}(${index})`;
    case 'fortran': {
      // `a(:,3)` is a row of `a`, and `a(2,3)` an element of that.
      const row = /^(.*\((?:.*,)?):(,-?\d.*\))$/.exec(array);
      if (row) return `${row[1] ?? ''}${index}${row[2] ?? ''}`;
      return `${path(array)}(${':,'.repeat(rank - 1)}${index})`;
    }
    default:
      return `${path(array)}[${index}]`;
  }
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
  switch (expressionLanguage(language)) {
    case 'ada':
      return `${path(pointer)}.all`;
    case 'pascal':
      return `${path(pointer)}^`;
    default:
      return `*${path(pointer)}`;
  }
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
    default:
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
