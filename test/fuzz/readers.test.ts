// Every reader in its rounds: with bytes altered anywhere, with its format's own parts altered, and
// with what was once read wrongly. It never throws, reads the same again, and keeps no more than it
// should.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repeated } from './alter';
import { readTwice } from './reader';
import { readers } from './readers';
import { inRounds, mutate, oneOf, timeLimit } from './rounds';

const regressions = path.join(import.meta.dirname, 'regressions');

describe.each(readers)('$name', (reader) => {
  it(
    'reads whatever it is given',
    async () => {
      const seeds = await reader.seeds();
      const outcomes = new Set<string>();
      for (const seed of seeds) outcomes.add(await readTwice(reader, seed));
      await inRounds(reader.rounds, reader.name.length, async (random) => {
        const seed = oneOf(seeds, random);
        const once = random(2) === 0 ? mutate(seed, random, 0, 100) : reader.alter(seed, random);
        const twice = random(3) === 0 ? reader.alter(once, random) : once;
        const input = random(20) === 0 ? repeated(twice, random)(200) : twice;
        const outcome = await readTwice(reader, input);
        if (outcomes.size < 1000) outcomes.add(outcome);
      });
      // Not all are refused alike.
      expect(outcomes.size).toBeGreaterThan(Math.min(1000, reader.rounds) / 20);
    },
    timeLimit,
  );

  const folder = path.join(regressions, reader.name);
  it.each(existsSync(folder) ? readdirSync(folder) : [])('reads %s', async (file) => {
    await readTwice(reader, new Uint8Array(readFileSync(path.join(folder, file))));
  });
});
