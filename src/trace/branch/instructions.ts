// The instructions of a branch trace by their numbers: where each lies, and those of a stretch one
// after another.
import type { Execution } from './branchTrace';

/** An instruction that ran, or a gap, where it is not known what ran. */
export type Executed =
  | { readonly kind: 'instruction'; readonly number: number; readonly address: bigint }
  | { readonly kind: 'gap'; readonly number: number; readonly gap: 1 | 2 };

/** What has a number; undefined for one that there is not. */
export function executedAt(execution: Execution, number: number): Executed | undefined {
  return executedFrom(execution, number).next().value;
}

/** The address of an instruction; undefined for a gap or a number that there is not. */
export function instructionAddress(execution: Execution, number: number): bigint | undefined {
  const executed = executedAt(execution, number);
  return executed?.kind === 'instruction' ? executed.address : undefined;
}

/** What ran from a number on, to the end. */
export function* executedFrom(
  { blocks, map }: Execution,
  from: number,
): Generator<Executed, undefined> {
  if (from < 1 || from > blocks.count || !Number.isInteger(from)) return undefined;
  for (let block = blocks.blockOf(from); block < blocks.blocks.count; block++) {
    const shape = blocks.shape(block);
    if (!shape) continue;
    const first = blocks.firstOf(block);
    const { begins, ends } = blocks.blocks;
    let address = (shape.beginUnknown ? ends[block] : begins[block]) ?? 0n;
    for (let i = 0; i < shape.count; i++) {
      if (first + i >= from) yield { kind: 'instruction', number: first + i, address };
      address += BigInt(Math.max(0, map.sizeAt(address)));
    }
    const { gap } = shape;
    const number = first + shape.count;
    if (gap !== 0 && number >= from) yield { kind: 'gap', number, gap };
  }
  return undefined;
}
