// Pointers to members: `&C::x`, `object.*pointer`, `pointer->*member` (ISO C++, "Pointer-to-member operators").
import { unsigned } from '../bytes/cursor';
import type { MemberPointerType } from '../symbols/type';
import { literal, numberOf } from '../values/literal';
import { methodPointerBytes, readMethodPointer } from '../values/methodPointer';
import { at } from '../values/navigate';
import { withConstantThis } from '../values/typeName';
import { asClass, strip } from '../values/types';
import { inside, readMemory, Value, type Surroundings } from '../values/value';
import { partOf } from './cast';
import type { Meaning } from './meaning';
import { objectIn } from './members';
import { addressIn, addressOf, unread } from './pointers';
import { Failure, notAvailable } from './problem';
import type { Rules } from './rules';
import { completeContents } from './scalar';

/** `&C::x`, of a data member: its offset. */
export function pointerToData(
  { owner, member, offset }: Meaning & { readonly kind: 'dataMember' },
  surroundings: Surroundings,
): Value {
  const { addressSize: size } = surroundings;
  const type = { kind: 'memberPointer', target: member.type, of: owner, size } as const;
  return numberOf(type, offset, surroundings);
}

/** `&C::f`. Of a virtual function gdb takes its number in the table, where compilers take the offset in bytes. */
export function pointerToMethod(
  { method, type: target, owner, definition }: Meaning & { readonly kind: 'method' },
  surroundings: Surroundings,
): Value {
  const size = 2 * surroundings.addressSize;
  const type = { kind: 'memberPointer', target, of: owner, size } as const;
  const pointer = definition?.address ?? method.virtual?.slot ?? 0n;
  const bytes = methodPointerBytes({ virtual: !definition, pointer }, surroundings);
  return literal(type, bytes, surroundings);
}

/** `operand.*pointer` and `operand->*pointer`. */
export async function memberPointedTo(
  operand: Value,
  pointer: Value,
  arrow: boolean,
  rules: Rules,
): Promise<Value> {
  const type = strip(pointer.type);
  if (type.kind !== 'memberPointer') {
    throw new Failure('non-pointer-to-member value used in pointer-to-member construct');
  }
  if (rules.typesOnly) return unread(withConstantThis(type.target), operand.surroundings);
  const object = await objectOf(type, await objectIn(operand, arrow, rules));
  if (strip(type.target).kind === 'function') return methodOf(object, pointer, type, rules);
  const { bytes } = await completeContents(pointer);
  const { order } = pointer.surroundings;
  const offset = Number(BigInt.asIntN(8 * bytes.length, unsigned(bytes, order)));
  const place = inside(object.place, offset + 1, offset);
  return new Value(type.target, place, object.surroundings);
}

/** The part of an object that is of the class whose member is meant. */
async function objectOf({ of }: MemberPointerType, object: Value): Promise<Value> {
  const owner = asClass(of);
  return (owner && (await partOf(object, owner))) ?? object;
}

/** The function that is called for an object: the table of virtual functions may say which. */
async function methodOf(
  object: Value,
  pointer: Value,
  { target }: MemberPointerType,
  rules: Rules,
): Promise<Value> {
  const { surroundings } = object;
  const held = readMethodPointer((await completeContents(pointer)).bytes, surroundings);
  const type = withConstantThis(target);
  if (!held.virtual) return at(type, held.pointer, surroundings);
  const self = await addressIn(addressOf(object, rules), rules);
  const table = await addressAt(self + held.adjustment, surroundings);
  return at(type, await addressAt(table + held.pointer, surroundings), surroundings);
}

async function addressAt(address: bigint, surroundings: Surroundings): Promise<bigint> {
  const { bytes, complete } = await readMemory(address, surroundings.addressSize, surroundings);
  if (!complete) throw new Failure(notAvailable);
  return unsigned(bytes, surroundings.order);
}
