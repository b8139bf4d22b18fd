// What `print` says of a value: what stands behind `$1 = `.
import { registerNaturalText } from '../machine/registerText';
import { valueText, type TextOptions } from '../values/text/text';
import { isMethodPointer, strip } from '../values/types';
import type { Value } from '../values/value';
import { notInteger, type Problem } from './problem';
import { flagsOf } from './registerValue';

/** The text of a result, or gdb's complaint that it cannot be written so. */
export async function resultText(
  value: Value,
  options: Omit<TextOptions, 'top'> = {},
): Promise<{ readonly text: string } | Problem> {
  const { type, place, surroundings } = value;
  if (place.kind === 'problem') return { problem: place.problem };
  if (strip(type).kind === 'function' && options.format) return { problem: notInteger };
  // gdb has begun its answer when it finds that out.
  if (isMethodPointer(type) && ['a', 'c'].includes(options.format ?? '')) {
    if ((await value.contents()).complete) return { text: notInteger };
  }
  const flags = options.format ? undefined : flagsOf(type);
  const contents = flags && (await value.contents());
  if (flags && contents?.complete) {
    return { text: registerNaturalText({ type: flags }, contents.bytes, surroundings.order) };
  }
  const { format } = options;
  const top = format === undefined || format === 's' || strip(type).kind === 'reference';
  return { text: await valueText(value, { ...options, top }) };
}
