// Every reader, given inputs of which one part is there N, 2N and 4N times: its steps grow no
// faster than N log N, whatever the part is.
import { growthOf } from '../unit/growth/steps';
import { describe, expect, it } from 'vitest';
import { repeated } from './alter';
import { readers } from './readers';
import { inRounds, oneOf, patience } from './rounds';

/** How often a part is there at first. */
const times = 50;

/** Steps on a part are lost in those on the rest of its file. */
const wholes = readers.filter(({ isPart = false }) => !isPart);

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
    patience,
  );
});
