// Member functions and typedefs of classes, and who may use a member (DWARF 5, sections 2.7, 5.7.3 and 5.7.7).
// What a function takes and gives is read when asked for: few ask, and a class of a library has hundreds.
import type { Access, MemberTypedef, Method, MethodSignature } from '../type';
import { DW_AT, DW_OP_constu, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import type { Locations } from './locations';
import { operandOf } from './singleOperation';
import type { Types } from './types';

/** A member function; undefined for one without a name. */
export async function readMethod(
  entries: Entries,
  locations: Locations,
  types: Types,
  entry: Entry,
): Promise<Method | undefined> {
  const [nameValue, place, access, artificial] = entry.values([
    ...[DW_AT.name, DW_AT.vtable_elem_location, DW_AT.accessibility, DW_AT.artificial],
  ]);
  const name = await entries.text(entry, nameValue);
  if (name === undefined) return undefined;
  const { offset } = entry;
  const method: Method = {
    name,
    ...accessOf(access),
    artificial: artificial?.kind === 'flag' && artificial.value,
    signature: () => signatureAt(entries, types, offset),
    linkageName: () => linkageNameAt(entries, offset),
  };
  const expression = locations.expressionOf(entry.unit, place);
  const slot = expression && operandOf(expression.bytes, DW_OP_constu);
  return slot === undefined ? method : { ...method, virtual: { slot } };
}

async function linkageNameAt(entries: Entries, offset: number): Promise<string | undefined> {
  const entry = await entries.at(offset);
  return entry && entries.linkageName(await entries.describe(entry));
}

/** What the function whose entry stands at an offset takes and gives. */
export async function signatureAt(
  entries: Entries,
  types: Types,
  offset: number,
): Promise<MethodSignature> {
  const entry = await entries.at(offset);
  if (!entry) return { result: { kind: 'void' }, parameters: [], variadic: false };
  const parameters: { type: MethodSignature['result']; artificial: boolean }[] = [];
  let variadic = false;
  for (const child of entry.children()) {
    if (child.tag === DW_TAG.unspecified_parameters) variadic = true;
    if (child.tag !== DW_TAG.formal_parameter) continue;
    const description = await entries.describe(child);
    const type = await types.of(description.find(DW_AT.type)?.entry ?? child);
    parameters.push({ type, artificial: description.flag(DW_AT.artificial) });
  }
  return { result: await types.of(entry), parameters, variadic };
}

/** A typedef in a class; undefined for one without a name. */
export async function readMemberTypedef(
  entries: Entries,
  types: Types,
  entry: Entry,
): Promise<MemberTypedef | undefined> {
  const [nameValue, access] = entry.values([DW_AT.name, DW_AT.accessibility]);
  const name = await entries.text(entry, nameValue);
  if (name === undefined) return undefined;
  const { offset } = entry;
  const type = async () => {
    const found = await entries.at(offset);
    return found ? types.read(found) : ({ kind: 'void' } as const);
  };
  return { name, ...accessOf(access), type };
}

const accesses: readonly (Access | undefined)[] = [undefined, 'public', 'protected', 'private'];

/** DW_AT_accessibility. */
export function accessOf(value: AttributeValue | undefined): { access?: Access } {
  const access = value?.kind === 'constant' ? accesses[Number(value.value)] : undefined;
  return access === undefined ? {} : { access };
}
