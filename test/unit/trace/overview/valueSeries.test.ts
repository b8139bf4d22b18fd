// An expression's numbers over all frames, for plots.
import { beforeAll, describe, expect, it } from 'vitest';
import { HitCounts } from '../../../../src/trace/overview/hitCounts';
import { ValueSeries } from '../../../../src/trace/overview/valueSeries';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../programInUse';
import { openSample, repeatedSample, useSampleProgram } from '../search/sample';

let trace: Trace;
const running = new AbortController().signal;

beforeAll(async () => {
  trace = await openSample(repeatedSample(30));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
});

async function series(text: string, of = trace): Promise<ValueSeries> {
  const value = await FrameValue.compile(of, text);
  if ('problem' in value) throw new Error(value.problem);
  const { index, stepping, description } = of.recording;
  return new ValueSeries(value, new HitCounts(index, stepping, description.tracepoints));
}

async function numbersOf(text: string): Promise<number[]> {
  const value = await FrameValue.compile(trace, text);
  if ('problem' in value) throw new Error(value.problem);
  const numbers: number[] = [];
  for (let i = 0; i < trace.recording.index.count; i++)
    numbers.push((await value.numberIn(i)) ?? NaN);
  return numbers;
}

describe('a series', () => {
  it.each(['minute', '$trace_frame * 2', '$answered', 'nowhere'])(
    'has the numbers of %s',
    async (text) => {
      const made = await series(text);
      await made.readAll(running, () => undefined);
      const wanted = await numbersOf(text);
      expect(wanted.map((_, i) => made.at(i))).toEqual(wanted);
      const known = wanted.flatMap((value, i) =>
        Number.isNaN(value) ? [] : [{ frame: i, value }],
      );
      const { frames, count, first, last, least, most } = made.facts;
      expect([frames, count]).toEqual([wanted.length, known.length]);
      expect([first, last]).toEqual([known[0], known.at(-1)]);
      const values = known.map(({ value }) => value);
      expect(least).toEqual(known.find(({ value }) => value === Math.min(...values)));
      expect(most).toEqual(known.find(({ value }) => value === Math.max(...values)));
    },
  );

  it('has gaps only where others of the kind have numbers', async () => {
    const made = await series('$trace_frame < 500 && $tracepoint == 4 ? minute : (1/0)');
    await made.readAll(running, () => undefined);
    const { count, gaps } = made.facts;
    const ofFour = Array.from({ length: trace.recording.index.count }, (_, i) => i).filter(
      (i) => trace.recording.index.tracepoint(i) === 4,
    );
    expect(count).toBe(ofFour.filter((i) => i < 500 && !Number.isNaN(made.at(i))).length);
    expect(count).toBeGreaterThan(100);
    expect(gaps).toBe(ofFour.length - count);
    const starts = Uint32Array.from({ length: trace.recording.index.count + 1 }, (_, i) => i);
    const parts = await made.parts(starts, running);
    const breaks = [...(parts?.gaps ?? [])].flatMap((gap, i) => (gap === 1 ? [i] : []));
    expect(breaks).toEqual(ofFour.filter((i) => Number.isNaN(made.at(i))));
  });

  it('comes to what the numbers of a range are', async () => {
    const made = await series('minute');
    await made.readAll(running, () => undefined);
    const known = (await numbersOf('minute')).slice(10, 61).filter((value) => !Number.isNaN(value));
    const { count, least, most, mean } = made.range(10, 60);
    expect([count, least, most]).toEqual([known.length, Math.min(...known), Math.max(...known)]);
    expect(mean).toBeCloseTo(known.reduce((sum, value) => sum + value, 0) / known.length, 9);
  });

  it('has states where the value is a truth, an enumerator or a string', async () => {
    const app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    const statesOf = async (text: string) => {
      const made = await series(text, app);
      await made.readAll(running, () => undefined);
      return { names: made.facts.states?.map(({ name }) => name), made };
    };
    const colour = await statesOf('c');
    expect(colour.names).toEqual(['RED', 'GREEN', 'BLUE']);
    expect([colour.made.stateAt(0), colour.made.stateAt(113)]).toEqual(['RED', undefined]);
    const name = await statesOf('p->name');
    expect(name.names).toEqual(['"gp"']);
    // In frames that did not collect the string itself there is none.
    expect(name.made.facts.count).toBeLessThan(colour.made.facts.count);
    expect((await statesOf('n')).names).toBeUndefined();
    // In C a comparison is an int.
    expect((await statesOf('n > 5')).names).toEqual(['0', '1']);
    expect((await statesOf('$_changed(n)')).names).toEqual(['0', '1']);
    expect((await statesOf('(n > 5) + 1')).names).toBeUndefined();
  });

  it('has no states where there are too many different texts', async () => {
    const made = await series('*queue');
    await made.readAll(running, () => undefined);
    expect(made.hasManyTexts).toBe(true);
  });

  it('is read once by two who want it, and on by one where the other leaves', async () => {
    const made = await series('minute');
    const leaving = new AbortController();
    const first = made.readAll(leaving.signal, () => {
      leaving.abort();
    });
    const second = made.readAll(running, () => undefined);
    await Promise.all([first, second]);
    expect(made.done).toBe(trace.recording.index.count);
    const wanted = await numbersOf('minute');
    expect(wanted.map((_, i) => made.at(i))).toEqual(wanted);
    expect(made.facts.count).toBe(wanted.filter((value) => !Number.isNaN(value)).length);
  });
});
