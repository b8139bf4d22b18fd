// Groups of real frames, held to a walk through the frames one by one.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  commonBy,
  type GroupedBy,
  groupsOf,
  type FrameGroup,
} from '../../../../src/trace/list/groups';
import { AllFrames, ChosenFrames, type FrameList } from '../../../../src/trace/list/frameList';
import { FrameCondition } from '../../../../src/trace/search/framePredicate';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import { matchingFrames } from '../../../../src/trace/search/search';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../search/sample';

let trace: Trace;

beforeAll(async () => {
  trace = await openSample(repeatedSample(3));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
});

async function value(text: string): Promise<FrameValue> {
  const made = await FrameValue.compile(trace, text);
  if ('problem' in made) throw new Error(made.problem);
  return made;
}

async function by(text: string): Promise<GroupedBy> {
  return { kind: 'value', value: await value(text) };
}

async function groups(common: GroupedBy, measured?: string, list?: FrameList) {
  const frames = list ?? new AllFrames(trace.recording.index);
  const made = await groupsOf(trace, frames, common, measured ? await value(measured) : undefined);
  if (!made) throw new Error('It was cancelled.');
  expect(made.others).toBe(0);
  return made.groups;
}

async function framesWhere(text: string): Promise<number[]> {
  const condition = await FrameCondition.compile(trace, text);
  if ('problem' in condition) throw new Error(`${text}: ${condition.problem}`);
  const found: number[] = [];
  const search = matchingFrames(trace, [{ condition }], { from: -1, direction: 1 });
  for await (const frames of search) found.push(...frames);
  return found;
}

/** How many frames `print` writes each text in; what is not available has none. */
async function valuesOneByOne(text: string) {
  const counts = new Map<string | undefined, number>();
  const single = await value(text);
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const written = await single.textIn(frame);
    const isKnown = !('problem' in written) && written.text !== '<unavailable>';
    const label = isKnown ? written.text : undefined;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}

/**
 * Each group's condition lets just its frames through. Returns how many frames were held to
 * conditions.
 */
async function conditionsHold(all: readonly FrameGroup[]): Promise<number> {
  let held = 0;
  for (const { condition, frames, first, last } of all) {
    if (condition === undefined) continue;
    const found = await framesWhere(condition);
    expect([condition, found.length, found[0], found.at(-1)]).toEqual([
      condition,
      frames,
      first,
      last,
    ]);
    held += found.length;
  }
  return held;
}

describe('groups', () => {
  it.each(['tracepoint', 'function', 'line'] as const)(
    'by %s hold every frame once, and their conditions find them',
    async (kind) => {
      const all = await groups({ kind });
      expect(all.length).toBeGreaterThan(2);
      expect(all.reduce((sum, { frames }) => sum + frames, 0)).toBe(trace.recording.index.count);
      expect(await conditionsHold(all)).toBe(trace.recording.index.count);
    },
  );

  it.each([
    'queue->waiting',
    'slot',
    '(char) (65 + queue->waiting)',
    '-queue->waiting / 4.0f',
    '$pc',
    '$sp',
    'queue->waiting > 2',
  ])('by the value of %s are those of each frame, and their conditions find them', async (text) => {
    const wanted = await valuesOneByOne(text);
    const all = await groups(await by(text));
    expect(new Map(all.map(({ label, frames }) => [label, frames]))).toEqual(wanted);
    const known = trace.recording.index.count - (wanted.get(undefined) ?? 0);
    expect(known).toBeGreaterThan(0);
    expect(await conditionsHold(all)).toBe(known);
  });

  it.each(['*queue', 'total', 'call->caller', 'agents'])(
    'by %s, which is no number alone, go by its text',
    async (text) => {
      const wanted = await valuesOneByOne(text);
      const all = await groups(await by(text));
      expect(new Map(all.map(({ label, frames }) => [label, frames]))).toEqual(wanted);
      await conditionsHold(all);
    },
  );

  it('measure least, most and mean', async () => {
    const all = await groups({ kind: 'tracepoint' }, 'queue->waiting');
    const single = await value('queue->waiting');
    let measured = 0;
    for (const { label, least, most, mean } of all) {
      const numbers: number[] = [];
      for (let frame = 0; frame < trace.recording.index.count; frame++) {
        if (String(trace.recording.index.tracepoint(frame)) !== label) continue;
        const number = await single.numberIn(frame);
        if (number !== undefined) numbers.push(number);
      }
      if (numbers.length === 0) {
        expect([least, most, mean]).toEqual([undefined, undefined, undefined]);
        continue;
      }
      measured++;
      const sum = numbers.reduce((total, number) => total + number, 0);
      expect([least, most]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
      expect(mean).toBeCloseTo(sum / numbers.length, 10);
    }
    expect(measured).toBeGreaterThan(1);
  });

  it('are of the frames of the list alone', async () => {
    const list = new ChosenFrames();
    list.add(Uint32Array.from([3, 9, 10]));
    const all = await groups({ kind: 'tracepoint' }, undefined, list);
    expect(all.reduce((sum, { frames }) => sum + frames, 0)).toBe(3);
    expect(Math.min(...all.map(({ first }) => first))).toBe(3);
  });

  it('say how far they have come, and end when they are cancelled', async () => {
    const done: [number, number][] = [];
    const list = new AllFrames(trace.recording.index);
    const measured = await value('slot');
    await groupsOf(trace, list, { kind: 'line' }, measured, undefined, (...step) => {
      done.push(step);
    });
    expect(done.at(-1)).toEqual([2 * list.count, 2 * list.count]);
    const cancelled = AbortSignal.abort();
    expect(await groupsOf(trace, list, { kind: 'line' }, undefined, cancelled)).toBeUndefined();
    expect(await groupsOf(trace, list, await by('slot'), undefined, cancelled)).toBeUndefined();
  });
});

describe('what a frame has in common', () => {
  it('is not known where it was not collected', async () => {
    const common = commonBy(trace, await by('slot'));
    const [without] = await framesWhere('!$_collected(slot)');
    expect(without).toBeDefined();
    expect(await common(without ?? -1, undefined)).toBeUndefined();
    expect(await commonBy(trace, await by('nowhere'))(0, undefined)).toBeUndefined();
  });
});
