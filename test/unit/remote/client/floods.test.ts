// Targets that never come to an end are left, with a sentence and with what came until then.
import { expect, it } from 'vitest';
import { floods, hold } from './floods';

const soon = { silence: 300, answer: 300 };

it.each(floods)('$name is held', async (flood) => {
  const { said, kept } = await hold(flood, soon);
  expect(said).toMatch(flood.said);
  expect(kept).toBe(flood.kept);
});
