// Names of types as gdb's `whatis` prints them: C's declarators, with a space before a qualifier
// of a pointer.
import { canonicalName } from '../symbols/canonicalName';
import type { ArrayType, FunctionType, MemberPointerType, Type } from '../symbols/type';
import { isD, styleOf, type Style } from '../symbols/dwarf/languages';
import { isClass, isQualified, isReference, lengthOf } from './types';

/** Types nest no deeper in any program. */
const maxDepth = 64;
/** No name is made of more types: functions of functions could nest without end. */
const maxTypes = 1000;

/** Names that types have in a class, apart from their own. */
export interface NamesOfTypes {
  /** The name of a type; undefined where it has none here. */
  of(type: Type): Promise<string | undefined>;
  /** The name of a type that has one itself, with the names that its parts have here. */
  spelt(type: Type, name: string): Promise<string>;
}

/** How a name is written, and how many types it may still be made of. */
interface Naming {
  readonly style: Style;
  readonly isD: boolean;
  /** Names that types have where this one is. */
  readonly local: NamesOfTypes | undefined;
  left: number;
}

/**
 * The name of a type in the style of a language (DW_LANG_…): `int (*)[3]`, `const char * const
 * *`.
 */
export function typeName(type: Type, language?: number): Promise<string> {
  return declaration(type, '', language);
}

/**
 * A declaration of something with a name: `int (*rows)[3]`; in a class, with the names that types
 * have there.
 */
export async function declaration(
  type: Type,
  name: string,
  language?: number,
  local?: NamesOfTypes,
): Promise<string> {
  const style = styleOf(language);
  if (style !== 'rust') {
    const naming = { style, isD: isD(language), local, left: maxTypes };
    return declareWhole(type, name, naming, 0);
  }
  return (name === '' ? '' : `${name}: `) + (await rustTypeName(type));
}

/** A type by itself may have a name as a whole: `T` for `int *`. */
async function declareWhole(
  type: Type,
  declarator: string,
  naming: Naming,
  depth: number,
): Promise<string> {
  const { qualifiers } = unqualified(type);
  const known = await naming.local?.of(type);
  if (known === undefined) return declare(type, declarator, naming, depth);
  return [qualifiers, known, declarator].filter((part) => part !== '').join(' ');
}

/** Whether a type's name is made of those of others. */
export function isUnnamed(type: Type): boolean {
  const { kind } = type;
  const isMade = kind === 'pointer' || kind === 'array' || kind === 'memberPointer';
  return isMade || kind === 'function' || isReference(type);
}

/**
 * The type around a declarator, which says what is done with the thing to get a value of the
 * type.
 */
