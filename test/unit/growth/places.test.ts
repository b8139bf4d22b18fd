// What looks at every place where frames stop, over a trace that stops at many: it gives way.
import { stepsForEachLook } from './steps';
import { expect, it } from 'vitest';
import { changeCondition } from '../../../src/adapter/breakpoints/dataCondition';
import { consoleOver } from '../adapter/console/consoleOf';
import { programTraces, start } from './madePrograms';

/** A millisecond of work or so. */
const mostBetweenLooks = 1000;

const stopsAt = async (count: number) => {
  const trace = await programTraces['places']?.(count);
  if (!trace) throw new Error('There are no such traces.');
  return trace;
};

/** What a program is asked for the first time is read, which looks at the clock. */
async function stepsOnceRead(run: () => Promise<unknown>): Promise<number> {
  await run();
  return stepsForEachLook(run);
}

it('a later line is looked for in short pieces', async () => {
  const { trace, say } = consoleOver(await stopsAt(2000));
  const steps = await stepsOnceRead(async () => {
    trace.cursor.moveTo(0, trace);
    expect(await say('until')).toMatch(/^Found trace frame 1,/);
  });
  expect(steps).toBeLessThan(mostBetweenLooks);
});

it('other variables with the name of a followed one are looked for in short pieces', async () => {
  const trace = await stopsAt(1000);
  const ranges = [{ start: BigInt(start), end: BigInt(start + 16) }];
  const steps = await stepsOnceRead(async () => {
    await trace.recording.indexed;
    const followed = { expression: '$rip', within: { name: 'here', ranges } };
    expect(await changeCondition(trace, followed)).toBe('$_changed($rip)');
  });
  expect(steps).toBeLessThan(mostBetweenLooks);
});
