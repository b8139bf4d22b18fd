// libc++'s classes that hold one value, or a fixed number of them.
import { at, baseOf, dereference, membersOf } from '../navigate';
import { asInteger } from '../numbers';
import type { Value } from '../value';
import { argumentsOf, countsText, holding, pair, shortlyNamed, tupleOf } from './holders';
import { memberIn } from './libcxx';
import {
  field,
  listed,
  numberAt,
  type Child,
  type Presentation,
  type Printer,
} from './presentation';
import { elementOf } from './sequences';

export const holdersOfLibcxx: readonly Printer[] = [
  { type: /^std::__1::optional</, present: optional },
  { type: /^std::__1::variant</, present: variant },
  { type: /^std::__1::unique_ptr</, present: uniquePointer },
  { type: /^std::__1::(?:shared|weak)_ptr</, present: sharedPointer },
  { type: /^std::__1::tuple</, present: tuple },
  { type: /^std::__1::pair</, present: pair },
];

async function optional(value: Value): Promise<Presentation | undefined> {
  const element = await elementOf(value);
  const engaged = await numberAt(value, '__engaged_');
  if (!element || engaged === undefined) return undefined;
  const name = await shortlyNamed('std::optional', [element], value);
  if (engaged === 0n) return { summary: `${name} [no contained value]` };
  const held = await field(value, '__val_');
  return held && holding(name, held);
}

async function variant(value: Value): Promise<Presentation | undefined> {
  const alternatives = await argumentsOf(value);
  const inner = (await field(value, '__impl')) ?? (await field(value, '__impl_'));
  const index = inner && (await numberAt(inner, '__index'));
  const storage = inner && (await field(inner, '__data'));
  if (index === undefined || storage?.address === undefined) return undefined;
  const name = await shortlyNamed('std::variant', alternatives, value);
  const type = alternatives[Number(index)];
  if (!type) return { summary: `${name} [no contained value]` };
  const held = await at(type, storage.address, value.surroundings);
  return holding(`${name} [index ${index}]`, held, 'array');
}

async function uniquePointer(value: Value): Promise<Presentation | undefined> {
  const element = await elementOf(value);
  const pointer = await memberIn(value, '__ptr_', '__ptr_');
  if (!element || !pointer) return undefined;
  const summary = await shortlyNamed('std::unique_ptr', [element], value);
  return { summary, children: listed([{ name: 'get()', value: pointer }]) };
}

async function sharedPointer(value: Value, own: string): Promise<Presentation | undefined> {
  const element = await elementOf(value);
  const pointer = await field(value, '__ptr_');
  const counts = await field(value, '__cntrl_');
  const control = counts && (await asInteger(counts));
  if (!element || !pointer || !counts || control === undefined) return undefined;
  const state = control === 0n ? 'empty' : await useCounts(counts);
  if (state === undefined) return undefined;
  const kind = own.slice(0, own.indexOf('<')).replace('__1::', '');
  const name = await shortlyNamed(kind, [element], value);
  return { summary: `${name} (${state})`, children: listed([{ name: 'get()', value: pointer }]) };
}

/** Both counts are one less than there are. */
async function useCounts(pointer: Value): Promise<string | undefined> {
  const counts = await dereference(pointer);
  if ('problem' in counts) return undefined;
  const owners = await numberAt(counts, '__shared_owners_');
  const weak = await numberAt(counts, '__shared_weak_owners_');
  if (owners === undefined || weak === undefined) return undefined;
  return countsText(owners + 1n, weak + 1n);
}

/** The elements are base classes of a member, each with its number. */
async function tuple(value: Value): Promise<Presentation | undefined> {
  const base = (await field(value, '__base_')) ?? (await field(value, '__base'));
  if (!base) return undefined;
  const children: Child[] = [];
  for (const each of (await membersOf(base))?.bases ?? []) {
    if (!/^std::__1::__tuple_leaf</.test(each.type.name ?? '')) continue;
    const leaf = await baseOf(base, each);
    const element = 'problem' in leaf ? undefined : await field(leaf, '__value_');
    children.push({ name: `[${children.length + 1}]`, value: element ?? base });
  }
  return tupleOf(children);
}
