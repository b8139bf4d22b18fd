// At which addresses values of a type lie, by the rule of C's compilers: what a type is made of decides.
import type { Type } from '../symbols/type';
import { isClass, sizeOf, strip } from './types';

/** Classes in classes; deeper ones are damage. */
const deepest = 20;
/** Bytes; no number is aligned to more. */
const widest = 16;

/** Bytes of which the address of a value is a multiple, unless its declaration says otherwise. */
export async function alignmentOf(type: Type, depth = 0): Promise<number> {
  const bare = strip(type);
  if (bare.kind === 'array') return alignmentOf(bare.element, depth);
  if (!isClass(bare)) return Math.max(1, Math.min(sizeOf(bare) ?? 1, widest));
  if (depth > deepest) return 1;
  const { members, bases } = await bare.members();
  let alignment = 1;
  for (const each of [...bases, ...members]) {
    alignment = Math.max(alignment, await alignmentOf(each.type, depth + 1));
  }
  return alignment;
}
