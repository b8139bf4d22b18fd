// libstdc++'s classes that hold one value, or a fixed number of them.
import type { Type } from '../../symbols/type';
import { at, baseOf, dereference, membersOf } from '../navigate';
import { asInteger } from '../numbers';
import { typeName } from '../typeName';
import { asClass } from '../types';
import type { Value } from '../value';
import {
  field,
  listed,
  numberAt,
  type Child,
  type Present,
  type Presentation,
  type Printer,
} from './presentation';
import { firstTemplateArgument } from './sequences';

export const holders: readonly Printer[] = [
  { type: /^std::optional</, present: optional },
  { type: /^std::variant</, present: variant },
  { type: /^std::unique_ptr</, present: uniquePointer },
  { type: /^std::(?:shared|weak)_ptr</, present: sharedPointer },
  { type: /^std::tuple</, present: tuple },
  { type: /^std::pair</, present: pair },
];

export async function templateArgumentTypes(value: Value): Promise<readonly Type[]> {
  const members = await asClass(value.type)?.members();
  return members?.templateArguments.map(({ type }) => type) ?? [];
}

/** `std::optional<int>` */
async function named(kind: string, types: readonly Type[], value: Value): Promise<string> {
  const names: string[] = [];
  for (const type of types) names.push(await typeName(type, value.surroundings.language));
  return `${kind}<${names.join(', ')}>`;
}

/** The names that a person uses: `std::vector<std::string>`, without the arguments that nobody writes. */
export async function shortlyNamed(
  kind: string,
  types: readonly Type[],
  value: Value,
): Promise<string> {
  const name = await named(kind, types, value);
  return name
    .replaceAll('std::__1::', 'std::')
    .replace(
      /std::(?:__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char> >/g,
      'std::string',
    )
    .replace(/(?:, std::(?:allocator|less|hash|equal_to|default_delete)<[^<>]*>)+ >/g, '>');
}

/** One value, or what it shows where it is itself a container. */
export async function holding(
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

async function optional(
  value: Value,
  _name: string,
  present: Present,
): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const engaged = await numberAt(value, '_M_payload', '_M_engaged');
  if (!element || engaged === undefined) return undefined;
  const name = await shortlyNamed('std::optional', [element], value);
  if (engaged === 0n) return { summary: `${name} [no contained value]` };
  const held = await field(value, '_M_payload', '_M_payload', '_M_value');
  return held && holding(name, held, present);
}

async function variant(
  value: Value,
  _name: string,
  present: Present,
): Promise<Presentation | undefined> {
  const alternatives = await templateArgumentTypes(value);
  const index = await numberAt(value, '_M_index');
  const storage = await field(value, '_M_u', '_M_first', '_M_storage');
  if (index === undefined || storage?.address === undefined) return undefined;
  const name = await shortlyNamed('std::variant', alternatives, value);
  const type = alternatives[Number(index)];
  if (!type) return { summary: `${name} [no contained value]` };
  const held = await at(type, storage.address, value.surroundings);
  return holding(`${name} [index ${index}]`, held, present, 'array');
}

async function uniquePointer(value: Value): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const inner = (await field(value, '_M_t', '_M_t')) ?? (await field(value, '_M_t'));
  const pointer = inner && (await tupleElement(inner, 0));
  if (!element || !pointer) return undefined;
  const name = await named('std::unique_ptr', [element], value);
  return { summary: name, children: listed([{ name: 'get()', value: pointer }]) };
}

async function sharedPointer(value: Value, own: string): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const pointer = await field(value, '_M_ptr');
  const counts = await field(value, '_M_refcount', '_M_pi');
  const control = counts && (await asInteger(counts));
  if (!element || !pointer || !counts || control === undefined) return undefined;
  const state = control === 0n ? 'empty' : await useCounts(counts);
  if (state === undefined) return undefined;
  const name = await named(own.slice(0, own.indexOf('<')), [element], value);
  return {
    summary: `${name} (${state})`,
    children: listed([{ name: 'get()', value: pointer }]),
  };
}

async function useCounts(pointer: Value): Promise<string | undefined> {
  const counts = await dereference(pointer);
  if ('problem' in counts) return undefined;
  const uses = await numberAt(counts, '_M_use_count');
  const weak = await numberAt(counts, '_M_weak_count');
  if (uses === undefined || weak === undefined) return undefined;
  return countsText(uses, weak);
}

/** All owners together count as one weak one. */
export function countsText(owners: bigint, weak: bigint): string {
  return owners === 0n
    ? `expired, weak count ${weak}`
    : `use count ${owners}, weak count ${weak - 1n}`;
}

async function tuple(value: Value): Promise<Presentation | undefined> {
  const children: Child[] = [];
  for (let index = 0; index < mostElements; index++) {
    const element = await tupleElement(value, index);
    if (!element) break;
    children.push({ name: `[${index + 1}]`, value: element });
  }
  return tupleOf(children);
}

export function tupleOf(elements: readonly Child[]): Presentation {
  if (elements.length === 0) return { summary: 'empty std::tuple' };
  return { summary: 'std::tuple containing', children: listed(elements) };
}

export async function pair(value: Value): Promise<Presentation | undefined> {
  const [first, second] = [await field(value, 'first'), await field(value, 'second')];
  if (!first || !second) return undefined;
  const children = listed([
    { name: 'first', value: first },
    { name: 'second', value: second },
  ]);
  return { summary: '', children };
}

const mostElements = 256;

/** An element of a tuple: the base class of its number holds it. */
async function tupleElement(value: Value, index: number, depth = 0): Promise<Value | undefined> {
  if (depth > mostElements) return undefined;
  const bases = (await membersOf(value))?.bases ?? [];
  const named = (pattern: RegExp) => bases.find(({ type }) => pattern.test(type.name ?? ''));
  const head = named(new RegExp(`^std::_Head_base<${index}[,U]`));
  const next = head ?? named(/^std::_Tuple_impl</);
  const part = next && (await baseOf(value, next));
  if (!part || 'problem' in part) return undefined;
  return head ? field(part, '_M_head_impl') : tupleElement(part, index, depth + 1);
}
