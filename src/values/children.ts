// What a value is made of, for a tree that is opened step by step: made when it is opened,
// in pages.
import type { ClassMembers, ClassType, Member } from '../symbols/type';
import { canonicalName } from '../symbols/canonicalName';
import { expressionLanguage, isTabled, styleOf } from '../symbols/dwarf/languages';
import {
  arrayLength,
  baseOf,
  dereference,
  elementAt,
  memberOf,
  notAvailableProblem,
  referent,
  staticMember,
  type ValueProblem,
  activeVariant,
} from './navigate';
import {
  baseExpression,
  contentsExpression,
  elementExpression,
  memberExpression,
  pointedMemberExpression,
} from './evaluateName';
import { asInteger, Value, type Format, type Presentation } from './value';
import { present } from './pretty/libraries';
import { characterKind } from './text/characters';
import { valueText, type TextOptions } from './text/text';
import { typeName } from './typeName';
import { asClass, isClass, isReference, sizeOf, strip } from './types';

/** A part of a value. */
export interface Part {
  /** `x`, `[3]`, `<Base>`, `*p`, `["ann"]`. */
  readonly name: string;
  /** The part, or why it cannot be had. */
  readonly value: Value | ValueProblem;
  /** An expression that gives it; absent if none exists. */
  readonly evaluateName?: string;
  /** The expression whose members its members are, where it has no name: that of the whole. */
  readonly membersOf?: string;
  /** Show its members as they are, though it is a container. */
  readonly raw?: boolean;
  /** How it is written where the user asked for nothing else. */
  readonly format?: Format;
  /** How it belongs to the whole. */
  readonly kind: 'member' | 'static' | 'base' | 'element' | 'target' | 'raw';
}

/** What a value can be opened to. */
export interface Parts {
  /** How many parts have names. */
  readonly named: number;
  /** How many have indexes. */
  readonly indexed: number;
  /** The first of them, all unless it is said how many. */
  namedParts(most?: number): Promise<readonly Part[]>;
  /** `count` parts from an index on. */
  indexedParts(start: number, count: number): Promise<readonly Part[]>;
}

/** How a tree is shown. */
interface TreeOptions {
  /**
   * Containers as their libraries show them, with a part `[raw]`; else only what they are made
   * of.
   */
  readonly prettyPrint: boolean;
  readonly text?: TextOptions;
}

const nothing: Parts = {
  named: 0,
  indexed: 0,
  namedParts: () => Promise.resolve([]),
  indexedParts: () => Promise.resolve([]),
};

/**
 * What a value can be opened to. `expression` gives the value, and what is made of it the names
 * of its parts.
 */
export async function childParts(
  value: Value,
  expression: string | undefined,
  options: TreeOptions,
): Promise<Parts> {
  const target = await referent(value);
  if ('problem' in target) return nothing;
  const presentation = options.prettyPrint ? await present(target) : undefined;
  if (presentation) return container(target, presentation, expression, options);
  return plainParts(target, expression);
}

/** What a value is made of, whatever its library says. */
export async function plainParts(value: Value, expression: string | undefined): Promise<Parts> {
  const bare = strip(value.type);
  if (bare.kind === 'array') return arrayParts(value, expression);
  if (isClass(bare)) return classParts(value, bare, expression);
  return bare.kind === 'pointer' ? pointerParts(value, expression) : nothing;
}

function arrayParts(value: Value, expression: string | undefined): Parts {
  const bare = strip(value.type);
  const dimensions = bare.kind === 'array' ? bare.dimensions : [];
  const [first, rank] = [dimensions[0]?.lower ?? 0n, dimensions.length];
  const length = arrayLength(value.type) ?? 0;
  const read = (start: number, count: number): Part[] => {
    const parts: Part[] = [];
    for (let i = Math.max(0, start); i < Math.min(length, start + count); i++) {
      const element = elementAt(value, i);
      const index = first + BigInt(i);
      if (!element) break;
      parts.push({
        name: `[${index}]`,
        value: element,
        kind: 'element',
        ...(expression !== undefined && {
          evaluateName: elementExpression(expression, index, rank, value.context.language),
        }),
      });
    }
    return parts;
  };
  return {
    named: 0,
    indexed: length,
    namedParts: () => Promise.resolve([]),
    indexedParts: (start, count) => Promise.resolve(read(start, count)),
  };
}

