// Function breakpoints, whose text is any location as gdb reads it; breakpoints that no frame hits;
// ids.
import { resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

const sample = (name: string) => resolve(import.meta.dirname, '../../samples', name);
const callqueue = { trace: sample('callqueue.tf'), program: sample('callqueue') };
const source = { path: sample('callqueue.c') };
const thread = { threadId: 1 };

let client: TraceClient;

beforeEach(async () => {
  client = await TraceClient.start();
});

afterEach(async () => {
  await client.stop();
});

/** Sets function breakpoints; the answer about the last, once the frames were looked at. */
async function setFunctions(...names: string[]): Promise<DebugProtocol.Breakpoint> {
  const changes: DebugProtocol.Breakpoint[] = [];
  const heard = ({ body }: DebugProtocol.BreakpointEvent) => changes.push(body.breakpoint);
  client.on('breakpoint', heard);
  const breakpoints = names.map((name) => ({ name }));
  const { body } = await client.setFunctionBreakpointsRequest({ breakpoints });
  const last = body.breakpoints.at(-1);
  const isOpen = () => last?.message === 'Looking for frames…' && !known();
  const known = () => changes.filter(({ id }) => id === last?.id).at(-1);
  while (isOpen()) await client.waitForEvent('breakpoint');
  client.removeListener('breakpoint', heard);
  return known() ?? last ?? { verified: false };
}

/** The frames at which a run from the first to the last stops. */
async function stops(): Promise<number[]> {
  const frames: number[] = [];
  for (;;) {
    const { hitBreakpointIds } = await client.moving(client.continueRequest(thread));
    if (!hitBreakpointIds) return frames;
    frames.push(await client.frame());
  }
}

describe('a function breakpoint', () => {
  it.each([
    ['hangUp', 8],
    ['answer', 97],
    ['arrive', 20],
    // Frame 0, where the run begins, is the 105th.
    ['main', 104],
  ])('stops at every hit in %s, its steps left out', async (name, hits) => {
    await client.launchTrace(callqueue);
    expect(await setFunctions(name)).toMatchObject({ verified: true });
    expect(await stops()).toHaveLength(hits);
  });

  it.each([
    ['callqueue.c:hangUp', 'hangUp'],
    ['-source callqueue.c -function hangUp', 'hangUp'],
    ['han*', 'hangUp'],
    ['?angUp', 'hangUp'],
    ['callqueue.c:86', 'answer'],
    ['*0x4013a7', 'answer'],
    ['*answer+117', 'answer'],
    ['a*', 'answer', 'arrive'],
  ])('takes %s', async (typed, ...functions) => {
    await client.launchTrace(callqueue);
    await setFunctions(typed);
    const frames = await stops();
    await client.moving(client.customRequest('traceMove', { to: 'first' }));
    await setFunctions(...functions);
    expect(frames).toEqual(await stops());
    expect(frames.length).toBeGreaterThan(0);
  });

  it.each([
    ['store::Box::weigh(int) const', 3],
    ['classes.cc:store::Box::weigh(int) const', 3],
    ['Box::weigh', 3],
    ['store::Box::weigh(long)', 0],
    ['store::larger', 3],
    ['classes.cc:bases', 1],
    ['store::*', 6],
  ])('takes %s of C++', async (typed, hits) => {
    const program = corpus('programs/classes/classes');
    await client.launchTrace({ trace: `${program}.plain.tf`, program });
    await setFunctions(typed);
    const before = await client.stackFrame();
    expect(before.name).not.toMatch(/weigh|larger|bases/);
    expect(hits === 0 ? [] : await stops()).toHaveLength(hits);
  });

  it.each([
    ['roll', 'No frame is in this function. Frames are in answer, hangUp, arrive, main.'],
    ['rol*', 'No function with frames fits rol*. Frames are in answer, hangUp, arrive, main.'],
    ['callqueue.c:88', 'No frame is at this line. The nearest lines that have frames: 66, 86, 94.'],
    [
      '*0x401236',
      'No frame is at this address. The nearest that have frames: 0x4012a1 <hangUp+50>, 0x4012a5 <hangUp+54>, 0x4012ac <hangUp+61>.',
    ],
    ['other.c:hangUp', 'No function hangUp in other.c.'],
    ['other.c:1', 'No source file named other.c.'],
    ['nothing', 'No function nothing in the program.'],
  ])('at %s says why no frame stops', async (typed, message) => {
    await client.launchTrace(callqueue);
    expect(await setFunctions(typed)).toMatchObject({ verified: false, message });
  });
});

describe('Continue', () => {
  it('stays where it is when no frame hits a breakpoint, and names what it looked for', async () => {
    await client.launchTrace({ ...callqueue, frame: 7 });
    await client.setBreakpointsRequest({
      source,
      breakpoints: [{ line: 88 }, { line: 86, condition: 'minute > 1000' }],
    });
    await setFunctions('roll');
    const words =
      'No frame in the trace is hit by callqueue.c:88, callqueue.c:86 if minute > 1000, roll.';
    for (const command of ['continue', 'reverseContinue']) {
      const { description } = await client.moving(client.customRequest(command, thread));
      expect(description).toBe(`Frame 7 of 246 · tracepoint 5 · ${words}`);
      expect(await client.frame()).toBe(7);
    }
    expect(client.output.join('')).toContain(words);
  });

  it('to a cursor, for which VS Code sets a breakpoint, does so too', async () => {
    await client.launchTrace({ ...callqueue, frame: 7 });
    await client.setBreakpointsRequest({ source, breakpoints: [{ line: 88 }] });
    const { description } = await client.moving(client.continueRequest(thread));
    await client.setBreakpointsRequest({ source, breakpoints: [] });
    expect(description).toMatch(/ · No frame in the trace is hit by callqueue\.c:88\.$/);
    expect(await client.frame()).toBe(7);
  });

  it('goes to the end behind the last hit, and without breakpoints', async () => {
    await client.launchTrace({ ...callqueue, frame: 240 });
    await setFunctions('hangUp');
    await client.moving(client.continueRequest(thread));
    expect(await client.frame()).toBe(245);
    await setFunctions();
    await client.moving(client.reverseContinueRequest(thread));
    expect(await client.frame()).toBe(0);
  });
});

describe('ids', () => {
  it('stay when a set is sent again', async () => {
    await client.launchTrace(callqueue);
    const set = async (...breakpoints: DebugProtocol.SourceBreakpoint[]) => {
      const { body } = await client.setBreakpointsRequest({ source, breakpoints });
      return body.breakpoints.map(({ id }) => id);
    };
    expect(await set({ line: 86 }, { line: 94 })).toEqual([1, 2]);
    expect(await set({ line: 66 }, { line: 94, condition: 'minute > 3' })).toEqual([3, 2]);
    expect(await set({ line: 94 }, { line: 66 })).toEqual([2, 3]);
    expect(await set({ line: 94, condition: '1' }, { line: 94 })).toEqual([4, 2]);
    expect(await set({ line: 94 })).toEqual([2]);
  });
});
