import { describe, expect, it } from 'vitest';
import { hitsByLine, pcCounts } from '../../../src/trace/framePcs';
import { valueHistory } from '../../../src/trace/valueHistory';
import type { Trace } from '../../../src/trace/trace';
import { tracedBy, traceOf } from './tracedPrograms';

/** Frames by recorded file and line, counted one by one. */
async function counted(trace: Trace): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const at = trace.recording.pc(frame);
    const { source } = at ? await trace.modules.current.locate(at.pc) : {};
    if (!source) continue;
    const place = `${source.file}:${source.line}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

describe.each([
  ['x86_64/app.tf', 'x86_64/app', 3],
  // No registers: PCs are inferred.
  ['x86_64/app-memory-only.tf', 'x86_64/app', 1],
  ['aarch64/t2-step.tf', 'aarch64/app', 2],
])('the frames of %s', (file, program, lines) => {
  it('are counted at each line', async () => {
    const trace = await tracedBy(file, program);
    const all = await counted(trace);
    const found = new Map<string, number>();
    for (const recorded of await trace.modules.current.sourceFiles()) {
      for (const [line, { frames, addresses }] of await hitsByLine(trace, [recorded])) {
        found.set(`${recorded}:${line}`, frames);
        expect(addresses.size).toBeGreaterThan(0);
      }
    }
    expect(found).toEqual(all);
    expect(all.size).toBe(lines);
    const total = [...(await pcCounts(trace.recording)).values()].reduce((a, b) => a + b, 0);
    expect(total).toBe(trace.recording.index.count);
  });
});

describe('frames at no line', () => {
  it('are none of a file that no program records, or without a program', async () => {
    const trace = await traceOf('x86_64/app.tf');
    expect(await hitsByLine(trace, ['/src/app.c'])).toEqual(new Map());
    expect(await hitsByLine(trace, [])).toEqual(new Map());
  });
});

describe('the values at a line', () => {
  async function lineOf(frame: number) {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    const pc = trace.recording.pc(frame)?.pc ?? 0n;
    return { trace, addresses: new Set([pc]) };
  }
  const never = new AbortController().signal;

  it('are those of the frames up to the one that is shown', async () => {
    const { trace, addresses } = await lineOf(100);
    const at: number[] = [];
    for (let frame = 0; frame < trace.recording.index.count; frame++) {
      if (addresses.has(trace.recording.pc(frame)?.pc ?? 0n)) at.push(frame);
    }
    expect(at.length).toBeGreaterThan(8);
    trace.cursor.moveTo(at.at(-2) ?? 0, {});
    const history = await valueHistory(trace, addresses, '$trace_frame', never);
    expect(history?.values).toEqual(
      at.slice(-9, -1).map((frame) => ({ frame, text: String(frame) })),
    );
    expect(history).toMatchObject({
      least: at[0],
      most: at.at(-1),
      frames: at.length,
      isWhole: true,
    });
    trace.cursor.moveTo(0, {});
    const first = await valueHistory(trace, addresses, '$trace_frame', never);
    const shown = at[0] === 0 ? [0] : at.slice(0, 8);
    expect(first?.values.map(({ frame }) => frame)).toEqual(shown);
  });

  it('are none of what means nothing, and none when it is cancelled', async () => {
    const { trace, addresses } = await lineOf(0);
    expect(await valueHistory(trace, addresses, '1 +', never)).toBeUndefined();
    const none = await valueHistory(trace, addresses, 'no_such_name', never);
    expect(none?.values ?? []).toEqual([]);
    expect(await valueHistory(trace, addresses, '$pc', AbortSignal.abort())).toBeUndefined();
  });
});
