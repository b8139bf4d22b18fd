// What a type is made of, as gdb's `ptype` writes it: the members of a struct, the names of an enumeration (gdb manual,
// "Symbols"); with `/o`, where each member lies.
import type { ClassType, EnumType, Member, StaticMember, Type } from '../../symbols/type';
import { canonicalName } from '../../symbols/canonicalName';
import { styleOf, type Style } from './language';
import { enumeratorName } from './text/scalars';
import { declaration, typeName } from './typeName';
import { isAlias, isClass, isReference, sizeOf, strip } from './types';

/** `struct point {…} *`, over several lines. Typedefs are followed to what they stand for. */
export async function typeDeclaration(type: Type, language?: number): Promise<string> {
  const { of, wrap } = unwrapped(type);
  const bare = strip(of);
  const name = await typeName(wrap(named(bare)), language);
  const body = await bodyOf(bare, styleOf(language), language);
  if (body === undefined) return typeName(wrap(bare), language);
  return name.replace(placeholder, () => body);
}

/** Stands for the type that is written out while the declarators around it are made. */
const placeholder = '\u{e000}';

function named(type: Type): Type {
  return isClass(type) || type.kind === 'enum'
    ? { kind: 'base', name: placeholder, size: 0, encoding: 0 }
    : type;
}

/** The type inside of pointers, references and arrays, and what puts those around another. */
function unwrapped(type: Type): { of: Type; wrap: (inner: Type) => Type } {
  if (type.kind === 'typedef') return unwrapped(strip(type));
  if (isAlias(type)) {
    const { of, wrap } = unwrapped(type.target);
    return { of, wrap: (inner) => ({ ...type, target: wrap(inner) }) };
  }
  if (type.kind === 'pointer' || isReference(type)) {
    const { of, wrap } = unwrapped(type.target);
    return { of, wrap: (inner) => ({ ...type, target: wrap(inner) }) };
  }
  if (type.kind === 'array') {
    const { of, wrap } = unwrapped(type.element);
    return { of, wrap: (inner) => ({ ...type, element: wrap(inner) }) };
  }
  if (type.kind === 'function') {
    const { of, wrap } = unwrapped(type.result);
    return { of, wrap: (inner) => ({ ...type, result: wrap(inner) }) };
  }
  return { of: type, wrap: (inner) => inner };
}

async function bodyOf(type: Type, style: Style, language?: number): Promise<string | undefined> {
  if (type.kind === 'enum') return enumBody(type, style);
  return isClass(type) ? (await classLines(type, style, language)).join('\n') : undefined;
}

function enumBody(type: EnumType, style: Style): string {
  const { name, enumerators, size, signed, scoped } = type;
  let expected = 0n;
  const names = enumerators.map(({ name: each, value }) => {
    const written = enumeratorName(type, each, style);
    const text = value === expected ? written : `${written} = ${value}`;
    expected = value + 1n;
    return text;
  });
  const head = ['enum', scoped ? 'class' : '', name === undefined ? '' : canonicalName(name)];
  const base =
    style === 'c++' ? `: ${signed ? '' : 'unsigned '}${integerNames[size] ?? 'int'} ` : '';
  return `${head.filter((word) => word !== '').join(' ')} ${base}{${names.join(', ')}}`;
}

/** C++ enumerations say what they are kept in, by bytes. */
const integerNames: Readonly<Record<number, string>> = {
  1: 'char',
  2: 'short',
  4: 'int',
  8: 'long',
};

/** `nested`: inside of another one, where what has no name is not written out again. */
async function classLines(
  type: ClassType,
  style: Style,
  language?: number,
  nested = false,
): Promise<string[]> {
  if (type.incomplete) return [`${headOf(type)} {`, '    <incomplete type>', '}'];
  if (style === 'rust') return rustLines(type, language);
  const { bases, members, statics } = await type.members();
  const inherited = bases.map(({ type: base, virtual }) => {
    const access = type.kind === 'class' ? 'private' : 'public';
    return `${access} ${virtual ? 'virtual ' : ''}${canonicalName(base.name ?? '')}`;
  });
  const head = headOf(type) + (inherited.length > 0 ? ` : ${inherited.join(', ')}` : '');
  const lines: string[] = [];
  for (const [i, member] of members.entries()) {
    lines.push(
      ...(await staticLines(
        statics.filter(({ before }) => before === i),
        language,
      )),
    );
    if (!member.artificial) lines.push(...(await memberLines(member, style, language, nested)));
  }
  lines.push(
    ...(await staticLines(
      statics.filter(({ before }) => before >= members.length),
      language,
    )),
  );
  if (lines.length === 0) lines.push('<no data fields>');
  return [`${head} {`, ...lines.map((line) => `    ${line}`), '}'];
}

function headOf({ kind, name }: ClassType): string {
  return name === undefined ? kind : `${kind} ${canonicalName(name)}`;
}

