// Names of types as Rust writes them; most are in the debugging information.
import type { Type } from '../symbols/type';
import { lengthOf } from './types';

const deepest = 32;
/** No name is made of more types: functions of functions could go on and on. */
const mostTypes = 1000;

/** The name of a Rust type: `[u8; 4]`, `&str`, `fn (i32) -> bool`. */
export function rustTypeName(type: Type): Promise<string> {
  return nameOf(type, { left: mostTypes }, 0);
}

async function nameOf(type: Type, budget: { left: number }, depth: number): Promise<string> {
  if (depth > deepest || --budget.left < 0) return '...';
  const inner = (part: Type): Promise<string> => nameOf(part, budget, depth + 1);
  switch (type.kind) {
    case 'pointer':
    case 'reference':
    case 'rvalueReference':
      return `*mut ${await inner(type.target)}`;
    case 'array': {
      if (type.name !== undefined) return type.name;
      let name = await inner(type.element);
      for (const dimension of [...type.dimensions].reverse()) {
        name = `[${name}; ${lengthOf(dimension) ?? ''}]`;
      }
      return name;
    }
    case 'function': {
      const parameters: string[] = [];
      for (const each of await type.parameters()) {
        parameters.push(await inner(each));
        if (budget.left < 0) break;
      }
      const result = type.result.kind === 'void' ? '' : ` -> ${await inner(type.result)}`;
      return `fn (${parameters.join(', ')})${result}`;
    }
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
      return inner(type.target);
    case 'void':
      return type.name ?? '()';
    case 'namespace':
      return type.name;
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
