// Intervals between two conditions: how begins and ends are paired, and what is said of the rest.
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../src/expressions/problem';
import { intervalsOf, type DurationUnit } from '../../../../src/trace/intervals/intervals';
import { intervalNotes, unpairedReason } from '../../../../src/trace/intervals/intervalNotes';
import { SortedLengths } from '../../../../src/trace/intervals/sortedLengths';
import { FrameCondition } from '../../../../src/trace/search/framePredicate';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../search/sample';
import { traceOfEvents, type Event } from './eventTraces';

function known<Compiled extends object>(compiled: Compiled | Problem): Compiled {
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled;
}

interface Asked {
  readonly begin?: string;
  readonly end?: string;
  readonly key?: string;
  readonly unit?: DurationUnit;
}

async function intervalsIn(trace: Trace, asked: Asked = {}) {
  const { begin = '$tracepoint == 1', end = '$tracepoint == 2', key, unit } = asked;
  const found = await intervalsOf(
    trace,
    {
      begin: known<FrameCondition>(await FrameCondition.compile(trace, begin)),
      end: known<FrameCondition>(await FrameCondition.compile(trace, end)),
      key: key === undefined ? undefined : known<FrameValue>(await FrameValue.compile(trace, key)),
    },
    unit,
  );
  if (!found) throw new Error('Nobody cancelled it.');
  const { columns, unpaired } = found;
  return {
    ...found,
    /** Begin, end, depth and duration of each. */
    rows: [...columns.begins].map((from, i) => [
      from,
      columns.ends[i],
      columns.depths[i],
      columns.durations[i],
    ]),
    alone: Array.from({ length: unpaired.count }, (_, i) => {
      const { frame, side, reason } = unpaired.at(i);
      return `${side} ${frame}: ${reason}`;
    }),
    notes: intervalNotes(trace, found, unit),
  };
}

/** `(` begins, `)` ends, a dot does neither. */
const events = (text: string): Event[] =>
  Array.from(text, (each) => ({ tracepoint: each === '(' ? 1 : each === ')' ? 2 : 3 }));

describe('begins and ends', () => {
  it('nest: an end belongs to the last open begin', async () => {
    const { rows, alone, unit } = await intervalsIn(await traceOfEvents(events('(.(()).)()')));
    expect(rows).toEqual([
      [0, 7, 0, 7],
      [2, 5, 1, 3],
      [3, 4, 2, 1],
      [8, 9, 0, 1],
    ]);
    expect([alone, unit]).toEqual([[], 'frames']);
  });

  it('without their other half are listed in the order of the file, with the reason', async () => {
    const { rows, alone, unpaired } = await intervalsIn(await traceOfEvents(events(')(()).)(')));
    expect(rows.map(([begin, end]) => [begin, end])).toEqual([
      [1, 4],
      [2, 3],
    ]);
    expect(alone).toEqual(['end 0: no begin', 'end 6: no begin', 'begin 7: no end']);
    expect(unpaired.begins).toBe(1);
  });

  it('of one condition are from each frame to the next', async () => {
    const trace = await traceOfEvents(events('(.(('));
    const { rows, alone } = await intervalsIn(trace, { end: '$tracepoint == 1' });
    expect(rows).toEqual([
      [0, 2, 0, 2],
      [2, 3, 0, 1],
    ]);
    expect(alone).toEqual(['end 0: no begin', 'begin 3: no end']);
  });

  it('are paired by a key, and nest by themselves in each', async () => {
    const trace = await traceOfEvents([
      { tracepoint: 1, key: 7 },
      { tracepoint: 1, key: -1 },
      { tracepoint: 1, key: 7 },
      { tracepoint: 2, key: 7 },
      { tracepoint: 2 },
      { tracepoint: 2, key: 9 },
      { tracepoint: 2, key: 7 },
      { tracepoint: 1 },
      { tracepoint: 2, key: -1 },
    ]);
    const { rows, alone } = await intervalsIn(trace, { key: '$key' });
    expect(rows).toEqual([
      [0, 6, 0, 6],
      [1, 8, 0, 7],
      [2, 3, 1, 1],
    ]);
    expect(alone).toEqual(['end 4: no key', 'end 5: no begin', 'begin 7: no key']);
    expect(unpairedReason({ reason: 'no key' }, trace, '$key')).toBe('$key was not collected.');
  });

  it('are none in an empty trace', async () => {
    const { rows, alone, sorted } = await intervalsIn(await traceOfEvents([]));
    expect([rows, alone, sorted.statistics]).toEqual([[], [], undefined]);
  });

  it('of a hit with steps are one: the steps count where the condition begins to hold', async () => {
    const trace = await openSample(repeatedSample(1));
    await trace.recording.indexed;
    await useSampleProgram(trace.modules);
    const steps = '$tracepoint == 3';
    const hits = await intervalsIn(trace, { begin: steps, end: steps });
    const { index, stepping } = trace.recording;
    const frames = Array.from({ length: index.count }, (_, frame) => frame);
    const wanted = frames.filter(
      (frame) => index.tracepoint(frame) === 3 && !stepping.isStep(frame),
    );
    expect(wanted).toHaveLength(8);
    expect([...hits.columns.begins]).toEqual(wanted.slice(0, -1));
    const [hit = 0] = wanted;
    const pc = `$pc == 0x${index.pc(hit + 1)?.toString(16) ?? ''}`;
    const stepped = await intervalsIn(trace, { begin: pc, end: pc });
    expect([...stepped.columns.begins]).toEqual(wanted.slice(0, -1).map((frame) => frame + 1));
  });

  it('that are searched for can be cancelled', async () => {
    const trace = await traceOfEvents(events('()'));
    const condition = known<FrameCondition>(
      await FrameCondition.compile(trace, '$tracepoint == 1'),
    );
    const signal = AbortSignal.abort();
    const found = intervalsOf(trace, { begin: condition, end: condition }, undefined, { signal });
    expect(await found).toBeUndefined();
  });
});

