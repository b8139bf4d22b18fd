// What a parameter was when its function was called: gdb's `x@entry` (DWARF 5, section 3.4.2; gdb manual, "Tail Call
// Frames" and "Print Settings").
import type { DwarfExpression } from '../symbols/location';
import type { FunctionScope, Variable } from '../symbols/scope';
import { entryRegister } from '../machine/dwarf/entryRegister';
import { entryValue, ownFunction } from '../machine/dwarf/entryValue';
import { evaluateNumber } from '../machine/dwarf/recordedExpression';
import { numberOf } from '../values/literal';
import { isReference, strip } from '../values/types';
import { Value, type Surroundings } from '../values/value';
import { contextIn } from '../values/variable';

/** The value of a parameter at the entry of the function with code that the surroundings' stack frame is in. */
export async function valueAtEntry(
  { type, location }: Variable,
  surroundings: Surroundings,
): Promise<Value> {
  const { frame } = surroundings;
  const scope = frame && (await ownFunction(frame));
  const expression = scope && atEntry(location, scope);
  if (!expression || !entryRegister(expression)) {
    return new Value(type, { kind: 'optimizedOut' }, surroundings);
  }
  const context = contextIn(surroundings);
  const ofReference = isReference(strip(type));
  const found = await entryValue(expression, context, evaluateNumber, ofReference);
  if (typeof found === 'bigint') return numberOf(type, found, surroundings);
  return new Value(type, found, surroundings);
}

/** Where the caller leaves the parameter: what was inlined has no entry of its own. */
function atEntry(
  location: Variable['location'],
  { entry }: FunctionScope,
): DwarfExpression | undefined {
  if (location.kind === 'expression') return location.expression;
  if (location.kind !== 'list') return undefined;
  return location.entries.find(({ start, end }) => start <= entry && entry < end)?.expression;
}
