// What a type is made of, as gdb's `ptype` writes it: the members of a class, the names of an
// enumeration (gdb manual, "Symbols"); with `/o`, where each member is.
import { append } from '../bytes/arrays';
import type { EnumType, Type, ClassType, Member, Variant } from '../symbols/type';
import type { LoadedModule } from '../machine/stackFrame';
import { canonicalName } from '../symbols/canonicalName';
import { classLines, type ClassWriting } from './classDeclaration';
import {
  columnHead,
  DeclarationBudget,
  indented,
  leftOut,
  maxMembers,
  plainDeclaration,
  rendered,
  type DeclarationOptions,
  type Line,
  placeholderType,
  putInto,
  unwrapped,
  gapLines,
  placeColumn,
  totalLines,
} from './declarationLines';
import { styleOf, type Style } from '../symbols/dwarf/languages';
import { LocalNames } from './localNames';
import { enumeratorName } from './text/scalars';
import { typeName } from './typeName';
import {
  isClass,
  strip,
  withoutQualifiers,
  completeType,
  definedType,
  asClass,
  sizeOf,
} from './types';

/**
 * `type = struct point {…} *`, over several lines. Typedefs are followed to what they represent.
 */
export async function typeDeclaration(
  type: Type,
  language?: number,
  asked: DeclarationOptions = plainDeclaration,
  modules: readonly LoadedModule[] = [],
): Promise<string> {
  const { of, wrap } = unwrapped(unnamedVector(type), true);
  const bare = strip(await completeType(of, modules));
  const options = isClass(bare) ? asked : { ...asked, offsets: undefined };
  const local = LocalNames.none((name) => definedType(name, modules));
  const complete = (each: Type) => completeType(each, modules);
  const writing = { language, options, local, complete, budget: new DeclarationBudget() };
  const body = await bodyOf(bare, strip(of) !== strip(type), writing);
  if (body === undefined) return `type = ${await typeName(wrap(unnamed(bare)), language)}`;
  const lines = putInto(await typeName(wrap(placeholderType), language), body);
  const head = isClass(withoutQualifiers(type)) && options.offsets ? `${columnHead}  ` : '';
  const texts = rendered(lines.slice(1), options);
  const last = lines.at(-1);
  if (options.offsets && last && texts.length > 0) {
    texts.pop();
    append(texts, rendered([...indented([last], '  ')], options));
  }
  return [`${head}type = ${lines[0]?.text ?? ''}`, ...texts].join('\n');
}

/** A vector of a register is declared by what it is made of. */
function unnamedVector(type: Type): Type {
  if (type.kind !== 'array' || !type.vector) return type;
  const { element, dimensions } = type;
  return { kind: 'array', element, dimensions, vector: true };
}

/** gdb's word for a type without a description, `decltype(nullptr)`, and for a namespace. */
function unnamed(type: Type): Type {
  if (type.kind === 'namespace') return { ...type, name: `namespace ${type.name}` };
  return type.kind === 'void' && type.size === 0 ? { kind: 'void' } : type;
}

/** `isInside`: of a pointer or the like, which Rust writes by its name. */
async function bodyOf(
  type: Type,
  isInside: boolean,
  writing: Omit<ClassWriting, 'depth' | 'base' | 'end' | 'nested' | 'enumBody'>,
): Promise<Line[] | undefined> {
  const { language, options, budget } = writing;
  const style = styleOf(language);
  if (style === 'rust') {
    const isWritten = !isInside && (isClass(type) || type.kind === 'enum');
    return isWritten ? rustLines(type, { language, options, budget }) : undefined;
  }
  if (type.kind === 'enum') return [{ text: enumBody(type, style) }];
  if (!isClass(type)) return undefined;
  const ofEnum = (each: EnumType) => enumBody(each, style);
  const outermost = { depth: 0, base: 0, end: 0, nested: false };
  return classLines(type, { ...writing, ...outermost, enumBody: ofEnum });
}

function enumBody(type: EnumType, style: Style): string {
  const { name, enumerators, scoped, underlying } = type;
  let expected = 0n;
  const names = enumerators.slice(0, maxMembers).map(({ name: each, value: unsized }) => {
    // gdb writes them as 64 bits with a sign, also those of an unsigned enumeration.
    const value = BigInt.asIntN(64, unsized);
    const written = enumeratorName(type, each, style);
    const text = value === expected ? written : `${written} = ${value}`;
    expected = value + 1n;
    return text;
  });
  if (names.length < enumerators.length) names.push(leftOut.text);
  const head = ['enum', scoped ? 'class' : '', name === undefined ? '' : canonicalName(name)];
  const base = style === 'c++' && underlying !== undefined ? `: ${canonicalName(underlying)} ` : '';
  return `${head.filter((word) => word !== '').join(' ')} ${base}{${names.join(', ')}}`;
}

// What Rust's types are made of, as gdb's `ptype` writes it; with `/o`, where each member is,
// in that order.

type RustWriting = Pick<ClassWriting, 'language' | 'options' | 'budget'>;

/** `struct Point {` to `}`, each member on a line; tuples in round brackets. */
function rustLines(type: ClassType | EnumType, writing: RustWriting): Promise<Line[]> {
  if (type.kind === 'enum') return Promise.resolve(plainEnumLines(type));
  return rustClassLines(type, writing);
}

