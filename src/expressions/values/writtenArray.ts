// Arrays that are written in an expression: `{1, n, 3}`.
import type { CompositePiece } from '../../machine/location';
import type { Contents } from '../../values/contents';
import { literal, Value, type ValueContext } from '../../values/value';
import { Failure } from '../problem';
import { arrayOf } from './backEnd';

/** The array of some values; where some are not known, of what is known of them. */
export async function writtenArray(
  first: Value,
  values: readonly Value[],
  context: ValueContext,
): Promise<Value> {
  const parts = await Promise.all(values.map((value) => value.contents()));
  const size = parts[0]?.bytes.length ?? 0;
  if (parts.some(({ bytes }) => bytes.length !== size)) {
    throw new Failure('array elements must all be the same size');
  }
  const type = arrayOf(first.type, values.length);
  if (parts.some(({ complete }) => !complete)) {
    const pieces = values.map((value, i) => pieceOf(value, parts[i]));
    return new Value(type, { kind: 'pieces', pieces }, context);
  }
  const bytes = new Uint8Array(parts.flatMap((part) => [...part.bytes]));
  return literal(type, bytes, context);
}

function pieceOf(value: Value, contents: Contents | undefined): CompositePiece {
  const { place, bits } = value;
  if (place.kind === 'problem') throw new Failure(place.problem);
  const size = 8 * (contents?.bytes.length ?? 0);
  if (!contents || contents.complete) {
    return { location: { kind: 'literal', bytes: contents?.bytes ?? new Uint8Array(0) }, size };
  }
  if (!bits) return { location: place, size };
  return { location: { kind: contents.has('unavailable') ? 'unavailable' : 'optimizedOut' }, size };
}
