// Every reader, given inputs of which one part is there N, 2N and 4N times: its steps grow no
// faster than N log N, whatever the part is.
import { growthOf } from '../unit/growth/steps';
import { describe, expect, it } from 'vitest';
import { repeated } from './alter';
import { readers } from './readers';
import { inRounds, oneOf, timeLimit } from './rounds';

/** How often a part is there at first. */
const times = 50;

const wholes = readers.filter(({ isPart = false }) => !isPart);
const sections = readers.filter(({ isPart = false }) => isPart);

/** Bytes of a section in which work on its parts shows beside that on the rest of its file. */
const longSection = 30_000;

describe.each(sections)('$name', (reader) => {
  it(
    'takes steps in proportion to what it is given',
    async () => {
      const seeds = await reader.seeds();
      await inRounds(4, reader.name.length, async (random) => {
        const seed = oneOf(seeds, random);
        // Whole units and tables are read to their end; cut ones show what is done before it.
        const input = random(2) === 0 ? copies(seed) : repeated(seed, random);
        const part = Math.max(1, input(2).length - input(1).length);
        const growth = await growthOf(Math.ceil(longSection / part), (count) => {
          const made = input(count);
          return Promise.resolve(() => reader.read(made));
        });
        expect(growth).toBeLessThan(1.5);
      });
    },
    timeLimit,
  );
});

const copies = (of: Uint8Array) => (times: number) =>
  new Uint8Array(Buffer.concat(Array.from({ length: times }, () => of)));

describe.each(wholes)('$name', (reader) => {
  it(
    'takes steps in proportion to what it is given',
    async () => {
      const seeds = await reader.seeds();
      await inRounds(8, reader.name.length, async (random) => {
        const seed = oneOf(seeds, random);
        const input = repeated(random(3) === 0 ? reader.alter(seed, random) : seed, random);
        const growth = await growthOf(times, (count) => {
          const made = input(count);
          return Promise.resolve(() => reader.read(made));
        });
        expect(growth).toBeLessThan(1.5);
      });
    },
    timeLimit,
  );
});
