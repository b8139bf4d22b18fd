// Groups of frames, for a shell.
import { expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { groups } from '../../../../src/ask/table/groups';
import { openSample, repeatedSample } from '../../trace/search/sample';

it('count the frames of groups that are too many to be kept', async () => {
  const trace = await openSample(repeatedSample(41));
  await trace.recording.indexed;
  const by = { by: 'value', value: '$trace_frame', first: 0, count: 1 } as const;
  const found = await groups.answer({ trace } as never, by, runWith());
  expect(found).toMatchObject({ total: 10_000, others: 86, next: 1 });
  trace.dispose();
});
