// Names of types as Rust writes them; most are in the debugging information.
import type { Type } from '../../symbols/type';
import { lengthOf } from './types';

const deepest = 32;

/** The name of a Rust type: `[u8; 4]`, `&str`, `fn (i32) -> bool`. */
export async function rustTypeName(type: Type, depth = 0): Promise<string> {
  if (depth > deepest) return '...';
  switch (type.kind) {
    case 'pointer':
    case 'reference':
    case 'rvalueReference':
      return `*mut ${await rustTypeName(type.target, depth + 1)}`;
    case 'array': {
      if (type.name !== undefined) return type.name;
      let name = await rustTypeName(type.element, depth + 1);
      for (const dimension of [...type.dimensions].reverse()) {
        name = `[${name}; ${lengthOf(dimension) ?? ''}]`;
      }
      return name;
    }
    case 'function': {
      const parameters: string[] = [];
      for (const each of await type.parameters()) {
        parameters.push(await rustTypeName(each, depth + 1));
      }
      const result =
        type.result.kind === 'void' ? '' : ` -> ${await rustTypeName(type.result, depth + 1)}`;
      return `fn (${parameters.join(', ')})${result}`;
    }
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
      return rustTypeName(type.target, depth + 1);
    case 'void':
      return type.name ?? '()';
    case 'memberPointer':
    case 'unreadable':
      return '<unknown type>';
    case 'base':
    case 'typedef':
    case 'enum':
    case 'struct':
    case 'class':
    case 'union':
      return type.name ?? '{...}';
  }
}
