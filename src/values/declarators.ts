// What stands around a type that is written out: pointers, arrays and the name of what is declared.
import type { Type } from '../symbols/type';
import type { Line } from './declarationLines';
import { isUnnamed, requalified } from './typeName';
import { strip, withoutQualifiers } from './types';

/** Stands for the type that is written out while the declarators around it are made. */
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
 * The type inside of pointers, references and arrays, and what puts those around another. `deep`: through typedefs, to
 * what they stand for; as in gdb, `void` then loses its qualifiers, and a pointer inside of another type those of its
 * typedef.
 */
export function unwrapped(type: Type, deep: boolean, isInside = false): Unwrapped {
  switch (type.kind) {
    case 'typedef':
      return deep ? unwrapped(strip(type), deep, isInside) : { of: type, wrap: (inner) => inner };
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
      return { of, wrap: (inner) => ({ ...type, result: wrap(inner) }) };
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
  return bare.kind === 'void' || (isInside && isTypedef && isUnnamed(bare));
}
