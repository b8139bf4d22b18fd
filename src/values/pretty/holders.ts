// Classes of the libraries that hold one value, or a fixed number of them (libraries.ts).
import type { BaseClass, Type } from '../../symbols/type';
import { at, baseOf, dereference, membersOf } from '../navigate';
import { typeName } from '../typeName';
import { symbolOf } from '../symbolText';
import { asClass, definedType, sizeOf } from '../types';
import { asInteger, numberOf, Value } from '../value';
import { DW_LANG } from '../../symbols/dwarf/constants';
import {
  field,
  firstTemplateArgument,
  listed,
  numberAt,
  ownName,
  pointerAt,
  templateArguments,
  type Child,
  type MemberPath,
  type Present,
  type Presentation,
  type Show,
} from './presentation';

/** `std::optional<int>` */
async function fullName(className: string, types: readonly Type[], value: Value): Promise<string> {
  const names: string[] = [];
  for (const type of types) names.push(await typeName(type, value.context.language));
  return `${className}<${names.join(', ')}>`;
}

/** Matches also where no list ends behind them: from each of them on it would be looked again. */
const defaultArguments =
  /(?:, std::(?:allocator|less|hash|equal_to|default_delete)<[^<>]*>)+( >)?/g;

/** The name as it is written in sources: `std::vector<std::string>`, without default arguments. */
async function shortName(className: string, types: readonly Type[], value: Value): Promise<string> {
  const name = await fullName(className, types, value);
  return name
    .replaceAll('std::__1::', 'std::')
    .replace(
      /std::(?:__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char> >/g,
      'std::string',
    )
    .replace(defaultArguments, (all, end?: string) => (end === undefined ? all : '>'));
}

async function shortTypeName(type: Type, value: Value): Promise<string> {
  return (await shortName('', [type], value)).slice(1, -1);
}

/** One value, or what it shows where it is itself a container. */
async function containing(
  name: string,
  value: Value,
  present: Present,
  hint?: 'array',
): Promise<Presentation> {
  const inner = await present(value);
  if (inner?.children && typeof inner.summary === 'string') {
    return { ...inner, summary: `${name} containing ${inner.summary}` };
  }
  const children = listed([{ name: '[contained value]', value }]);
  return { summary: name, ...(hint && { hint }), children };
}

/** `std::optional` */
export function optional(layout: {
  readonly engaged: MemberPath;
  readonly value: MemberPath;
}): Show {
  return async (value, className, present) => {
    const element = await firstTemplateArgument(value);
    const engaged = await numberAt(value, layout.engaged);
    if (!element || engaged === undefined) return undefined;
    const name = await shortName(ownName(className), [element], value);
    if (engaged === 0n) return { summary: `${name} [no contained value]` };
    const held = await field(value, layout.value);
    return held && containing(name, held, present);
  };
}

/**
 * `std::any`: the function that manages the value is of a class whose argument is the value's type.
 */
export function anything(layout: {
  readonly manager: MemberPath;
  readonly inside: MemberPath;
  readonly pointer: MemberPath;
}): Show {
  return async (value, className, present) => {
    const name = ownName(className);
    const manager = await numberAt(value, layout.manager);
    if (manager === undefined) return undefined;
    if (manager === 0n) return { summary: `${name} [no contained value]` };
    const symbol = (await symbolOf(manager, value.context)) ?? '';
    const [, owner, kind] =
      /^((?:\w+::)+_Manager_(internal|external)<.*>)::_S_manage\(/.exec(symbol) ?? [];
    const type = owner === undefined ? undefined : await argumentOf(owner, value);
    const address =
      kind === 'internal'
        ? (await field(value, layout.inside))?.address
        : await numberAt(value, layout.pointer);
    if (!type || address === undefined) return undefined;
    const held = await at(type, address, value.context);
    const shown = await containing(name, held, present);
    if (shown.summary !== name) return shown;
    return { ...shown, summary: `${name} containing ${await shortTypeName(type, value)}` };
  };
}

/** The first argument of a template's instance, by the name of that. */
async function argumentOf(instance: string, { context }: Value): Promise<Type | undefined> {
  const type = await definedType(instance, context.modules);
  const members = type && (await asClass(type)?.members());
  return members?.templateArguments[0]?.type;
}

/** `std::atomic` */
export function atomic(layout: { readonly value: MemberPath }): Show {
  return async (value, className) => {
    const element = await firstTemplateArgument(value);
    const held = await field(value, layout.value);
    if (!element || !held) return undefined;
    const name = await fullName(ownName(className), [element], value);
    return { summary: { before: `${name} = { `, value: held, after: ' }' } };
  };
}

/** `std::variant` */
export function variant(layout: {
  readonly index: MemberPath;
  readonly storage: MemberPath;
}): Show {
  return async (value, className, present) => {
    const alternatives = await templateArguments(value);
    const index = await numberAt(value, layout.index);
    const storage = await field(value, layout.storage);
    if (index === undefined || storage?.address === undefined) return undefined;
    const name = await shortName(ownName(className), alternatives, value);
    const type = alternatives[Number(index)];
    if (!type) return { summary: `${name} [no contained value]` };
    const held = await at(type, storage.address, value.context);
    return containing(`${name} [index ${index}]`, held, present, 'array');
  };
}

/**
 * How the class and its argument are named: gdb's printers for libstdc++ spell out arguments of
 * pointers.
 */
type Naming = 'full' | 'short';

async function named(value: Value, className: string, naming: Naming): Promise<string | undefined> {
  const element = await firstTemplateArgument(value);
  const write = naming === 'full' ? fullName : shortName;
  return element && write(ownName(className), [element], value);
}

/** `std::unique_ptr`: a pointer, or a tuple that begins with one. */
export function uniquePointer(
  layout: { readonly naming: Naming } & (
    | { readonly pointer: MemberPath }
    | { readonly tuple: MemberPath; readonly heads: TupleHeads }
  ),
): Show {
  return async (value, className) => {
    let pointer: Value | undefined;
    if ('pointer' in layout) {
      pointer = await field(value, layout.pointer);
    } else {
      const tuple = await field(value, layout.tuple);
      pointer = tuple && (await tupleElement(tuple, 0, layout.heads));
    }
    const summary = await named(value, className, layout.naming);
    if (summary === undefined || !pointer) return undefined;
    return { summary, children: listed([{ name: 'get()', value: pointer }]) };
  };
}

/** `std::shared_ptr` and `std::weak_ptr`: a pointer, and one to the counts of owners. */
export function sharedPointer(layout: {
  readonly naming: Naming;
  readonly pointer: MemberPath;
  readonly counts: MemberPath;
  readonly owners: MemberPath;
  readonly weak: MemberPath;
  /** What both counts lack. */
  readonly missing: bigint;
}): Show {
  return async (value, className) => {
    const pointer = await field(value, layout.pointer);
    const counts = await field(value, layout.counts);
    const control = counts && (await asInteger(counts));
    if (!pointer || !counts || control === undefined) return undefined;
    const state = control === 0n ? 'empty' : await useCounts(counts, layout);
    const name = await named(value, className, layout.naming);
    if (name === undefined) return undefined;
    // The counts may not have been collected.
    const summary = state === undefined ? name : `${name} (${state})`;
    return { summary, children: listed([{ name: 'get()', value: pointer }]) };
  };
}

async function useCounts(
  pointer: Value,
  layout: { readonly owners: MemberPath; readonly weak: MemberPath; readonly missing: bigint },
): Promise<string | undefined> {
  const counts = await dereference(pointer);
  if ('problem' in counts) return undefined;
  const owners = await numberAt(counts, layout.owners);
  const weak = await numberAt(counts, layout.weak);
  if (owners === undefined || weak === undefined) return undefined;
  // All owners together count as one weak one.
  return owners + layout.missing === 0n
    ? `expired, weak count ${weak + layout.missing}`
    : `use count ${owners + layout.missing}, weak count ${weak + layout.missing - 1n}`;
}

const maxElements = 256;

/** The names of the base classes of a tuple: that of the next one, and that with an element. */
interface TupleHeads {
  readonly next: RegExp;
  readonly head: (index: number) => RegExp;
  readonly element: string;
}

/** A tuple whose base classes each hold an element and derive from that of the next one. */
export function tupleOfHeads(heads: TupleHeads): Show {
  return async (value) => {
    const elements: Value[] = [];
    for (let index = 0; index < maxElements; index++) {
      const element = await tupleElement(value, index, heads);
      if (!element) break;
      elements.push(element);
    }
    return tuple(elements);
  };
}

/** A tuple with a member that has a base class for each element. */
export function tupleOfLeaves(layout: {
  readonly leaves: MemberPath;
  readonly leaf: RegExp;
  readonly element: string;
}): Show {
  return async (value) => {
    const whole = await field(value, layout.leaves);
    if (!whole) return undefined;
    const elements: Value[] = [];
    for (const each of (await membersOf(whole))?.bases ?? []) {
      if (!layout.leaf.test(each.type.name ?? '')) continue;
      elements.push((await inBase(whole, each, layout.element)) ?? whole);
    }
    return tuple(elements);
  };
}

function tuple(elements: readonly Value[]): Presentation {
  if (elements.length === 0) return { summary: 'empty std::tuple' };
  const children = elements.map((value, i) => ({ name: `[${i + 1}]`, value }));
  return { summary: 'std::tuple containing', children: listed(children) };
}

async function tupleElement(
  value: Value,
  index: number,
  heads: TupleHeads,
  depth = 0,
): Promise<Value | undefined> {
  if (depth > maxElements) return undefined;
  const bases = (await membersOf(value))?.bases ?? [];
  const baseNamed = (pattern: RegExp) => bases.find(({ type }) => pattern.test(type.name ?? ''));
  const head = baseNamed(heads.head(index));
  if (head) return inBase(value, head, heads.element);
  const next = baseNamed(heads.next);
  const part = next && (await baseOf(value, next));
  if (!part || 'problem' in part) return undefined;
  return tupleElement(part, index, heads, depth + 1);
}

async function inBase(value: Value, base: BaseClass, member: string): Promise<Value | undefined> {
  const part = await baseOf(value, base);
  return 'problem' in part ? undefined : field(part, member);
}

/** What stands for a value that is inside it. */
export function standingFor(layout: { readonly value: MemberPath }): Show {
  return async (value) => {
    const inner = await field(value, layout.value);
    return inner && { summary: { before: '', value: inner, after: '' } };
  };
}

/** Only named members. */
export function members(summary: string, layout: Readonly<Record<string, MemberPath>>): Show {
  return async (value) => {
    const children: Child[] = [];
    for (const [name, path] of Object.entries(layout)) {
      const found = await field(value, path);
      if (!found) return undefined;
      children.push({ name, value: found });
    }
    return { summary, children: listed(children) };
  };
}

/**
 * `Rc` and `Arc`: a pointer to the counts and the value. Where the value is text or elements, their
 * number is beside the pointer, and gdb's printer shows the first alone.
 */
export function counting(layout: {
  readonly name: string;
  readonly pointer: string;
  readonly value: MemberPath;
  readonly strong: MemberPath;
  readonly weak: MemberPath;
}): Show {
  return async (value, className) => {
    const pointer = await pointerAt(value, [
      layout.pointer,
      `${layout.pointer}.pointer.data_ptr`,
      `${layout.pointer}.pointer.pointer`,
    ]);
    const inner = pointer && (await dereference(pointer));
    if (!inner || 'problem' in inner) return undefined;
    const first = await field(inner, layout.value);
    const length = await numberAt(value, `${layout.pointer}.pointer.length`);
    const held = first && length !== undefined ? elementsFrom(first, length, className) : first;
    const strong = await field(inner, layout.strong);
    const weak = await field(inner, layout.weak);
    const counts = [strong && (await asInteger(strong)), weak && (await asInteger(weak))] as const;
    const [strongs, weaks] = counts;
    if (!held || !strong || !weak || strongs === undefined || weaks === undefined) return undefined;
    const others = weaks - 1n;
    const children = [
      { name: 'value', value: held },
      { name: 'strong', value: strong },
      { name: 'weak', value: numberOf(weak.type, others, weak.context) },
    ];
    const summary = `${layout.name}(strong=${strongs}, weak=${others})`;
    return { summary, children: listed(children) };
  };
}

/** The elements of which one is the first; those of a `str` are written as text. */
function elementsFrom(first: Value, count: bigint, className: string): Value {
  const { place, context } = first;
  const array: Type = {
    ...{ kind: 'array', element: first.type, vector: false },
    dimensions: [{ lower: 0n, count }],
  };
  const isText = /^[\w:]+<(?:str|std::ffi::os_str::OsStr|std::path::Path)\b/.test(className);
  return new Value(array, place, isText ? { ...context, language: DW_LANG.C } : context);
}

/** `RefCell`: a value and the number of its borrows, below zero for mutable ones. */
export function borrowed(layout: {
  readonly name: string;
  readonly value: MemberPath;
  readonly borrow: MemberPath;
}): Show {
  return async (value) => {
    const held = await field(value, layout.value);
    const borrow = await field(value, layout.borrow);
    const number = borrow && (await asInteger(borrow));
    if (!held || !borrow || number === undefined) return undefined;
    const count = BigInt.asIntN(8 * (sizeOf(borrow.type) ?? 8), number);
    const state = count >= 0n ? `borrow=${count}` : `borrow_mut=${-count}`;
    const children = [
      { name: 'value', value: held },
      { name: 'borrow', value: borrow },
    ];
    return { summary: `${layout.name}(${state})`, children: listed(children) };
  };
}
