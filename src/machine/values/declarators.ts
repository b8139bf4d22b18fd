// What stands around a type that is written out: pointers, arrays and the name of what is declared.
import type { Type } from '../../symbols/type';
import type { Line } from './declarationLines';
import { strip } from './types';

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

/**
 * The type inside of pointers, references and arrays, and what puts those around another. `deep`: through typedefs, to
 * what they stand for.
 */
export function unwrapped(type: Type, deep: boolean): { of: Type; wrap: (inner: Type) => Type } {
  switch (type.kind) {
    case 'typedef':
      return deep ? unwrapped(strip(type), deep) : { of: type, wrap: (inner) => inner };
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
    case 'pointer':
    case 'reference':
    case 'rvalueReference': {
      const { of, wrap } = unwrapped(type.target, deep);
      return { of, wrap: (inner) => ({ ...type, target: wrap(inner) }) };
    }
    case 'array': {
      const { of, wrap } = unwrapped(type.element, deep);
      return { of, wrap: (inner) => ({ ...type, element: wrap(inner) }) };
    }
    case 'function': {
      const { of, wrap } = unwrapped(type.result, deep);
      return { of, wrap: (inner) => ({ ...type, result: wrap(inner) }) };
    }
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
