// Frames written as text, for a shell.
import { expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { exportText } from '../../../../src/ask/table/export';
import { openSample, repeatedSample } from '../../trace/search/sample';

it('ends where an answer is full, and says so', async () => {
  const trace = await openSample(repeatedSample(41));
  const columns = Array.from({ length: 50 }, () => 'frame');
  const input = { format: 'csv', columns } as const;
  const { frames, text, shortened } = await exportText.answer({ trace } as never, input, runWith());
  expect([frames, text.length, shortened]).toEqual([41 * 246, 1_000_000, true]);
  trace.dispose();
});
