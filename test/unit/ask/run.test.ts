// How a question is followed and ended while it is answered.
import { expect, it } from 'vitest';
import { awaitFrame, passOf, type StepsDone } from '../../../src/ask/run';
import { RequestFailed } from '../../../src/bytes/requestFailed';
import { traceOf } from '../trace/tracedPrograms';

it('tells how far the rooms below have come, and ends them', () => {
  const ended = new AbortController();
  const reports: StepsDone[] = [];
  const report = (steps: StepsDone) => void reports.push(steps);
  const { signal, onProgress } = passOf({ signal: ended.signal, report });
  onProgress(2, 5);
  ended.abort();
  expect([reports, signal.aborted]).toEqual([[{ done: 2, total: 5 }], true]);
});

it('of a frame that does not exist fails with a sentence, which is no fault of ours', async () => {
  const { recording } = await traceOf('x86_64/app.tf');
  await awaitFrame(recording, 113);
  await expect(awaitFrame(recording, 114)).rejects.toBeInstanceOf(RequestFailed);
});
