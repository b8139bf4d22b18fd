import { beforeAll, describe, expect, it } from 'vitest';
import { FrameValue, valuesOver } from '../../../../src/trace/search/frameValues';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../programInUse';
import { openSample, repeatedSample, useSampleProgram } from './sample';

let trace: Trace;
let all: number[];

beforeAll(async () => {
  trace = await openSample(repeatedSample(2));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
  all = Array.from({ length: trace.recording.index.count }, (_, frame) => frame);
});

async function value(text: string, of = trace): Promise<FrameValue> {
  const compiled = await FrameValue.compile(of, text);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled;
}

async function over(text: string, frames: Iterable<number>, of = trace): Promise<number[]> {
  const numbers: number[] = [];
  for await (const batch of valuesOver(await value(text, of), frames)) {
    expect(batch.first).toBe(numbers.length);
    numbers.push(...batch.numbers);
  }
  return numbers;
}

describe('the values of an expression', () => {
  it.each(['queue->waiting', 'minute', '$answered', '$trace_frame * 2', '$sp', 'total', 'nowhere'])(
    '%s are what it is in each frame, in any order of the frames',
    async (text) => {
      const each: number[] = [];
      const single = await value(text);
      for (const frame of all) each.push((await single.numberIn(frame)) ?? NaN);
      expect(await over(text, all)).toEqual(each);
      expect(await over(text, [...all].reverse())).toEqual([...each].reverse());
      const some = [400, 3, 3, 200, 199, 4];
      expect(await over(text, some)).toEqual(some.map((frame) => each[frame]));
    },
  );

  it('are numbers where there are some', async () => {
    const waiting = await over('queue->waiting', all);
    expect(waiting.filter((each) => each === 5).length).toBeGreaterThan(0);
    expect((await over('slot', all)).filter(Number.isNaN).length).toBeGreaterThan(0);
    expect((await over('total', all)).every(Number.isNaN)).toBe(true);
    expect(await over('$trace_frame / 4.0', [0, 1, 2])).toEqual([0, 0.25, 0.5]);
    expect(await over('(unsigned char) -1', [0])).toEqual([255]);
  });

  it('end when they are cancelled', async () => {
    const signal = AbortSignal.abort();
    const batches = valuesOver(await value('minute'), all, { signal });
    for await (const batch of batches) expect(batch).toBeUndefined();
  });

  it('can be had as text', async () => {
    const app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    expect(await (await value('*p', app)).textIn(1)).toEqual({
      text: '{x = 1, y = 2, name = 0x402010 "gp", w = {1.5, 2.5, 3.5}}',
    });
    expect(await (await value('nowhere', app)).textIn(1)).toHaveProperty('problem');
    app.dispose();
  });
});
