// The register that an entry value is the value of (DWARF 5, section 2.5.1.7).
import { operationsOf } from '../../symbols/dwarf/operations';
import type { DwarfExpression } from '../../symbols/location';

/** What an entry value is the value of. */
export interface EntryRegister {
  readonly register: number;
  /** It is what the register points to. */
  readonly dereferenced: boolean;
  /** Offset in the unit of the base type to read it by. */
  readonly type?: number;
}

/** The register that an expression names, or that it reads memory through. */
export function entryRegister(expression: DwarfExpression): EntryRegister | undefined {
  const [first, second, third] = operationsOf(expression, 3);
  if (first?.kind === 'register' && !second)
    return { register: first.register, dereferenced: false };
  if (first?.kind === 'typedRegister') {
    return { register: first.register, dereferenced: false, type: first.type };
  }
  const isPointer = first?.kind === 'registerValue' && first.offset === 0n;
  if (!isPointer || second?.kind !== 'dereference' || third) return undefined;
  return { register: first.register, dereferenced: true };
}
