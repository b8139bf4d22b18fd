// What a pointer to a member function holds (Itanium C++ ABI, section 2.3; its variants for Arm
// and MIPS).
import { concat } from '../bytes/concat';
import { unsigned, toBytes } from '../bytes/cursor';
import type { ValueContext } from './value';

/** A pointer to a member function. */
export interface MethodPointer {
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
