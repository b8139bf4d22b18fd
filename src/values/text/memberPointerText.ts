// Pointers to members: to data an offset, to functions an address or a place in the table of
// virtual functions (Itanium C++ ABI, section 2.3).
import { unsigned, toBytes, concat } from '../../bytes/cursor';
import { demangle } from '../../symbols/demangle';
import type { ClassMembers, ClassType, MemberPointerType, Method } from '../../symbols/type';
import { addressText } from '../symbolText';
import { typeName } from '../typeName';
import { asClass, completeType, strip } from '../types';
import type { Value, ValueContext } from '../value';
import type { Writer } from './writer';

/**
 * `&point::y`, `(void (PM::*)(PM * const, int)) 0x401a80 <PM::f(int)>`, `&virtual PM::g()`,
 * `NULL`.
 */
export async function memberPointerText(
  value: Value,
  type: MemberPointerType,
  writer: Writer,
): Promise<string> {
  const { bytes } = await value.contents();
  const { context } = value;
  const { order, addressSize } = context;
  if (strip(type.target).kind !== 'function') {
    const offset = BigInt.asIntN(8 * bytes.length, unsigned(bytes, order));
    return offset === -1n ? 'NULL' : dataText(type, offset, context);
  }
  const { virtual, pointer, adjustment } = readMethodPointer(bytes, context);
  if (pointer === 0n && !virtual) return 'NULL';
  const suffix = adjustment === 0n ? '' : `, this adjustment ${adjustment}`;
  if (virtual) {
    const owner = asClass(type.of);
    // Functions of a class that its unit only declares gdb 13 does not look for elsewhere.
    const isKnown = owner?.incomplete === false;
    const method = isKnown && (await virtualAt(owner, pointer / BigInt(addressSize), adjustment));
    return `&virtual ${method || `table offset ${pointer}${suffix}`}`;
  }
  const name = await typeName(type, context.language);
  return `(${name}) ${await addressText(pointer, context, writer.code)}${suffix}`;
}

async function dataText(
  { of }: MemberPointerType,
  offset: bigint,
  { modules }: ValueContext,
): Promise<string> {
  const owner = asClass(await completeType(of, modules));
  const path = owner && (await memberAt(owner, offset));
  return path === undefined ? offset.toString() : `&${path}`;
}

/** The member at an offset, with the class that declares it. */
async function memberAt(owner: ClassType, at: bigint): Promise<string | undefined> {
  for await (const { type, members, offset } of partsAround(owner, at)) {
    const member = members.members.find((each) => each.offset === offset && !each.bits);
    if (member) return `${type.name ?? `${type.kind} {...}`}::${member.name ?? ''}`;
  }
  return undefined;
}

/**
 * The virtual function in a slot of the table of the class, or of the base that begins `at` bytes
 * into it.
 */
async function virtualAt(owner: ClassType, slot: bigint, at: bigint): Promise<string | undefined> {
  for await (const { type, members, offset } of partsAround(owner, at)) {
    const method = members.methods.find(({ virtual }) => virtual?.slot === slot);
    if (method && offset === 0n) return nameOf(method, type);
  }
  return undefined;
}

/** With its arguments; clang leaves out the symbols of destructors. */
async function nameOf(method: Method, owner: ClassType): Promise<string> {
  const linkageName = await method.linkageName();
  if (linkageName !== undefined) return demangle(linkageName) ?? linkageName;
  const { parameters } = await method.signature();
  const types: string[] = [];
  for (const { type, artificial } of parameters) {
    if (!artificial) types.push(await typeName(type, owner.language));
  }
  return `${owner.name ?? ''}::${method.name}(${types.join(', ')})`;
}

/** More bases around one offset are damage: they may be bases of themselves. */
const maxParts = 256;

/**
 * The class and its bases that begin at or before an offset, which is counted from the start of
 * each.
 */
async function* partsAround(
  type: ClassType,
  offset: bigint,
  seen = new Set<string>(),
): AsyncGenerator<{ type: ClassType; members: ClassMembers; offset: bigint }> {
  const part = `${type.offset} ${offset}`;
  if (seen.has(part) || seen.size >= maxParts) return;
  seen.add(part);
  const members = await type.members();
  yield { type, members, offset };
  for (const base of members.bases) {
    if (typeof base.offset !== 'bigint' || base.offset > offset) continue;
    yield* partsAround(base.type, offset - base.offset, seen);
  }
}

// What a pointer to a member function holds (Itanium C++ ABI, section 2.3; its variants for Arm
// and MIPS).

/** A pointer to a member function. */
interface MethodPointer {
  /**
   * Whether `pointer` is an offset in bytes in the table of virtual functions, and not an
   * address.
   */
  readonly virtual: boolean;
  readonly pointer: bigint;
  /** Bytes to add to the object's address. */
  readonly adjustment: bigint;
}

type Target = Pick<ValueContext, 'order' | 'addressSize' | 'machine'>;

/**
 * ELF e_machine of the processors on which an address may be odd: MIPS, Arm, AArch64. The
 * adjustment has the mark there.
 */
const oddAddresses: ReadonlySet<number> = new Set([8, 40, 183]);

/** The pointer in the bytes of a value. */
export function readMethodPointer(bytes: Uint8Array, target: Target): MethodPointer {
  const { order, addressSize, machine } = target;
  const first = unsigned(bytes.subarray(0, addressSize), order);
  const last = BigInt.asIntN(8 * addressSize, unsigned(bytes.subarray(addressSize), order));
  if (oddAddresses.has(machine ?? 0)) {
    return { virtual: (last & 1n) === 1n, pointer: first, adjustment: last >> 1n };
  }
  return { virtual: (first & 1n) === 1n, pointer: first & ~1n, adjustment: last };
}

/** The bytes of a pointer without adjustment. */
export function methodPointerBytes(
  { virtual, pointer }: Pick<MethodPointer, 'virtual' | 'pointer'>,
  { order, addressSize, machine }: Target,
): Uint8Array {
  const mark = virtual ? 1n : 0n;
  const [first, last] = oddAddresses.has(machine ?? 0) ? [pointer, mark] : [pointer | mark, 0n];
  return concat([toBytes(first, addressSize, order), toBytes(last, addressSize, order)]);
}
