// Addresses that are compared and counted with, without waiting (ISO C, "Additive operators"; gdb's rules).
import { asClass, isInteger, sizeOf, targetOf } from '../values/types';
import type { ArithmeticOperator, ComparisonOperator } from './arithmetic';
import { NotQuick } from './quickFrame';
import { compareReads, integerNumber, type QuickNumber } from './quickNumber';
import { wrap } from './scalar';

/** Whether a number is an address. */
export function isPointer({ type }: QuickNumber): boolean {
  return type.kind === 'pointer';
}

/** `left operator right`, one of them a pointer; `bits` are those of an address. */
export function compareAddresses(
  operator: ComparisonOperator,
  left: QuickNumber,
  right: QuickNumber,
  bits: number,
): () => boolean | undefined {
  return compareReads(operator, asAddress(left, bits), asAddress(right, bits));
}

function asAddress({ integer, type }: QuickNumber, bits: number): () => bigint | undefined {
  if (!integer || (type.kind !== 'pointer' && !isInteger(type))) throw new NotQuick();
  return () => {
    const value = integer();
    return value === undefined ? undefined : BigInt.asUintN(bits, value);
  };
}

/** A pointer plus or minus a number of what it points to. */
export function moved(
  operator: ArithmeticOperator,
  left: QuickNumber,
  right: QuickNumber,
): QuickNumber {
  const [base, count] = isPointer(left) ? [left, right] : [right, left];
  const isAllowed = operator === '+' || (operator === '-' && base === left);
  const target = targetOf(base.type);
  const isCounted = isInteger(count.type) && !isPointer(count);
  if (!isAllowed || !target || !isCounted || asClass(target)?.incomplete) throw new NotQuick();
  const stride = (BigInt(sizeOf(target) ?? 1) || 1n) * (operator === '+' ? 1n : -1n);
  const [start, steps] = [base.integer, count.integer];
  if (!start || !steps) throw new NotQuick();
  return integerNumber(base.type, () => {
    const from = start();
    const by = from === undefined ? undefined : steps();
    return from === undefined || by === undefined ? undefined : wrap(from + by * stride, base.type);
  });
}
