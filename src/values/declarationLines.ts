// The lines of a type that `ptype` writes out, with a column before them where `ptype/o` says
// where each member is.
import { TimeSlice } from '../bytes/timeSlice';
import type { Member, Type } from '../symbols/type';
import { isUnnamed, requalified } from './typeName';
import { strip, withoutQualifiers } from './types';

/** One line. */
export interface Line {
  /** Offset and size of a member; undefined for other lines. */
  readonly column?: string;
  readonly text: string;
}

/** What to write of a class (gdb manual, "Symbols": the flags of `ptype`). */
export interface DeclarationOptions {
  readonly methods: boolean;
  readonly typedefs: boolean;
  /** How deep the types that are defined in a class are written; infinite where all are. */
  readonly nestedTypes: number;
  /** Template parameters and typedefs of a class by what they represent. */
  readonly raw: boolean;
  /** Where members are, in which base. */
  readonly offsets: 'decimal' | 'hexadecimal' | undefined;
}

/** What `ptype` writes without flags. */
export const plainDeclaration: DeclarationOptions = {
  methods: true,
  typedefs: true,
  nestedTypes: 0,
  raw: false,
  offsets: undefined,
};

/** Members or enumerators that a declaration shows; one that is deeper in others has less room. */
export const maxMembers = 20_000;

/** What is left of that, whatever types are written out in each other; lets others run. */
export class DeclarationBudget {
  private left = maxMembers;
  private readonly slice = new TimeSlice();

  /** Whether one more member fits, so deep in others; counts it. */
  async takesOne(depth: number): Promise<boolean> {
    if (this.slice.usedUp) await this.slice.yieldIfDue();
    this.left -= 1 + depth;
    return this.left >= 0;
  }
}

/** Represents what does not fit. */
export const leftOut: Line = { text: '...' };

/** The head of the column. */
export const columnHead = '/* offset      |    size */';
const blank = ' '.repeat(columnHead.length);

/** Lines as text; all of those with a text have the column where there is one. */
export function rendered(lines: readonly Line[], { offsets }: DeclarationOptions): string[] {
  if (offsets === undefined) return lines.map(({ text }) => text);
  return lines.map(({ column, text }) => (text === '' ? (column ?? '') : (column ?? blank) + text));
}

/** Lines further to the right. */
export function indented(lines: readonly Line[], by = '    '): Line[] {
  return lines.map((line) => (line.text === '' ? line : { ...line, text: by + line.text }));
}

/** Offset and size of a member, in bytes; for the member of a union only the size. */
export function placeColumn(
  { bits }: Pick<Member, 'bits'>,
  offset: number | undefined,
  size: number,
  { offsets }: DeclarationOptions,
): string {
  const isHex = offsets === 'hexadecimal';
  const wide = (value: number) =>
    (isHex ? `0x${value.toString(16).padStart(4, '0')}` : String(value)).padStart(6);
  if (offset === undefined) return `/*                ${wide(size)} */`;
  if (!bits) return `/* ${wide(offset)}      |  ${wide(size)} */`;
  const bit = Number(bits.bit) % 8;
  const inByte = isHex ? `0x${bit.toString(16)} ` : `${bit}   `;
  return `/* ${wide(offset)}: ${inByte}|  ${wide(size)} */`;
}

/** Bits that no member has, in bits and bytes. */
export function gapLines(bits: number, what: 'hole' | 'padding'): Line[] {
  const named = what.padEnd(7);
  const columns = [
    ...(bits % 8 > 0 ? [`/* XXX ${pad(bits % 8, 2)}-bit ${named}    */`] : []),
    ...(bits >= 8 ? [`/* XXX ${pad(Math.floor(bits / 8), 2)}-byte ${named}   */`] : []),
  ];
  return columns.map((column) => ({ column, text: '' }));
}

/** The size of a class, in bytes, after a blank line. */
export function totalLines(size = 0): Line[] {
  return [{ text: '' }, { text: `    /* total size (bytes): ${pad(size, 4)} */` }];
}

function pad(number: number, width: number): string {
  return String(number).padStart(width);
}

// What is around a type that is written out: pointers, arrays and the name of what is declared.

/** Represents the type that is written out while the declarators around it are made. */
const placeholder = '\u{e000}';

/** A type whose name {@link putInto} replaces. */
export const placeholderType: Type = { kind: 'base', name: placeholder, size: 0, encoding: 0 };

/** The lines of a type in the declaration of something of it. */
export function putInto(text: string, body: readonly Line[]): Line[] {
  const [before = '', after = ''] = text.split(placeholder);
  const last = body.length - 1;
  return body.map((line, i) => ({
    ...line,
    text: (i === 0 ? before : '') + line.text + (i === last ? after.trimEnd() : ''),
  }));
}

/** A type, and what puts around another what was taken from around it. */
interface Unwrapped {
  readonly of: Type;
  readonly wrap: (inner: Type) => Type;
}

/**
 * The type inside of pointers, references and arrays, and what puts those around another. `deep`:
 * through typedefs, to what they represent; as in gdb, `void` then loses its qualifiers, an array
 * those of its typedef, and a pointer inside of another type too.
 */
export function unwrapped(type: Type, deep: boolean, isInside = false): Unwrapped {
  switch (type.kind) {
    case 'typedef': {
      if (!deep) return { of: type, wrap: (inner) => inner };
      const bare = strip(type);
      return unwrapped(bare.kind === 'unreadable' ? bare : type.target, deep, isInside);
    }
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic': {
      const array = withoutQualifiers(type);
      if (array.kind === 'array') {
        const element = requalified(type, array.element);
        return unwrapped({ ...array, element }, deep, isInside);
      }
      const { of, wrap } = unwrapped(type.target, deep, isInside);
      const isDropped = deep && losesQualifiers(type, isInside);
      return isDropped ? { of, wrap } : { of, wrap: (inner) => ({ ...type, target: wrap(inner) }) };
    }
    case 'pointer':
    case 'reference':
    case 'rvalueReference': {
      const { of, wrap } = unwrapped(type.target, deep, true);
      return { of, wrap: (inner) => ({ ...type, target: wrap(inner) }) };
    }
    case 'array': {
      const { of, wrap } = unwrapped(type.element, deep, true);
      return { of, wrap: (inner) => ({ ...type, element: wrap(inner) }) };
    }
    case 'function': {
      const { of, wrap } = unwrapped(type.result, deep, true);
      // gdb's word for a function without a description is left out.
      const { name, ...signature } = type;
      const shown = deep || name === undefined ? signature : type;
      return { of, wrap: (inner) => ({ ...shown, result: wrap(inner) }) };
    }
    case 'namespace':
    case 'void':
    case 'base':
    case 'struct':
    case 'class':
    case 'union':
    case 'enum':
    case 'memberPointer':
    case 'unreadable':
      return { of: type, wrap: (inner) => inner };
  }
}

function losesQualifiers(type: Type, isInside: boolean): boolean {
  const bare = strip(type);
  const isTypedef = withoutQualifiers(type).kind === 'typedef';
  if (bare.kind === 'void') return true;
  return isTypedef && (bare.kind === 'array' || (isInside && isUnnamed(bare)));
}
