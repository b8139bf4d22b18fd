import { describe, expect, it } from 'vitest';
import { changeCondition } from '../../../../src/adapter/breakpoints/dataCondition';
import { functionExtent } from '../../../../src/trace/framePcs';
import { FrameCondition, type PcRange } from '../../../../src/trace/search/framePredicate';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import { matchingFrames } from '../../../../src/trace/search/search';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';

/** The function around the first frame whose PC is in a function of a name. */
async function extentOf(trace: Trace, name: string) {
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const extent = await functionExtent(trace.modules.current, trace.recording.pc(frame)?.pc ?? 0n);
    if (extent?.name !== name) continue;
    trace.cursor.moveTo(frame, {});
    return extent;
  }
  throw new Error(`No frame is in ${name}.`);
}

async function found(
  trace: Trace,
  condition: string,
  ranges: readonly PcRange[],
): Promise<number[]> {
  const compiled = await FrameCondition.compile(trace, condition);
  if ('problem' in compiled) throw new Error(compiled.problem);
  const frames: number[] = [];
  const tests = [{ condition: compiled, ranges }];
  for await (const batch of matchingFrames(trace, tests, { from: -1, direction: 1 })) {
    frames.push(...batch);
  }
  return frames;
}

/**
 * Reckoned here, frame by frame: where the text is another than in the frame of the function before
 * that has it.
 */
async function reckoned(
  trace: Trace,
  expression: string,
  ranges: readonly PcRange[],
): Promise<number[]> {
  const value = await FrameValue.compile(trace, expression);
  if ('problem' in value) throw new Error(value.problem);
  const frames: number[] = [];
  let before: string | undefined;
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const pc = trace.recording.pc(frame)?.pc ?? 0n;
    if (!ranges.some(({ start, end }) => pc >= start && pc < end)) continue;
    const written = await value.textIn(frame);
    if ('problem' in written || written.text.includes('<unavailable>')) continue;
    if (before !== undefined && written.text !== before) frames.push(frame);
    before = written.text;
  }
  return frames;
}

describe('a change of a local', () => {
  it('is looked for in its function alone, where others have a variable of the name', async () => {
    const trace = await traceWithProgram('../../samples/callqueue.tf', '../../samples/callqueue');
    const within = await extentOf(trace, 'answer');
    const condition = await changeCondition(trace, { expression: 'minute', within });
    expect(condition).toContain('$pc');
    const frames = await found(trace, condition, within.ranges);
    expect(frames.length).toBeGreaterThan(10);
    expect(frames).toEqual(await reckoned(trace, 'minute', within.ranges));
    expect(await found(trace, '$_changed(minute)', within.ranges)).not.toEqual(frames);
  });

  it('is looked for fast where no other frame knows the name', async () => {
    const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    const within = await extentOf(trace, 'helper');
    const condition = await changeCondition(trace, { expression: 'n', within });
    expect(condition).toBe('$_changed(n)');
    const frames = await found(trace, condition, within.ranges);
    expect(frames.length).toBeGreaterThan(15);
    expect(frames).toEqual(await reckoned(trace, 'n', within.ranges));
  });

  it('is looked for with care beside a global of the name', async () => {
    const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    const within = await extentOf(trace, 'helper');
    expect(await changeCondition(trace, { expression: 'g.x', within })).toContain('$pc');
    expect(await changeCondition(trace, { expression: 'g.x' })).toBe('$_changed(g.x)');
  });
});
