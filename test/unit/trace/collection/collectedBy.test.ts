// What tracepoints' actions collected over all frames.
import { describe, expect, it } from 'vitest';
import { collectedBy } from '../../../../src/trace/collection/collectedBy';
import { Trace } from '../../../../src/trace/trace';
import { header, maker, sourceOf } from '../../format/traceBytes';
import { traceWithProgram } from '../programInUse';
import { traceOf } from '../tracedPrograms';

const { signal } = new AbortController();
const quiet = () => undefined;

async function counted(trace: Trace, number: number) {
  const tracepoint = trace.recording.description.tracepoints.find((each) => each.number === number);
  if (!tracepoint) throw new Error(`no tracepoint ${number}`);
  return collectedBy(trace, tracepoint, signal, quiet);
}

const little = maker('little');

/** A trace of one tracepoint at 0x1000 with these actions, and frames of it. */
async function made(actions: string[], ...frames: Uint8Array[]): Promise<Trace> {
  const lines = ['R 10', 'tp T1:1000:E:0:0', ...actions.map((action) => `tp A1:1000:${action}`)];
  const opened = await Trace.open(sourceOf(header(...lines), ...frames, [0, 0]), 'made.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

describe('the actions of a run that went well', () => {
  it('collected in every frame', async () => {
    const app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    let actions = 0;
    for (const { number } of app.recording.description.tracepoints) {
      const { lists, unplaced, frames } = await counted(app, number);
      expect([number, unplaced]).toEqual([number, 0]);
      expect(frames).toBe(app.recording.index.framesOf(number));
      expect(lists.reduce((sum, list) => sum + list.frames, 0)).toBe(frames);
      for (const list of lists) {
        for (const counts of list.counts) {
          actions++;
          expect(counts.lacking + counts.unknown).toBe(0);
          expect(counts.collected + counts.nothing).toBe(list.frames);
        }
      }
    }
    expect(actions).toBe(4 + 2 + 10 + 2);
  });

  it('are told apart for hits and steps', async () => {
    const app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    const { lists } = await counted(app, 3);
    const steps = [...Array(app.recording.index.count).keys()].filter(
      (frame) =>
        app.recording.index.tracepoint(frame) === 3 && app.recording.stepping.isStep(frame),
    );
    expect(lists.map(({ stepping, frames }) => [stepping, frames])).toEqual([
      [false, app.recording.index.framesOf(3) - steps.length],
      [true, steps.length],
    ]);
  });

  it('only set a variable where they collect nothing', async () => {
    const app = await traceOf('x86_64/app.tf');
    const { lists } = await counted(app, 2);
    const setting = lists[0]?.counts.filter(({ nothing }) => nothing > 0) ?? [];
    expect(setting).toHaveLength(1);
    expect(setting[0]?.nothing).toBe(lists[0]?.frames);
  });
});

describe('a frame', () => {
  it('lacks a register block, memory, a variable, static data', async () => {
    const trace = await made(
      ['R03', 'M-1,2000,4', 'X0000000A,2c00012e00012927', 'L'].map((action) =>
        action.startsWith('X') ? 'X00000008,2c00012e00012927' : action,
      ),
      little.frame(
        1,
        little.registers(16),
        little.memory(0x2000n, [1, 2, 3, 4]),
        little.variable(1, 7n),
        little.staticData('probe'),
      ),
      little.frame(1, little.memory(0x2000n, [1, 2, 3])),
      little.frame(1),
    );
    const { lists } = await counted(trace, 1);
    expect(lists[0]?.counts.map(({ collected, lacking }) => [collected, lacking])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(lists[0]?.counts[1]?.firstLacking).toEqual({
      frame: 1,
      why: 'memory at 0x2000 is not there',
    });
  });

  it('holds memory that stands in several blocks', async () => {
    const trace = await made(
      ['M-1,2000,6'],
      little.frame(1, little.memory(0x2003n, [4, 5, 6]), little.memory(0x2000n, [1, 2, 3])),
    );
    expect((await counted(trace, 1)).lists[0]?.counts[0]?.collected).toBe(1);
  });

  it('holds a string up to its NUL, or as far as was asked', async () => {
    // const16 0x2000; const8 5; tracenz; end
    const trace = await made(
      ['X00000007,23200022052f27'],
      little.frame(1, little.memory(0x2000n, [65, 66, 0])),
      little.frame(1, little.memory(0x2000n, [65, 66, 67, 68, 69])),
      little.frame(1, little.memory(0x2000n, [65, 66, 67])),
      little.frame(1),
    );
    const [counts] = (await counted(trace, 1)).lists[0]?.counts ?? [];
    expect([counts?.collected, counts?.lacking]).toEqual([2, 2]);
    expect(counts?.firstLacking?.frame).toBe(2);
  });

  it('does not tell where registers are not laid out', async () => {
    const trace = await made(
      ['X0000000F,26000622100222cc16080222040c27', 'M6,8,4', 'Qwhat'],
      little.frame(1, little.registers(16)),
    );
    const counts = (await counted(trace, 1)).lists[0]?.counts ?? [];
    expect(counts.map(({ unknown }) => unknown)).toEqual([1, 1, 1]);
    expect(counts[0]?.firstUnknown?.why).toBe('its address needs what was not collected');
    expect(counts[1]?.firstUnknown?.why).toMatch(/targets differ/);
  });

  it('has bytes that mean nothing where a null pointer was followed', async () => {
    const trace = await traceOf('extra/x86_64/meter.null.tf');
    const results = await Promise.all(
      trace.recording.description.tracepoints.map(({ number }) => counted(trace, number)),
    );
    const near = results.flatMap(({ lists }) => lists.flatMap(({ counts }) => counts));
    expect(
      near.some(({ nearNull, firstNearNull }) => nearNull > 0 && firstNearNull !== undefined),
    ).toBe(true);
  });
});

it('gives what it has when it is cancelled', async () => {
  const app = await traceOf('x86_64/app.tf');
  const [tracepoint] = app.recording.description.tracepoints;
  if (!tracepoint) throw new Error('no tracepoint');
  const cancelled = AbortSignal.abort();
  expect((await collectedBy(app, tracepoint, cancelled, quiet)).frames).toBe(0);
});

it('keeps actions of different locations apart', async () => {
  const lines = [
    'R 10',
    'tp T1:1000:E:0:0',
    'tp A1:1000:M-1,2000,1',
    'tp T1:3000:E:0:0',
    'tp A1:3000:M-1,4000,1',
  ];
  const opened = await Trace.open(
    sourceOf(header(...lines), little.frame(1, little.memory(0x2000n, [1])), [0, 0]),
    'made.tf',
  );
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  const { lists, unplaced, frames } = await counted(opened.trace, 1);
  expect(lists.map(({ locations }) => locations)).toEqual([[0x1000n], [0x3000n]]);
  expect([unplaced, frames]).toEqual([1, 1]);
});
