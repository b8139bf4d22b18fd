// Rules that hold in all frames, or in none.
import { expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { brokenRule } from '../../../../src/ask/table/brokenRule';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import { traceOf } from '../../trace/tracedPrograms';

it('are broken by the frames in which all of the condition is false', async () => {
  const trace = await traceOf('x86_64/app.tf');
  const broken = (written: string) => brokenRule({ trace } as never, 'always', written, runWith());
  expect(await broken('$tracepoint == 4 || $tracepoint != 4')).toBeUndefined();
  expect(await broken('$tracepoint == 4 || $tracepoint == 3')).toEqual({ frame: 1, count: 20 });
  await expect(broken('nothing > 1')).rejects.toBeInstanceOf(RequestFailed);
});
