// The expression that holds at a stack frame's PC, of a location that differs by PC (DWARF 5, section 2.6.2).
import type { DwarfExpression, Location } from '../symbols/location';
import type { StackFrame } from './stackFrame';

/** The expression; undefined where the compiler left none there, or the location is a constant. */
export function expressionAt(
  location: Location,
  frame: StackFrame | undefined,
): DwarfExpression | undefined {
  if (location.kind === 'expression') return location.expression;
  if (location.kind !== 'list' || !frame) return undefined;
  const pc = BigInt.asUintN(64, frame.lookupPc - (frame.placement?.slide ?? 0n));
  const entry = location.entries.find(({ start, end }) => pc >= start && pc < end);
  return entry?.expression ?? location.fallback;
}