/**
 * A name as it is typed: in quotes where it would be read as more than a name. Undefined where the
 * debugger has a name of its own, or the language no quotes: in Rust they are of characters.
 */
export function typedName(name: string, language: number | undefined): string | undefined {
  if (name.startsWith('$')) return undefined;
  if (!/[.#{}@/-]|^<|\(anonymous namespace\)/.test(name)) return name;
  return styleOf(language) === 'rust' ? undefined : `'${name}'`;
}

async function classParts(
  value: Value,
  type: ClassType,
  expression: string | undefined,
): Promise<Parts> {
  const members = await type.members();
  if (members.variants) return variantParts(value, members);
  const { bases, members: data, statics } = members;
  return namedOnly(bases.length + data.length + statics.length, (most = Infinity) => {
    const [room, left] = [most - bases.length, most - bases.length - data.length];
    const first = {
      bases: bases.slice(0, most),
      members: data.slice(0, Math.max(0, room)),
      statics: statics.slice(0, Math.max(0, left)),
    };
    return classMembers(value, type, first, expression);
  });
}

function namedOnly(named: number, namedParts: Parts['namedParts']): Parts {
  return { named, indexed: 0, namedParts, indexedParts: () => Promise.resolve([]) };
}

async function classMembers(
  value: Value,
  type: ClassType,
  { bases, members, statics }: Pick<ClassMembers, 'bases' | 'members' | 'statics'>,
  expression: string | undefined,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const base of bases) {
    const name = canonicalName(base.type.name ?? '');
    const evaluateName =
      expression !== undefined && value.address !== undefined
        ? baseExpression(expression, name, value.context.language)
        : undefined;
    parts.push({
      name: `<${name}>`,
      value: await baseOf(value, base),
      kind: 'base',
      ...(evaluateName !== undefined && { evaluateName }),
    });
  }
  for (const member of members) parts.push(await memberPart(value, member, expression));
  for (const member of statics) {
    parts.push({
      name: member.name,
      value: await staticMember(type, member, value.context),
      kind: 'static',
      ...(type.name !== undefined && { evaluateName: `${type.name}::${member.name}` }),
    });
  }
  return parts;
}

async function memberPart(
  value: Value,
  member: Member,
  expression: string | undefined,
): Promise<Part> {
  const part = { value: await memberOf(value, member), kind: 'member' as const };
  const { name = '' } = member;
  if (name === '') {
    // What an anonymous member holds belongs to the names of the whole.
    const kind = strip(member.type).kind;
    return {
      ...part,
      name: `<anonymous ${kind}>`,
      ...(expression !== undefined && { membersOf: expression }),
    };
  }
  const { language } = value.context;
  const typed = typedName(name, language);
  return {
    ...part,
    name,
    ...(typed !== undefined &&
      expression !== undefined && { evaluateName: memberExpression(expression, typed, language) }),
  };
}

/** A Rust enum is opened to the variant that it holds. */
async function variantParts(value: Value, { variants }: ClassMembers): Promise<Parts> {
  const variant = variants && (await activeVariant(value, variants));
  if (!variant || 'problem' in variant) return nothing;
  return plainParts(variant, undefined);
}

/**
 * A pointer is opened to the members of what it points to, or to the one thing that it points to.
 */
async function pointerParts(value: Value, expression: string | undefined): Promise<Parts> {
  const address = await asInteger(value);
  const target = address === 0n ? undefined : await dereference(value);
  if (!target || 'problem' in target) return nothing;
  const bare = strip(target.type);
  if (bare.kind === 'function' || (isClass(bare) && bare.incomplete)) return nothing;
  const { language } = value.context;
  const whole = expression === undefined ? undefined : contentsExpression(expression, language);
  if (asClass(bare) && styleOf(language) !== 'rust') {
    const parts = await plainParts(target, whole);
    const arrow = async (most?: number) =>
      (await parts.namedParts(most)).map((part) => throughPointer(part, expression, language));
    return { ...parts, namedParts: arrow };
  }
  const part: Part = {
    name: whole ?? '*',
    value: target,
    kind: 'target',
    ...(whole !== undefined && { evaluateName: whole }),
  };
  return namedOnly(1, () => Promise.resolve([part]));
}

/** `p->x` for `(*p).x`. */
function throughPointer(
  part: Part,
  pointer: string | undefined,
  language: number | undefined,
): Part {
  if (part.kind !== 'member' || part.evaluateName === undefined || pointer === undefined)
    return part;
  const prefix = memberExpression(contentsExpression(pointer, language), '', language);
  if (!part.evaluateName.startsWith(prefix)) return part;
  const member = part.evaluateName.slice(prefix.length);
  return { ...part, evaluateName: pointedMemberExpression(pointer, member, language) };
}

/** A container is opened to what is in it, and below that to what it is made of. */
function container(
  value: Value,
  { children, hint }: Presentation,
  expression: string | undefined,
  options: TreeOptions,
): Parts {
  const raw: Part = {
    name: '[raw]',
    value,
    kind: 'raw',
    raw: true,
    ...(expression !== undefined && { evaluateName: expression }),
  };
  const count = children?.count ?? 0;
  const read = async (start: number, wanted: number): Promise<Part[]> => {
    const parts: Part[] = [];
    for (const child of (await children?.read(start, wanted)) ?? []) {
      const key = child.key && (await valueText(child.key, { ...options.text, prettyPrint: true }));
      const evaluateName = child.isGroup ? undefined : await addressedExpression(child.value);
      parts.push({
        name: key === undefined ? child.name : `[${key}]`,
        value: child.value,
        kind: 'element',
        ...(evaluateName !== undefined && { evaluateName }),
        ...(child.format && { format: child.format }),
      });
    }
    const missing = start + parts.length;
    // That and what follows were not collected, or are more than are followed.
    if (missing < Math.min(count, start + wanted)) {
      parts.push({ name: `[${missing}]`, value: notAvailableProblem, kind: 'element' });
    }
    return parts;
  };
  const isIndexed = hint !== undefined || (children !== undefined && count > maxNamed);
  if (isIndexed) {
    return {
      named: 1,
      indexed: count,
      namedParts: () => Promise.resolve([raw]),
      indexedParts: read,
    };
  }
  return namedOnly(count + 1, async () => [...(await read(0, count)), raw]);
}

/** More parts than this are shown in pages. */
const maxNamed = 100;

/**
 * The expression of what no name leads to: an element of a container, or a variable that another
 * of its name hides. Its type and address name it.
 */
export async function addressedExpression({
  type,
  address,
  context: { language },
}: Value): Promise<string | undefined> {
  if (isTabled(expressionLanguage(language))) return undefined;
  const bare = strip(type);
  const isDerived = bare.kind === 'pointer' || bare.kind === 'array';
  const isRust = styleOf(language) === 'rust';
  const name = 'name' in bare ? bare.name : undefined;
  const isNamed = name !== undefined || (isDerived && !isRust);
  if (address === undefined || !isNamed || sizeOf(type) === undefined) return undefined;
  const named = isRust ? (name ?? '') : await typeName(bare, language);
  // Types without a name of their own are not written in an expression.
  if (named.includes('{')) return undefined;
  const at = `0x${address.toString(16)}`;
  return isRust ? `*(${at} as *mut ${named})` : `{${named}} ${at}`;
}

/** Whether a value can be opened; cheaper than its parts. */
export function hasParts(value: Value): boolean {
  const bare = strip(value.type);
  if (isReference(bare)) return hasParts(new Value(bare.target, value.place, value.context));
  if (bare.kind === 'pointer') {
    const target = strip(bare.target);
    return target.kind !== 'void' && target.kind !== 'function' && !characterKind(bare.target);
  }
  return bare.kind === 'array' || isClass(bare);
}
