// Which of its variants a Rust enum holds (DWARF 5, section 5.7.10).
import type { Variant, VariantPart } from '../symbols/type';
import { memberOf, notAvailableProblem, type ValueProblem } from './navigate';
import { asInteger } from './numbers';
import { sizeOf } from './types';
import type { Value } from './value';

/** The variant's own value; undefined for an enum of no variants. */
export async function activeVariant(
  value: Value,
  part: VariantPart,
): Promise<Value | ValueProblem | undefined> {
  const chosen = await choose(value, part);
  if (!chosen || 'problem' in chosen) return chosen;
  const [member] = chosen.members;
  return member && memberOf(value, member);
}

async function choose(
  value: Value,
  { discriminant, variants }: VariantPart,
): Promise<Variant | ValueProblem | undefined> {
  if (!discriminant) return variants[0];
  const tag = await memberOf(value, discriminant);
  if ('problem' in tag) return tag;
  const number = await asInteger(tag);
  if (number === undefined) return notAvailableProblem;
  const bits = 8 * (sizeOf(tag.type) ?? 8);
  const plain = (each: bigint) => BigInt.asUintN(bits, each);
  const holds = ({ values }: Variant) =>
    values.some(({ low, high }) => plain(number) >= plain(low) && plain(number) <= plain(high));
  return variants.find(holds) ?? variants.find(({ values }) => values.length === 0);
}