describe('durations', () => {
  const boot = 5_000_000_000;
  const timed = (...times: readonly (number | undefined)[]) =>
    traceOfEvents(
      times.map((time, i) => ({
        tracepoint: 1 + (i % 2),
        ...(time !== undefined && { time: boot + time }),
      })),
    );

  it('are times where they were collected, and frames on request', async () => {
    const trace = await timed(0, 40, 50, 52);
    const { rows, unit, sorted, notes } = await intervalsIn(trace);
    expect(rows.map(([, , , duration]) => duration)).toEqual([40, 2]);
    expect([unit, notes]).toEqual(['time', []]);
    expect(sorted.statistics).toMatchObject({ count: 2, min: 2, mean: 21, max: 40 });
    const byFrames = await intervalsIn(trace, { unit: 'frames' });
    expect(byFrames.rows.map(([, , , duration]) => duration)).toEqual([1, 1]);
    expect(byFrames.notes).toEqual([]);
  });

  it('are unknown where a time was not collected or went back, which is said', async () => {
    const { rows, sorted, notes, late } = await intervalsIn(
      await timed(0, 40, 50, undefined, 70, 60, 60, 65),
    );
    expect(rows.map(([, , , duration]) => duration)).toEqual([40, NaN, -10, 5]);
    expect(sorted.statistics).toMatchObject({ count: 2, min: 5, max: 40 });
    expect([...sorted.rows]).toEqual([3, 0]);
    expect(late).toBe(3);
    expect(notes).toEqual([
      '1 interval has no duration: $trace_timestamp was not collected at both ends.',
      '1 interval has no duration: the clock went back from begin to end.',
      'In 3 frames of begins and ends the clock is before that of an earlier one: durations across them are what the clock says.',
    ]);
  });

  it('are in frames where no time was collected, which is said', async () => {
    const trace = await timed(undefined, undefined);
    const { notes, unit } = await intervalsIn(trace);
    expect(unit).toBe('frames');
    expect(notes).toEqual(['$trace_timestamp was not collected: durations are in frames.']);
    const asked = await intervalsIn(trace, { unit: 'time' });
    expect(asked.rows.map(([, , , duration]) => duration)).toEqual([NaN]);
  });
});

describe('a trace that misses frames', () => {
  it('says that its buffer wrapped, and that a begin may be lost in it', async () => {
    const status = 'status 0;tstop::0;tframes:2;tcreated:5;tfree:0;tsize:500;circular:1';
    const trace = await traceOfEvents(events('))'), status);
    const { notes } = await intervalsIn(trace);
    expect(notes).toEqual([
      'The buffer wrapped: its oldest 3 frames are gone, and what began in them.',
    ]);
    expect(unpairedReason({ reason: 'no begin' }, trace, undefined)).toMatch(/buffer lost/);
    const whole = await traceOfEvents(events('))'));
    expect(unpairedReason({ reason: 'no begin' }, whole, undefined)).toBe('No begin before it.');
  });

  it('says that it was saved during its run, or that the buffer was full', async () => {
    const running = await traceOfEvents(events('('), 'status 1;tnotrun:0');
    expect((await intervalsIn(running)).notes.join()).toContain('saved during its run');
    const full = await traceOfEvents(events('('), 'status 0;tfull:0;tframes:1;tcreated:1');
    expect((await intervalsIn(full)).notes.join()).toContain('buffer was full');
  });
});

describe('statistics', () => {
  it('are of lengths that there are, in order', async () => {
    const lengths = Float64Array.from({ length: 201 }, (_, i) => (i * 7) % 201);
    const sorted = await SortedLengths.of(lengths);
    expect(sorted?.statistics).toEqual({
      ...{ count: 201, min: 0, mean: 100, median: 100, p95: 190, p99: 198, max: 200 },
    });
    expect([...(sorted?.rows ?? [])].map((row) => lengths[row])).toEqual(
      Array.from({ length: 201 }, (_, i) => i),
    );
    const long = await SortedLengths.of(Float64Array.of(2 ** 40 + 1, NaN, -3, 2 ** 33));
    expect(long?.statistics).toMatchObject({ count: 2, min: 2 ** 33, max: 2 ** 40 + 1 });
  });
});
