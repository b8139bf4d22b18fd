// Changes of values: the same as `$_changed` finds, in a trace that is longer than what is read at
// once, and ended when it is cancelled.
import { beforeAll, describe, expect, it } from 'vitest';
import { followValue, type FollowedValue } from '../../../../src/trace/changes/followedValue';
import { allChanges, lastChange } from '../../../../src/trace/changes/valueChanges';
import { FrameCondition } from '../../../../src/trace/search/framePredicate';
import { matchingFrames } from '../../../../src/trace/search/search';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../search/sample';

const times = 40;
let trace: Trace;

beforeAll(async () => {
  trace = await openSample(repeatedSample(times));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
});

async function followed(expression: string, frame: number): Promise<FollowedValue> {
  trace.cursor.moveTo(frame, trace);
  const [innermost] = (await trace.callStack(frame)).frames;
  const value = await followValue(trace, expression, innermost, innermost);
  if ('problem' in value) throw new Error(value.problem);
  return value;
}

/** Frames in which `$_changed` holds. */
async function changed(text: string, { ranges }: FollowedValue): Promise<number[]> {
  const condition = await FrameCondition.compile(trace, `$_changed(${text})`);
  if ('problem' in condition) throw new Error(condition.problem);
  const found: number[] = [];
  const test = { condition, ...(ranges && { ranges }) };
  const options = { from: -1, direction: 1 } as const;
  for await (const frames of matchingFrames(trace, [test], options)) found.push(...frames);
  return found;
}

describe('changes of a value', () => {
  it.each([
    ['queue->waiting', 214, '*(unsigned short *) 0x404168'],
    ['*queue', 214, '{unsigned char [204]} 0x4040a0'],
    ['agents', 0, '{unsigned char [48]} 0x404040'],
    ['$rsp', 214, '$rsp'],
    ['$answered', 213, '$answered'],
    ['queue->head + 1', 213, 'queue->head + 1'],
  ])('%s are where it changed', async (expression, frame, text) => {
    const value = await followed(expression, frame);
    const { changes: all } = await allChanges(value);
    expect(all.length).toBeGreaterThan(times);
    expect(all.map(({ after }) => after)).toEqual(await changed(text, value));
    for (let at = 3; at < trace.recording.index.count; at += 997) {
      expect(await lastChange(value, at)).toEqual(all.filter(({ after }) => after <= at).at(-1));
    }
  });

  it('are read while a person waits, and end when they are cancelled', async () => {
    const value = await followed('queue->waiting', 214);
    const cancel = new AbortController();
    const seen: number[] = [];
    const found = await allChanges(value, {
      signal: cancel.signal,
      onProgress: (frame) => {
        seen.push(frame);
        cancel.abort();
      },
    });
    expect(seen).toHaveLength(1);
    expect(found.changes.at(-1)?.after).toBeLessThanOrEqual(seen[0] ?? 0);
    const none = { changes: [], total: 0 };
    expect(await allChanges(value, { signal: AbortSignal.abort() })).toEqual(none);
  });

  it('are counted, of many those around a frame are kept', async () => {
    const value = await followed('queue->waiting', 214);
    const { changes: all, total } = await allChanges(value);
    expect(total).toBe(all.length);
    const last = trace.recording.index.count - 1;
    for (const near of [0, all[5]?.after ?? 0, 5000, last]) {
      const before = all.filter(({ after }) => after <= near).length;
      const first = Math.max(0, Math.min(before - 5, total - 10));
      const changes = all.slice(first, first + 10);
      expect(await allChanges(value, {}, { near, max: 10 })).toEqual({ changes, total });
    }
  });

  it('are of that memory, not of what the names mean elsewhere', async () => {
    const value = await followed('call->state', 152);
    expect(value.address).toBe(0x4040bcn);
    expect(await lastChange(value, 152)).toEqual({ before: 144, after: 145 });
    expect(await value.textIn(144)).toBe('WAITING');
    expect(await value.textIn(145)).toBe('HUNG_UP');
  });

  it('of a local variable are in its function alone', async () => {
    const value = await followed('minute', 213);
    expect(value.within?.name).toBe('answer');
    expect(await lastChange(value, 213)).toEqual({ before: 209, after: 212 });
  });
});
