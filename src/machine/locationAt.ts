// What a location depends on: the PC of a stack frame, which chooses among expressions (DWARF 5, section 2.6.2), and
// the stack frame itself.
import type { AddressRange } from '../symbols/addressMap';
import type { DwarfExpression, Location } from '../symbols/location';
import { operationsOf, type Operation } from '../symbols/dwarf/operations';
import { linkAddress } from './linkAddress';
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

/**
 * Whether a location also holds behind the call that a stack frame makes. A register in it that callees are free to overwrite
 * is then one that the compiler knows they do not. A single expression holds as far as the blocks around it go.
 */
export function outlastsCall(
  location: Location,
  { pc, lookupPc, placement, kind, scope }: StackFrame,
): boolean {
  if (pc === lookupPc || kind === 'tailCall') return false;
  const slide = placement?.slide ?? 0n;
  const [call, back] = [linkAddress(lookupPc, slide), linkAddress(pc, slide)];
  const holdsBoth = ({ start, end }: AddressRange): boolean => call >= start && back < end;
  if (location.kind === 'list') return location.entries.some(holdsBoth);
  const blocks = scope?.blocks ?? [];
  return location.kind === 'expression' && blocks.every(({ ranges }) => ranges.some(holdsBoth));
}

/** Whether a location is of one stack frame: not where the variable is the same for all, as a static one is. */
export function needsFrame(location: Location): boolean {
  if (location.kind === 'list') return true;
  if (location.kind !== 'expression') return false;
  const [first] = operationsOf(location.expression, 1);
  return first !== undefined && ofStackFrame.has(first.kind);
}

const ofStackFrame: ReadonlySet<Operation['kind']> = new Set([
  'register',
  'registerValue',
  'frameBase',
  'typedRegister',
  'callFrameCfa',
  'entryValue',
  'piece',
]);
