// Pointers to members: to data an offset, to functions an address or a place in the table of virtual functions (Itanium
// C++ ABI, section 2.3).
import { unsigned } from '../../../bytes/cursor';
import type { ClassType, MemberPointerType } from '../../../symbols/type';
import { addressText } from '../symbolText';
import { typeName } from '../typeName';
import { asClass, strip } from '../types';
import type { Value } from '../value';
import type { Writer } from './text';

/** `&point::y`, `(void (PM::*)(PM * const, int)) 0x401a80 <PM::f(int)>`, `NULL`. */
export async function memberPointerText(
  value: Value,
  type: MemberPointerType,
  writer: Writer,
): Promise<string> {
  const { bytes } = await value.contents();
  const { surroundings } = value;
  const { order, addressSize } = surroundings;
  if (strip(type.target).kind !== 'function') {
    const offset = BigInt.asIntN(8 * bytes.length, unsigned(bytes, order));
    return offset === -1n ? 'NULL' : dataText(type, offset);
  }
  const pointer = unsigned(bytes.subarray(0, addressSize), order);
  const adjustment = BigInt.asIntN(8 * addressSize, unsigned(bytes.subarray(addressSize), order));
  if (pointer === 0n) return 'NULL';
  const suffix = adjustment === 0n ? '' : `, this adjustment ${adjustment}`;
  if (pointer % 2n === 1n) {
    return `&virtual table offset ${pointer - 1n}${suffix}`;
  }
  const name = await typeName(value.type, surroundings.language);
  return `(${name}) ${await addressText(pointer, surroundings, writer.settings)}${suffix}`;
}

async function dataText({ of }: MemberPointerType, offset: bigint): Promise<string> {
  const owner = asClass(of);
  const path = owner && (await memberAt(owner, offset));
  return path === undefined ? offset.toString() : `&${owner?.name ?? ''}::${path}`;
}

/** Deeper class hierarchies are damage. */
const mostBases = 64;

async function memberAt(type: ClassType, offset: bigint, depth = 0): Promise<string | undefined> {
  const { members, bases } = await type.members();
  const member = members.find((each) => each.offset === offset && !each.bits);
  if (member) return member.name;
  if (depth > mostBases) return undefined;
  for (const base of bases) {
    if (typeof base.offset !== 'bigint' || base.offset > offset) continue;
    const found = await memberAt(base.type, offset - base.offset, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
