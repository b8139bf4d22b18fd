// The arguments in a stack frame's line, with what they were at the function's entry where that is known (gdb manual,
// "Print Settings": `print frame-arguments`, `print entry-values`).
import type { FunctionScope, Variable } from '../../symbols/scope';
import { DW_OP } from '../../machine/dwarf/operations';
import { valueAtEntry } from '../../machine/expressions/entryParameter';
import { argumentsOf } from '../../machine/values/frameVariables';
import { problemOf, valueText, type PrintSettings } from '../../machine/values/text/text';
import { readVariable } from '../../machine/values/variable';
import type { Surroundings, Value } from '../../machine/values/value';

/** How arguments are written. */
export interface ArgumentSettings {
  readonly frameArguments: 'all' | 'scalars' | 'none' | 'presence';
  readonly entryValues: 'default' | 'no';
  readonly print: Partial<PrintSettings>;
  readonly prettyPrint: boolean;
}

/** `n=5, p=0x404060 <g>`. `callerUnavailable`: there is a caller whose PC was not collected. */
export async function argumentsText(
  scope: FunctionScope | undefined,
  surroundings: Surroundings,
  settings: ArgumentSettings,
  callerUnavailable: boolean,
): Promise<string> {
  const parameters = scope ? argumentsOf(scope) : [];
  if (settings.frameArguments === 'presence') return parameters.length > 0 ? '...' : '';
  const texts = parameters.map((each) =>
    argumentText(each, surroundings, settings, callerUnavailable),
  );
  return (await Promise.all(texts)).flat().join(', ');
}

async function argumentText(
  variable: Variable,
  surroundings: Surroundings,
  settings: ArgumentSettings,
  callerUnavailable: boolean,
): Promise<string[]> {
  const { name } = variable;
  if (settings.frameArguments === 'none') return [`${name}=...`];
  const value = await readVariable(variable, surroundings);
  const text = await oneText(value, settings);
  if (settings.entryValues === 'no') return [`${name}=${text}`];
  if (callerUnavailable && isKeptByCaller(variable, surroundings)) {
    return [`${name}=${text}`, `${name}@entry=<error reading variable: PC not available>`];
  }
  const entry = await valueAtEntry(variable, surroundings);
  if (entry.place.kind === 'optimizedOut') return [`${name}=${text}`];
  if (await isSame(value, entry)) return [`${name}=${name}@entry=${text}`];
  return [`${name}=${text}`, `${name}@entry=${await oneText(entry, settings)}`];
}

async function oneText(value: Value, settings: ArgumentSettings): Promise<string> {
  const problem = problemOf(value);
  if (problem !== undefined) return `<error reading variable: ${problem}>`;
  return valueText(value, {
    summary: settings.frameArguments === 'scalars',
    settings: settings.print,
    prettyPrint: settings.prettyPrint,
  });
}

async function isSame(value: Value, entry: Value): Promise<boolean> {
  const [now, then] = [await value.contents(), await entry.contents()];
  if (!now.complete || !then.complete) return false;
  return now.bytes.every((byte, i) => byte === then.bytes[i]);
}

/** Whether the caller may have said of a parameter what it was: it came in a register or a stack slot of its own. */
function isKeptByCaller({ location }: Variable, { frame }: Surroundings): boolean {
  const entry = frame?.scope?.entry ?? 0n;
  const expression =
    location.kind === 'expression'
      ? location.expression
      : location.kind === 'list'
        ? location.entries.find(({ start, end }) => start <= entry && entry < end)?.expression
        : undefined;
  const [operation = 0] = expression?.bytes ?? [];
  const isRegister = operation >= DW_OP.reg0 && operation <= DW_OP.reg31;
  return isRegister || operation === DW_OP.regx || operation === DW_OP.fbreg;
}
