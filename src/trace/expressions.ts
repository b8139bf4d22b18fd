// Expressions that a person typed, evaluated in a frame of a trace.
import { compile, type KnownExpressions } from '../expressions/compile';
import type { EvaluationContext } from '../expressions/context';
import { printFormat, watchFormat } from '../expressions/format';
import type { Problem } from '../expressions/problem';
import { dereference, elementAt, repeated } from '../values/navigate';
import { asInteger } from '../values/numbers';
import type { Format } from '../values/text/text';
import { isClass, isInteger, strip } from '../values/types';
import type { Value } from '../values/value';

/** A value, and how it was asked to be written. */
export interface Evaluated {
  readonly value: Value;
  readonly format?: Format;
  /** Without pretty printers. */
  readonly raw: boolean;
}

/**
 * Evaluates an expression; `print` has formats before it (`/x n`), `watch` behind it too (`n,x`). `known` spares parsing it
 * where it is evaluated in many frames.
 */
export async function evaluate(
  text: string,
  formats: 'print' | 'watch',
  context: EvaluationContext,
  known: Pick<KnownExpressions, 'compile'> = { compile },
): Promise<Evaluated | Problem> {
  const asked = formats === 'print' ? printFormat(text) : watchFormat(text);
  if ('problem' in asked) return asked;
  const { expression, at, format, raw, count } = asked;
  const compiled = await known.compile(expression, context.surroundings);
  const value = 'problem' in compiled ? compiled : await compiled.evaluate(context);
  if ('problem' in value) return { ...value, ...(value.column && { column: value.column + at }) };
  const wanted = count === undefined ? value : await elements(value, count);
  return 'problem' in wanted ? wanted : { value: wanted, raw, ...(format && { format }) };
}

/** As many elements of an array, or of what a pointer points to. */
async function elements(value: Value, count: bigint): Promise<Value | Problem> {
  const isPointer = strip(value.type).kind === 'pointer';
  const first = isPointer ? await dereference(value) : (elementAt(value, 0) ?? value);
  return 'problem' in first ? first : repeated(first, count);
}

/** The run-time address that an expression means: the number that it is, else where its value lies. */
export async function evaluateAddress(
  text: string,
  context: EvaluationContext,
): Promise<{ readonly address: bigint } | Problem> {
  const evaluated = await evaluate(text, 'print', context);
  if ('problem' in evaluated) return evaluated;
  const { value } = evaluated;
  const bare = strip(value.type);
  const holdsItsParts = bare.kind === 'array' || bare.kind === 'function' || isClass(bare);
  const isNumber = bare.kind === 'pointer' || isInteger(value.type);
  const address = holdsItsParts ? value.address : isNumber ? await asInteger(value) : undefined;
  if (address !== undefined) {
    return { address: BigInt.asUintN(8 * value.surroundings.addressSize, address) };
  }
  const isAddress = holdsItsParts || isNumber;
  return { problem: isAddress ? `${text} was not collected.` : `${text} is no address.` };
}

/** What is wrong, for a person. */
export function problemText({ problem, column }: Problem): string {
  return column === undefined ? problem : `Column ${column}: ${problem}`;
}
