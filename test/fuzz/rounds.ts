// The rounds of a fuzz test, and what they alter things by. Without more ado a run is the same
// every time; with FUZZ_MINUTES in the environment (`FUZZ_MINUTES=60 npm test -- fuzz`) each test
// goes on for that long, and what it finds can be had again by the seed in its message.
import { Watch } from './watch';

/** A number from 0 up to a limit that is not reached. */
export type Random = (limit: number) => number;

/** A small generator of numbers (xorshift32). */
export function generator(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const minutes = Number(process.env['FUZZ_MINUTES'] ?? 0);

/** Milliseconds that a fuzz test may take. */
export const timeLimit = 600_000 + 90_000 * minutes;

/**
 * Does something in each of so many rounds, or for as long as was told, with numbers of its own.
 * Fails as that does, and says with which seed; a round without end is said too.
 */
export async function inRounds(
  count: number,
  seed: number,
  act: (random: Random) => Promise<void> | void,
): Promise<void> {
  const end = performance.now() + 60_000 * minutes;
  const watch = new Watch();
  let own = 0;
  try {
    for (let round = 0; round < count || performance.now() < end; round++) {
      own = seed * 1_000_003 + round;
      watch.begins(own);
      await act(generator(own));
    }
  } catch (error) {
    throw new Error(`With generator(${own}): ${String(error)}`, { cause: error });
  } finally {
    await watch.end();
  }
}

/** Values that lengths, counts, offsets and codes are likeliest to go wrong with. */
const extremes = [0x00, 0x01, 0x7f, 0x80, 0xff];

/** One of some things. They must not be none. */
export function oneOf<T>(things: readonly T[], random: Random): T {
  return things[random(things.length)] as T;
}

/**
 * Bytes altered, taken out, put in, doubled or cleared at one place; or a few of them anywhere. The
 * first `kept` stay.
 */
export function mutate(bytes: Uint8Array, random: Random, kept: number, most = 300): Uint8Array {
  const at = kept + random(Math.max(1, bytes.length - kept));
  const length = 1 + random(random(2) === 0 ? 8 : most);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(Math.min(at + length, bytes.length));
  const noise = () => Uint8Array.from({ length }, () => random(256));
  switch (random(7)) {
    case 0:
      return joined(before, noise(), after);
    case 1:
      return joined(before, after);
    case 2:
      return joined(before, noise(), bytes.subarray(at));
    case 3:
      return joined(before, new Uint8Array(length).fill(oneOf(extremes, random)), after);
    case 4:
      return joined(before, bytes.subarray(Math.max(kept, at - length)));
    default:
      return flipped(bytes, random, kept);
  }
}

function flipped(bytes: Uint8Array, random: Random, kept: number): Uint8Array {
  const result = bytes.slice();
  for (let flips = 1 + random(20); flips > 0; flips--) {
    const value = random(2) === 0 ? random(256) : oneOf(extremes, random);
    if (kept < bytes.length) result[kept + random(bytes.length - kept)] = value;
  }
  return result;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
