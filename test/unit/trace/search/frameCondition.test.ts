import { beforeAll, describe, expect, it } from 'vitest';
import { FrameCondition } from '../../../../src/trace/search/framePredicate';
import { findFrame } from '../../../../src/trace/search/search';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../programInUse';
import { openSample, repeatedSample, useSampleProgram } from './sample';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

async function compiled(text: string, trace = app): Promise<FrameCondition> {
  const condition = await FrameCondition.compile(trace, text);
  if ('problem' in condition) throw new Error(condition.problem);
  return condition;
}

describe('a condition on frames', () => {
  it.each([
    ['n >', 4],
    ['n = 3', 3],
    ['n == $nothing', 6],
    ['n + exit(1)', 5],
    ['$1 > 2', 1],
  ])('%s has a problem in column %i', async (text, column) => {
    expect(await FrameCondition.compile(app, text)).toMatchObject({ column });
  });

  it('does not hold where it is not available', async () => {
    const frames = Array.from({ length: app.recording.index.count }, (_, frame) => frame);
    const either = await compiled('$hits || !$hits');
    const collected = await compiled('$_collected($hits)');
    const results = new Set<boolean>();
    for (const frame of frames) {
      const has = (await app.machine(frame)).variable(2) !== undefined;
      expect(await either.holds(frame)).toBe(has);
      expect(await collected.holds(frame)).toBe(has);
      results.add(has);
    }
    expect(results.size).toBe(2);
  });

  it('says that it means nothing where no frame knows its names', async () => {
    const unknown = await compiled('nowhere == 1');
    const options = { from: -1, direction: 1 } as const;
    expect(await findFrame(app, [{ condition: unknown }], options)).toBeUndefined();
    expect(unknown.whyNowhere).toMatchObject({
      problem: 'No symbol "nowhere" in current context.',
      column: 1,
    });
    const known = await compiled('n >= 0');
    await findFrame(app, [{ condition: known }], options);
    expect(known.whyNowhere).toBeUndefined();
  });

  it('is looked up anew when the program changes', async () => {
    const trace = await openSample(repeatedSample(1));
    await trace.recording.indexed;
    const condition = await compiled('total.refused > 3', trace);
    const options = { from: -1, direction: 1 } as const;
    expect(await findFrame(trace, [{ condition }], options)).toBeUndefined();
    await useSampleProgram(trace.modules);
    expect(await findFrame(trace, [{ condition }], options)).toBeDefined();
    trace.dispose();
  });
});
