// Real frames, sorted by what they hold.
import type { Recording } from '../../../../src/trace/recording';
import { describe, expect, it } from 'vitest';
import { AllFrames, ChosenFrames, type FrameList } from '../../../../src/trace/list/frameList';
import { sortedBy, type SortColumn } from '../../../../src/trace/list/sort';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import type { Trace } from '../../../../src/trace/trace';
import { tracedBy } from '../tracedPrograms';

const opened = tracedBy('x86_64/app.tf', 'x86_64/app');

function framesOf(list: FrameList): number[] {
  return Array.from({ length: list.count }, (_, row) => list.frameAt(row));
}

async function sorted(trace: Trace, column: SortColumn, descending = false, list?: FrameList) {
  const made = await sortedBy(trace, list ?? new AllFrames(trace.recording.index), {
    column,
    descending,
  });
  if (!made) throw new Error('It was cancelled.');
  return framesOf(made);
}

async function value(trace: Trace, text: string): Promise<FrameValue> {
  const made = await FrameValue.compile(trace, text);
  if ('problem' in made) throw new Error(made.problem);
  return made;
}

/** Every frame is there once. */
function isWhole(recording: Recording, frames: readonly number[]): boolean {
  return new Set(frames).size === recording.index.count && frames.length === recording.index.count;
}

describe('frames sorted', () => {
  it('by tracepoint keep the order of the file within each, up or down', async () => {
    const trace = await opened;
    const { index } = trace.recording;
    for (const descending of [false, true]) {
      const frames = await sorted(trace, { kind: 'tracepoint' }, descending);
      expect(isWhole(trace.recording, frames)).toBe(true);
      const sign = descending ? -1 : 1;
      const wanted = [...frames].sort(
        (a, b) => sign * (index.tracepoint(a) - index.tracepoint(b)) || a - b,
      );
      expect(frames).toEqual(wanted);
    }
  });

  it('by frame downward are the file backward', async () => {
    const trace = await opened;
    const frames = await sorted(trace, { kind: 'frame' }, true);
    expect(frames[0]).toBe(trace.recording.index.count - 1);
    expect(frames.at(-1)).toBe(0);
  });

  it('by place stand together by function', async () => {
    const trace = await opened;
    const frames = await sorted(trace, { kind: 'where' });
    const names = await Promise.all(
      frames.map(
        async (frame) =>
          (await trace.modules.current.locate(trace.recording.pc(frame)?.pc ?? 0n)).functionName,
      ),
    );
    expect(new Set(names).size).toBeGreaterThan(0);
    expect(names).toEqual([...names].sort());
  });

  it.each(['n', '(double) n / 3', '-n'])('by %s ascend, those without it last', async (text) => {
    const trace = await opened;
    const column = { kind: 'value', value: await value(trace, text) } as const;
    for (const descending of [false, true]) {
      const frames = await sorted(trace, column, descending);
      expect(isWhole(trace.recording, frames)).toBe(true);
      const numbers = await Promise.all(frames.map((frame) => column.value.numberIn(frame)));
      const known = numbers.filter((number) => number !== undefined);
      expect(known.length).toBeGreaterThan(30);
      expect(numbers.slice(0, known.length)).toEqual(known);
      expect(known).toEqual([...known].sort((a, b) => (descending ? b - a : a - b)));
    }
  });

  it('by text where an expression is no number', async () => {
    const trace = await opened;
    const column = { kind: 'value', value: await value(trace, '$trace_func') } as const;
    const frames = await sorted(trace, column);
    const texts = await Promise.all(
      frames.map(async (frame) => {
        const text = await column.value.textIn(frame);
        return 'problem' in text ? undefined : text.text;
      }),
    );
    const known = texts.filter((text) => text !== undefined);
    expect(known.length).toBeGreaterThan(0);
    expect(known).toEqual([...known].sort());
  });

  it('by the change since the hit before', async () => {
    const trace = await opened;
    const n = await value(trace, 'n');
    const frames = await sorted(trace, { kind: 'change', value: n, since: 'hit' }, true);
    const last = new Map<number, number>();
    const changes = new Map<number, number>();
    for (let frame = 0; frame < trace.recording.index.count; frame++) {
      const number = await n.numberIn(frame);
      const of = trace.recording.index.tracepoint(frame);
      const before = last.get(of);
      if (number !== undefined && before !== undefined) changes.set(frame, number - before);
      if (number !== undefined) last.set(of, number);
    }
    const inOrder = frames.slice(0, changes.size).map((frame) => changes.get(frame));
    expect(inOrder.length).toBeGreaterThan(10);
    expect(inOrder).toEqual([...changes.values()].sort((a, b) => b - a));
  });

  it('are only those of the list', async () => {
    const trace = await opened;
    const list = new ChosenFrames();
    list.add(Uint32Array.of(3, 5, 8));
    expect(await sorted(trace, { kind: 'frame' }, true, list)).toEqual([8, 5, 3]);
  });
});

it('is undefined where it is cancelled', async () => {
  const trace = await opened;
  const order = { column: { kind: 'pc' }, descending: false } as const;
  expect(
    await sortedBy(trace, new AllFrames(trace.recording.index), order, AbortSignal.abort()),
  ).toBeUndefined();
});
