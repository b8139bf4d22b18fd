// Transitions of a value over the frames that collected it.
import { describe, expect, it } from 'vitest';
import { AllFrames } from '../../../../src/trace/list/frameList';
import type { DurationUnit } from '../../../../src/trace/intervals/intervals';
import { neverSeen } from '../../../../src/trace/intervals/neverSeen';
import { transitionsOf } from '../../../../src/trace/intervals/transitions';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../search/sample';
import { traceOfEvents, type Event } from './eventTraces';

async function valueOf(trace: Trace, expression: string): Promise<FrameValue> {
  const value = await FrameValue.compile(trace, expression);
  if ('problem' in value) throw new Error(expression);
  return value;
}

async function transitionsIn(
  trace: Trace,
  { expression = '$n', key, unit }: { expression?: string; key?: string; unit?: DurationUnit } = {},
) {
  const followed = {
    value: await valueOf(trace, expression),
    key: key === undefined ? undefined : await valueOf(trace, key),
  };
  const list = new AllFrames(trace.recording.index);
  const found = await transitionsOf(list, followed, unit);
  if (!found) throw new Error('Nobody cancelled it.');
  const state = (place: number) => String(found.states[place]?.key);
  return {
    ...found,
    /** `1>2 ×3 gaps 1 first 7`. */
    rows: found.transitions.map(
      ({ from, to, count, overGaps, frames: [first = -1] }) =>
        `${state(from)}>${state(to)} ×${count} gaps ${overGaps} first ${first}`,
    ),
    lengths: found.transitions.map(({ durations }) => durations?.mean),
  };
}

/** Digits are states, a dot is a frame that did not collect it; a time each 10 µs. */
const states = (text: string): Event[] =>
  Array.from(text, (each, i) => ({
    ...{ tracepoint: 1, time: 10 * i },
    ...(each !== '.' && { n: Number(each) }),
  }));

describe('transitions', () => {
  it('are counted by pair, the most frequent first, with how long the state before lasted', async () => {
    const found = await transitionsIn(await traceOfEvents(states('0011101122')));
    expect(found.rows).toEqual([
      '0>1 ×2 gaps 0 first 2',
      '1>0 ×1 gaps 0 first 5',
      '1>2 ×1 gaps 0 first 8',
    ]);
    // The first 0 had begun at some time before: only the second one's length is known.
    expect(found.lengths).toEqual([10, 30, 20]);
    expect(found.transitions[0]?.durations).toMatchObject({ count: 1, min: 10, max: 10 });
    expect(found.states.map(({ frames }) => frames)).toEqual([3, 5, 2]);
    expect([found.unit, found.gaps, found.others]).toEqual(['time', 0, 0]);
  });

  it('have no state in a gap: before and after it are compared', async () => {
    const found = await transitionsIn(await traceOfEvents(states('0.0..1.2')), { unit: 'frames' });
    expect(found.rows).toEqual(['0>1 ×1 gaps 1 first 5', '1>2 ×1 gaps 1 first 7']);
    expect(found.lengths).toEqual([undefined, 2]);
    expect(found.gaps).toBe(4);
  });

  it('are followed by key', async () => {
    const trace = await traceOfEvents([
      { tracepoint: 1, n: 0, key: 1 },
      { tracepoint: 1, n: 5, key: 2 },
      { tracepoint: 1, n: 1, key: 1 },
      { tracepoint: 1, n: 3 },
      { tracepoint: 1, n: 6, key: 2 },
      { tracepoint: 1, n: 0, key: 1 },
    ]);
    const found = await transitionsIn(trace, { key: '$key' });
    expect(found.rows).toEqual([
      '0>1 ×1 gaps 0 first 2',
      '5>6 ×1 gaps 1 first 4',
      '1>0 ×1 gaps 1 first 5',
    ]);
    expect([found.unit, found.gaps]).toEqual(['frames', 1]);
    expect(found.lengths).toEqual([undefined, undefined, 3]);
  });

  it('are none where nothing was collected', async () => {
    const found = await transitionsIn(await traceOfEvents(states('...')));
    expect([found.rows, found.states, found.gaps]).toEqual([[], [], 3]);
  });

  it('of too many pairs are counted together', async () => {
    const many = Array.from({ length: 12_000 }, (_, n) => ({ tracepoint: 1, n }));
    const found = await transitionsIn(await traceOfEvents(many));
    expect([found.states.length, found.transitions.length, found.others]).toEqual([
      10_000, 9999, 2000,
    ]);
    expect(await neverSeen(await valueOf(await traceOfEvents([]), '$n'), found)).toBeUndefined();
  });

  it('are of texts where the value is no number, also where only its characters differ', async () => {
    const trace = await openSample(repeatedSample(1));
    await trace.recording.indexed;
    await useSampleProgram(trace.modules);
    const callers = await transitionsIn(trace, { expression: 'call->caller' });
    const texts = callers.states.map(({ key }) => String(key));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => !/^"555-\d{4}(\\000){3}"$/.test(text))).toEqual([]);
    const names = await transitionsIn(trace, { expression: 'agent->name' });
    expect(names.states.map(({ key }) => String(key).replace(/^0x\w+ /, '')).sort()).toEqual([
      ...['"Ada"', '"Grace"', '"Joan"'],
    ]);
  });

  it('of an enumeration are held against all pairs of it', async () => {
    const trace = await openSample(repeatedSample(1));
    await trace.recording.indexed;
    await useSampleProgram(trace.modules);
    const asked = { expression: 'call->state', key: 'call->number' };
    const found = await transitionsIn(trace, asked);
    const value = await valueOf(trace, asked.expression);
    const never = await neverSeen(value, found);
    expect(never?.total).toBe(12 - found.transitions.length);
    expect(never?.pairs).toContainEqual({ from: 'FREE', to: 'HUNG_UP' });
    expect(never?.pairs).not.toContainEqual({ from: 'WAITING', to: 'HUNG_UP' });
    expect(never?.pairs).toHaveLength(never?.total ?? NaN);
    const plain = await transitionsIn(trace, { expression: 'queue->waiting' });
    expect(await neverSeen(await valueOf(trace, 'queue->waiting'), plain)).toBeUndefined();
  });
});