async function declare(
  type: Type,
  declarator: string,
  naming: Naming,
  depth: number,
): Promise<string> {
  if (depth > maxDepth || --naming.left < 0) return '...';
  const { qualifiers, of } = unqualified(type);
  const around = async (inner: Type, text: string) => declare(inner, text, naming, depth + 1);
  if (of.kind === 'function' && of.name === undefined) {
    return around(of.result, declarator + (await parameters(of, naming, depth)));
  }
  if (of.kind === 'memberPointer') {
    const text = await memberPointer(of, declarator, naming, depth);
    return around(withConstantThis(of.target), text);
  }
  if (of.kind === 'array' && of.name === undefined) {
    return around(requalified(type, of.element), declarator + dimensions(of));
  }
  if ((of.kind === 'pointer' || isReference(of)) && of.name === undefined) {
    const sign = signs[of.kind] + (qualifiers === '' ? '' : ` ${qualifiers}`);
    const gap = qualifiers !== '' && declarator !== '' && !/^[&[]/.test(declarator) ? ' ' : '';
    const text = sign + gap + declarator;
    return around(of.target, needsBrackets(of.target) ? `(${text})` : text);
  }
  const prefix = qualifiers === '' ? '' : `${qualifiers} `;
  const gap = declarator === '' || declarator.startsWith(' ') ? '' : ' ';
  return prefix + (await ownName(of, naming)) + gap + declarator;
}

const signs = { pointer: '*', reference: '&', rvalueReference: '&&' } as const;

/** Qualifiers in gdb's order, and the type that they qualify. */
function unqualified(type: Type): { qualifiers: string; of: Type } {
  const found = new Set<string>();
  let of = type;
  for (let i = 0; i < maxDepth && isQualified(of); i++) {
    found.add(of.kind);
    of = of.target;
  }
  const words = [
    ['const', 'const'],
    ['volatile', 'volatile'],
    ['restrict', 'restrict'],
    ['atomic', '_Atomic'],
  ] as const;
  const qualifiers = words.filter(([kind]) => found.has(kind)).map(([, word]) => word);
  return { qualifiers: qualifiers.join(' '), of };
}

/**
 * A type with the qualifiers that another one has: those of an array are its elements' (C11,
 * section 6.7.3).
 */
export function requalified(like: Type, type: Type): Type {
  let made = type;
  for (let at = like; isQualified(at); at = at.target) made = { ...at, target: made };
  return made;
}

function needsBrackets(target: Type): boolean {
  const { of } = unqualified(target);
  return (
    (of.kind === 'array' && of.name === undefined) ||
    (of.kind === 'function' && of.name === undefined)
  );
}

function dimensions(array: ArrayType): string {
  const counts = array.dimensions.map((dimension) => {
    if (typeof dimension.count === 'object') return 'variable length';
    return dimension.count === undefined ? '' : String(lengthOf(dimension) ?? '');
  });
  if (array.vector) return ` __attribute__ ((vector_size(${counts[0] ?? ''})))`;
  return counts.map((count) => `[${count}]`).join('');
}

async function parameters(type: FunctionType, naming: Naming, depth: number): Promise<string> {
  const types: string[] = [];
  for (const each of await type.parameters()) {
    types.push(await declareWhole(each, '', naming, depth + 1));
    if (naming.left < 0) break;
  }
  if (types.length === 0) return type.prototyped || naming.style === 'c++' ? '(void)' : '()';
  if (type.variadic) types.push('...');
  return `(${types.join(', ')})`;
}

async function memberPointer(
  { target, of }: MemberPointerType,
  declarator: string,
  naming: Naming,
  depth: number,
): Promise<string> {
  const inner = `${await declare(of, '', naming, depth + 1)}::*${declarator}`;
  return needsBrackets(target) ? `(${inner})` : inner;
}

/** A member function, whose `this` nobody can change. */
export function withConstantThis<T extends Type>(type: T): T {
  if (type.kind !== 'function') return type;
  return {
    ...type,
    parameters: async () => {
      const [first, ...rest] = await type.parameters();
      return first ? [{ kind: 'const', target: first }, ...rest] : [];
    },
  };
}

/** The name of a type that is not made of others, or that has a name of its own. */
async function ownName(type: Type, { style, isD, local }: Naming): Promise<string> {
  const spelt = async (name: string) => local?.spelt(type, name) ?? canonicalName(name);
  switch (type.kind) {
    case 'void':
      return type.name ?? spelt('void');
    case 'namespace':
      return type.name;
    case 'unreadable':
      return '<unknown type>';
    case 'struct':
    case 'class':
    case 'union':
    case 'enum':
      if (type.name === undefined) return `${tagOf(type)} {...}`;
      if (isD) return nameInD(type.name);
      return style === 'c' ? `${tagOf(type)} ${type.name}` : spelt(type.name);
    case 'function':
      return type.name ?? '...';
    case 'memberPointer':
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
      return '...';
    case 'base':
    case 'typedef':
    case 'pointer':
    case 'reference':
    case 'rvalueReference':
    case 'array':
      return spelt(('name' in type ? type.name : undefined) ?? '<unnamed>');
  }
}

/** `garden.Plant`, `int []` */
function nameInD(name: string): string {
  return name.replaceAll('::', '.').replace(/^([\w.]+)\[\]$/, '$1 []');
}

function tagOf(type: Type): string {
  if (isClass(type) || type.kind === 'enum') return type.kind;
  return isReference(type) ? 'reference' : 'type';
}

// Names of types as Rust writes them; most are in the debugging information.

const maxRustDepth = 32;

/** The name of a Rust type: `[u8; 4]`, `&str`, `fn (i32) -> bool`. */
function rustTypeName(type: Type): Promise<string> {
  return rustName(type, { left: maxTypes }, 0);
}

async function rustName(type: Type, budget: { left: number }, depth: number): Promise<string> {
  if (depth > maxRustDepth || --budget.left < 0) return '...';
  const inner = (part: Type): Promise<string> => rustName(part, budget, depth + 1);
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
