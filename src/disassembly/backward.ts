// Where instructions of different lengths begin before a known address, when nothing says it. Decoding from a wrong
// start soon falls in step with the right one, so several starts vote.
import type { Instruction } from './instruction';
import { lengthsOf, type InstructionSet } from './instructionSet';

/**
 * The rows of the start that most others agree with and that ends exactly at the end. `length`: the bytes before the
 * known address. `decode`: the rows from an offset on.
 */
export async function voteForStart(
  length: number,
  set: InstructionSet,
  decode: (offset: number) => Promise<Instruction[]>,
): Promise<Instruction[]> {
  const { shortest, longest } = lengthsOf(set);
  const ways: Instruction[][] = [];
  for (let offset = 0; offset < Math.min(longest, length); offset += shortest) {
    const way = await decode(offset);
    const size = way.reduce((sum, row) => sum + row.size, 0);
    if (offset + size === length) ways.push(way);
  }
  const votes = new Map<bigint, number>();
  for (const { address } of ways.flat()) votes.set(address, (votes.get(address) ?? 0) + 1);
  return ways.reduce<Instruction[]>(
    (best, way) => (score(way, votes) > score(best, votes) ? way : best),
    [],
  );
}

/** Agreement with the others, on average; bytes that are no instruction speak against a way. */
function score(way: readonly Instruction[], votes: ReadonlyMap<bigint, number>): number {
  if (way.length === 0) return -Infinity;
  const agreement = way.reduce((sum, { address }) => sum + (votes.get(address) ?? 0), 0);
  const bad = way.filter(({ kind }) => kind === 'invalid').length;
  return agreement / way.length - 4 * bad;
}