async function memberLines(
  member: Member,
  style: Style,
  language?: number,
  nested = false,
): Promise<string[]> {
  const { name = '', type, bits } = member;
  const suffix = `${bits ? ` : ${bits.size}` : ''};`;
  const inner = unwrapped(type).of;
  const bare = strip(inner);
  const isAnonymous =
    inner === bare && (isClass(bare) || bare.kind === 'enum') && bare.name === undefined;
  if (!isAnonymous || (nested && isClass(bare)))
    return [(await declaration(type, name, language)) + suffix];
  const { wrap } = unwrapped(type);
  const around = await declaration(wrap(named(bare)), name, language);
  const body =
    bare.kind === 'enum'
      ? enumBody(bare, style)
      : isClass(bare)
        ? (await classLines(bare, style, language, true)).join('\n')
        : '';
  return (around.replace(placeholder, () => body).trimEnd() + suffix).split('\n');
}

function staticLines(statics: readonly StaticMember[], language?: number): Promise<string[]> {
  return Promise.all(
    statics.map(async ({ name, type }) => `static ${await declaration(type, name, language)};`),
  );
}

async function rustLines(type: ClassType, language?: number): Promise<string[]> {
  const { members } = await type.members();
  const names = members.map(({ name = '' }) => name);
  const isTuple = names.length > 0 && names.every((name) => /^__\d+$/.test(name));
  const types = await Promise.all(members.map((member) => typeName(member.type, language)));
  const ownName = type.name ?? '';
  if (isTuple) {
    const head = ownName.startsWith('(') ? '' : `struct ${ownName} `;
    return [`${head}(`, ...types.map((each) => `    ${each},`), ')'];
  }
  if (members.length === 0) return [`${type.kind === 'union' ? 'union' : 'struct'} ${ownName}`];
  const lines = types.map((each, i) => `    ${names[i] ?? ''}: ${each},`);
  return [`${type.kind === 'union' ? 'union' : 'struct'} ${ownName} {`, ...lines, '}'];
}

/** `ptype/o`: the struct with the offset and size of each member; undefined for other types. */
export async function layoutLines(type: Type, language?: number): Promise<string[] | undefined> {
  const bare = strip(type);
  if (!isClass(bare) || bare.incomplete) return undefined;
  const lines = [`/* offset      |    size */  type = ${headOf(bare)} {`];
  lines.push(...(await layoutOf(bare, 0, 1, styleOf(language), language)));
  return [...lines, ...totalLines(bare, 0)];
}

const blank = ' '.repeat(27);

async function layoutOf(
  type: ClassType,
  base: number,
  depth: number,
  style: Style,
  language?: number,
): Promise<string[]> {
  const { members } = await type.members();
  const indent = '    '.repeat(depth);
  const isUnion = type.kind === 'union';
  const lines: string[] = [];
  let end = 0;
  for (const member of members) {
    if (member.artificial || typeof member.offset !== 'bigint') continue;
    const offset = Number(member.offset);
    const size = sizeOf(member.type) ?? 0;
    const start = member.bits ? Number(member.bits.bit) : 8 * offset;
    if (!isUnion) lines.push(...gapLines(start - end, 'hole'));
    end = start + (member.bits?.size ?? 8 * size);
    const place = isUnion
      ? `/*                ${pad(size, 6)} */`
      : placeColumn(member, base + offset, size);
    const bare = strip(member.type);
    if (isClass(bare) && member.type === bare) {
      const name = member.name === undefined ? '' : ` ${member.name}`;
      lines.push(`${place}${indent}${headOf(bare)} {`);
      lines.push(...(await layoutOf(bare, base + offset, depth + 1, style, language)));
      lines.push(...totalLines(bare, depth, `${name};`));
      continue;
    }
    const written = await memberLines(member, style, language);
    lines.push(...written.map((line) => `${place}${indent}${line}`));
  }
  if (!isUnion) lines.push(...gapLines(8 * (type.size ?? 0) - end, 'padding'));
  return lines;
}

function placeColumn({ bits }: Member, offset: number, size: number): string {
  if (!bits) return `/* ${pad(offset, 6)}      |  ${pad(size, 6)} */`;
  return `/* ${pad(offset, 6)}:${pad(Number(bits.bit) % 8, 2)}   |  ${pad(size, 6)} */`;
}

/** Bits that no member has, in bits and bytes. */
function gapLines(bits: number, what: 'hole' | 'padding'): string[] {
  const named = what.padEnd(7);
  return [
    ...(bits % 8 > 0 ? [`/* XXX ${pad(bits % 8, 2)}-bit ${named}    */`] : []),
    ...(bits >= 8 ? [`/* XXX ${pad(Math.floor(bits / 8), 2)}-byte ${named}   */`] : []),
  ];
}

/** The end of a struct; `depth`: how many are around it. */
function totalLines({ size = 0 }: ClassType, depth: number, after = ''): string[] {
  const inner = '    '.repeat(depth + 1);
  const brace = depth === 0 ? '  ' : '    '.repeat(depth);
  return [
    '',
    `${blank}${inner}/* total size (bytes): ${pad(size, 4)} */`,
    `${blank}${brace}}${after}`,
  ];
}

function pad(number: number, width: number): string {
  return String(number).padStart(width);
}
