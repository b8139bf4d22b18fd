// What Rust's types are made of, as gdb's `ptype` writes it; with `/o`, where each member is,
// in that order.
import type { ClassType, EnumType, Member, Variant } from '../symbols/type';
import {
  gapLines,
  indented,
  placeColumn,
  totalLines,
  type DeclarationOptions,
  type Line,
} from './declarationLines';
import { typeName } from './typeName';
import { asClass, sizeOf } from './types';

/** `struct Point {` to `}`, each member on a line; tuples in round brackets. */
export function rustLines(
  type: ClassType | EnumType,
  language: number | undefined,
  options: DeclarationOptions,
): Promise<Line[]> {
  if (type.kind === 'enum') return Promise.resolve(plainEnumLines(type));
  return classLines(type, language, options);
}

function plainEnumLines({ name = '', enumerators }: EnumType): Line[] {
  const lines = enumerators.map(({ name: each }) => ({ text: `  ${each.replace(/^.*::/, '')},` }));
  return [{ text: `enum ${name} {` }, ...lines, { text: '}' }];
}

async function classLines(
  type: ClassType,
  language: number | undefined,
  options: DeclarationOptions,
): Promise<Line[]> {
  const { members, variants } = await type.members();
  const { name = '', size } = type;
  if (variants) {
    const lines: Line[] = [];
    for (const variant of variants.variants) {
      lines.push(...(await variantLines(variant, size ?? 0, language, options)));
    }
    return closed(`enum ${name} `, '{}', lines, size, options);
  }
  if (name.startsWith('(')) return [{ text: name }];
  const isUnion = type.kind === 'union';
  const head = `${isUnion ? 'union' : 'struct'} ${name}`;
  if (members.length === 0) return [{ text: head }];
  const lines = await memberLines(members, isUnion, size, language, options);
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
  language: number | undefined,
  options: DeclarationOptions,
): Promise<Line[]> {
  const lines: Line[] = [];
  const isTuple = isTupled(members);
  let end = 0;
  for (const member of options.offsets ? byOffset(members) : members) {
    const { name = '', type, offset } = member;
    const text = `${isTuple ? '' : `${name}: `}${await typeName(type, language)},`;
    if (!options.offsets || typeof offset !== 'bigint') {
      lines.push({ text });
      continue;
    }
    const [at, length] = [Number(offset), sizeOf(type) ?? 0];
    if (!isUnion && end > 0) lines.push(...gapLines(8 * (at - end), 'hole'));
    end = at + length;
    lines.push({ column: placeColumn({}, isUnion ? undefined : at, length, options), text });
  }
  if (!options.offsets || isUnion || end === 0) return lines;
  return [...lines, ...gapLines(8 * ((size ?? 0) - end), 'padding')];
}

function byOffset(members: readonly Member[]): Member[] {
  const place = ({ offset }: Member) => (typeof offset === 'bigint' ? Number(offset) : 0);
  return [...members].sort((a, b) => place(a) - place(b));
}

/** `Circle(f64),` on one line; with offsets, what it holds on lines of its own. */
async function variantLines(
  { members: [held] }: Variant,
  size: number,
  language: number | undefined,
  options: DeclarationOptions,
): Promise<Line[]> {
  const name = held?.name ?? '';
  const fields = (held && (await asClass(held.type)?.members())?.members) ?? [];
  const brackets = isTupled(fields) ? '()' : '{}';
  const [open = '', close = ''] = brackets;
  if (options.offsets) {
    const column = placeColumn({}, 0, size, options);
    if (fields.length === 0) return [{ column, text: `${name},` }];
    const inner = await memberLines(fields, false, size, language, options);
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
    texts.push((isTupled(fields) ? '' : `${each}: `) + (await typeName(type, language)));
  }
  return [{ text: `${name}${open}${texts.join(', ')}${close},` }];
}