function plainEnumLines({ name = '', enumerators }: EnumType): Line[] {
  const lines = enumerators
    .slice(0, maxMembers)
    .map(({ name: each }) => ({ text: `  ${each.replace(/^.*::/, '')},` }));
  const rest = lines.length < enumerators.length ? indented([leftOut], '  ') : [];
  return [{ text: `enum ${name} {` }, ...lines, ...rest, { text: '}' }];
}

async function rustClassLines(type: ClassType, writing: RustWriting): Promise<Line[]> {
  const { options } = writing;
  const { members, variants } = await type.members();
  const { name = '', size } = type;
  if (variants) {
    const lines: Line[] = [];
    for (const variant of variants.variants) {
      if (!(await writing.budget.takesOne(0))) {
        lines.push(leftOut);
        break;
      }
      append(lines, await variantLines(variant, size ?? 0, writing));
    }
    // gdb says once more what is behind the last variant's fields.
    const last = variants.variants.at(-1);
    if (options.offsets && last) append(lines, paddingBehind(await fieldsOf(last), size));
    return closed(`enum ${name} `, '{}', lines, size, options);
  }
  if (name.startsWith('(')) return [{ text: name }];
  const isUnion = type.kind === 'union';
  const head = `${isUnion ? 'union' : 'struct'} ${name}`;
  if (members.length === 0) return [{ text: head }];
  const lines = await memberLines(members, isUnion, size, writing);
  return closed(`${head} `, isTupled(members) ? '()' : '{}', lines, size, options);
}

function isTupled(members: readonly Member[]): boolean {
  return members.length > 0 && members.every(({ name = '' }) => /^__\d+$/.test(name));
}

function closed(
  head: string,
  brackets: '()' | '{}',
  lines: readonly Line[],
  size: number | undefined,
  options: DeclarationOptions,
): Line[] {
  const [open = '', close = ''] = brackets;
  return [
    { text: head + open },
    ...indented(lines, options.offsets ? '    ' : '  '),
    ...(options.offsets ? totalLines(size) : []),
    { text: close },
  ];
}

async function memberLines(
  members: readonly Member[],
  isUnion: boolean,
  size: number | undefined,
  { language, options, budget }: RustWriting,
): Promise<Line[]> {
  const lines: Line[] = [];
  const isTuple = isTupled(members);
  let end = 0;
  for (const member of options.offsets ? byOffset(members) : members) {
    if (!(await budget.takesOne(0))) return [...lines, leftOut];
    const { name = '', type, offset } = member;
    const text = `${isTuple ? '' : `${name}: `}${await typeName(type, language)},`;
    if (!options.offsets || typeof offset !== 'bigint') {
      lines.push({ text });
      continue;
    }
    const [at, length] = [Number(offset), sizeOf(type) ?? 0];
    if (!isUnion && end > 0) append(lines, gapLines(8 * (at - end), 'hole'));
    end = at + length;
    lines.push({ column: placeColumn({}, isUnion ? undefined : at, length, options), text });
  }
  return options.offsets && !isUnion ? [...lines, ...paddingBehind(members, size)] : lines;
}

/** What is behind the last member. */
function paddingBehind(members: readonly Member[], size = 0): Line[] {
  const last = byOffset(members).at(-1);
  if (typeof last?.offset !== 'bigint') return [];
  return gapLines(8 * (size - Number(last.offset) - (sizeOf(last.type) ?? 0)), 'padding');
}

function byOffset(members: readonly Member[]): Member[] {
  const place = ({ offset }: Member) => (typeof offset === 'bigint' ? Number(offset) : 0);
  return [...members].sort((a, b) => place(a) - place(b));
}

/** `Circle(f64),` on one line; with offsets, what it holds on lines of its own. */
async function variantLines(variant: Variant, size: number, writing: RustWriting): Promise<Line[]> {
  const { language, options, budget } = writing;
  const name = variant.members[0]?.name ?? '';
  const fields = await fieldsOf(variant);
  const brackets = isTupled(fields) ? '()' : '{}';
  const [open = '', close = ''] = brackets;
  if (options.offsets) {
    const column = placeColumn({}, 0, size, options);
    if (fields.length === 0) return [{ column, text: `${name},` }];
    const inner = await memberLines(fields, false, size, writing);
    const lines = closed(`${name} `, brackets, inner, size, options);
    const last = lines.length - 1;
    return lines.map((line, i) => ({
      ...line,
      ...(i === 0 ? { column } : {}),
      text: line.text + (i === last ? ',' : ''),
    }));
  }
  if (fields.length === 0) return [{ text: `${name},` }];
  const texts: string[] = [];
  for (const { name: each = '', type } of fields) {
    if (!(await budget.takesOne(0))) break;
    texts.push((isTupled(fields) ? '' : `${each}: `) + (await typeName(type, language)));
  }
  return [{ text: `${name}${open}${texts.join(', ')}${close},` }];
}

async function fieldsOf({ members: [held] }: Variant): Promise<readonly Member[]> {
  return (held && (await asClass(held.type)?.members())?.members) ?? [];
}
