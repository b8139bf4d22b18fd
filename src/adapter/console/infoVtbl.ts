// `info vtbl EXPR`: the tables of virtual functions of an object, one for each part of it that has
// one of its own (gdb manual, "C Plus Plus Expressions").
import { hexAddress } from '../../bytes/hex';
import { baseOf, dereference, referent } from '../../values/navigate';
import { addressText } from '../../values/symbolText';
import { asClass, strip } from '../../values/types';
import { typeName } from '../../values/typeName';
import { storedPointer, type Value } from '../../values/value';
import { hasVtable, vtableOf } from '../../values/wholeObject';
import { RequestFailed } from '../../bytes/requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';

/** More parts with tables than this has no object. */
const maxParts = 1000;

/** A part of an object that has a table, and the last place in it that its classes name. */
interface Part {
  readonly object: Value;
  last: number;
}

/** `info vtbl`. */
export async function infoVtbl(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required (expression to compute).');
  const { value } = await state.evaluator.value(args, await state.stackFrame());
  const object = await objectOf(value);
  const none = 'This object does not have a virtual function table';
  if (!(await hasVtable(object.type, object.context.modules))) return none;
  const parts = new Map<bigint, Part>();
  await addParts(object, parts);
  const shown = [...parts.values()]
    .filter(({ last }) => last >= 0)
    .sort((a, b) => ((a.object.address ?? 0n) < (b.object.address ?? 0n) ? -1 : 1));
  const tables = await Promise.all(shown.map((part) => table(part, state)));
  return tables.join('\n\n');
}

/** What is pointed or referred to. */
async function objectOf(value: Value): Promise<Value> {
  const referred = await referent(value);
  if ('problem' in referred) throw new RequestFailed(referred.problem);
  if (strip(referred.type).kind !== 'pointer') return referred;
  const object = await dereference(referred);
  if ('problem' in object) throw new RequestFailed(object.problem);
  return object;
}

/** Adds an object and its bases; a base at the same address shares its table. */
async function addParts(object: Value, parts: Map<bigint, Part>): Promise<void> {
  const { address, context, type } = object;
  const owner = asClass(type);
  if (address === undefined || !owner || parts.size >= maxParts) return;
  if (!(await hasVtable(owner, context.modules))) return;
  const part = parts.get(address) ?? { object, last: -1 };
  parts.set(address, part);
  const { bases, methods } = await owner.members();
  for (const { virtual } of methods) {
    if (virtual) part.last = Math.max(part.last, Number(virtual.slot));
  }
  for (const base of bases) {
    const inner = await baseOf(object, base);
    if ('problem' in inner) throw new RequestFailed(inner.problem);
    await addParts(inner, parts);
  }
}

/** As many entries as gdb lists. */
const maxEntries = 10_000;

async function table({ object, last }: Part, state: ConsoleState): Promise<string> {
  const { context, address = 0n } = object;
  const vtable = await vtableOf(object);
  if (vtable === undefined) throw new RequestFailed('value is not available');
  const name = await typeName(strip(object.type), context.language);
  const lines = [
    `vtable for '${name}' @ ${hexAddress(vtable)} (subobject @ ${hexAddress(address)}):`,
  ];
  const { addresses } = state.settings.print;
  for (let i = 0; i <= Math.min(last, maxEntries); i++) {
    const entry = await storedPointer(vtable + BigInt(i * context.addressSize), context);
    const shown =
      entry === undefined
        ? '<error: value is not available>'
        : await addressText(entry, context, { addresses, symbols: true });
    lines.push(`[${i}]: ${shown}`);
  }
  return text(lines);
}
