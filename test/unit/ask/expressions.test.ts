// Expressions that mean nothing in any frame: refused where every place is looked at, and where
// there are too many, why nothing matches.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { runWith } from '../../../src/ask/run';
import { frames } from '../../../src/ask/table/frames';
import { intervals } from '../../../src/ask/time/intervals';
import type { Trace } from '../../../src/trace/trace';
import { bytes, header, maker } from '../format/traceBytes';
import { openedFile } from '../growth/madeTraces';

const { frame } = maker('little');
const why = 'nosuch: Column 1: No symbol table is loaded.  Use the "file" command.';

/** A trace whose frames stop at so many places: each is of another tracepoint. */
function traceOfPlaces(count: number): Promise<Trace> {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const description = header('R 0', 'status 0');
  return openedFile(bytes(description, ...numbers.map((number) => frame(number)), [0, 0]));
}

it('are refused where frames stop at 2,000 places', async () => {
  const asked = { trace: await traceOfPlaces(2000) } as never;
  const where = { where: 'nosuch', first: 0, count: 1 };
  await expect(frames.answer(asked, where, runWith())).rejects.toThrow(why);
});

it('match nothing where frames stop at more places, and it is said why', async () => {
  const asked = { trace: await traceOfPlaces(2001) } as never;
  const where = { where: 'nosuch', first: 0, count: 1 };
  expect(await frames.answer(asked, where, runWith())).toEqual({
    ...{ total: 2001, matched: 0, frames: [] },
    note: why.replace('nosuch: ', ''),
  });
  const both = v.parse(intervals.input, { begin: 'nosuch', end: 'nosuch' });
  const { total, notes } = await intervals.answer(asked, both, runWith());
  expect([total, notes]).toEqual([0, [why]]);
});
