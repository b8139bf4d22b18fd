// What tells frames apart that belong to different things, such as `call->number`: a number as it
// is, which costs least; what is no number as gdb prints it.
import { toNumber, type Scalar } from '../../expressions/scalar';
import { commonBy, type Common } from '../list/groups';
import type { FrameRun } from '../search/frameRun';
import type { FrameValue } from '../search/frameValues';

/** Equal in frames whose value is equal; undefined where it was not collected. */
export type FrameKey = number | string | undefined;

type KeyIn = (
  frame: number,
  run: FrameRun | undefined,
  signal: AbortSignal | undefined,
) => FrameKey | Promise<FrameKey>;

/** Gives the keys of frames, at once where that can be. */
export function frameKeys(value: FrameValue): KeyIn {
  const common = commonBy(value.trace, { kind: 'value', value });
  const keyOf = (
    scalar: Scalar | 'unavailable' | undefined,
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): FrameKey | Promise<FrameKey> => {
    if (scalar === 'unavailable') return undefined;
    const number = scalar && numberKey(scalar);
    if (number !== undefined) return number;
    const known = common(frame, run, signal);
    return known instanceof Promise ? known.then(textKey) : textKey(known);
  };
  return (frame, run, signal) => {
    const scalar = value.scalarFrom(frame, run, signal);
    return scalar instanceof Promise
      ? scalar.then((known) => keyOf(known, frame, run, signal))
      : keyOf(scalar, frame, run, signal);
  };
}

/**
 * Undefined for what a double does not hold, and for a pointer: it may be an array of characters,
 * whose text counts and not its address.
 */
function numberKey(scalar: Scalar): FrameKey {
  if (scalar.type.kind === 'pointer') return undefined;
  const number = toNumber(scalar);
  if (scalar.kind === 'float') return scalar.type.size > 8 ? undefined : number;
  return Number.isSafeInteger(number) ? number : String(scalar.value);
}

/** A part that was not collected may be anything. */
function textKey(common: Common | undefined): FrameKey {
  return common && !/<(?:unavailable|error: )/.test(common.label) ? common.label : undefined;
}

/** Numbers keys from 0 on. */
export class KeyNumbers {
  /** The keys, in the order of their numbers. */
  readonly all: FrameKey[] = [];
  private readonly numbers = new Map<FrameKey, number>();

  /** The number of a key, which may be new. */
  of(key: FrameKey): number {
    const { numbers } = this;
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.all.push(key) - 1;
      numbers.set(key, number);
    }
    return number;
  }
}
