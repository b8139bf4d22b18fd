// A debug session whose disk fails, or does not answer: what was asked for is told why it is not
// there, what can be cancelled ends, and the next try succeeds once the disk does.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { Breakpoints, type VerifiedBreakpoint } from '../../../src/adapter/breakpoints/breakpoints';
import { BreakpointPlaces } from '../../../src/adapter/breakpoints/place';
import type { Client } from '../../../src/adapter/client';
import { toFirst, toFrame } from '../../../src/adapter/stepping';
import { FrameNavigator } from '../../../src/adapter/navigation';
import { MissingSources } from '../../../src/adapter/missingSources';
import { StackFrames } from '../../../src/adapter/stackFrames';
import { FrameCondition } from '../../../src/trace/search/framePredicate';
import { findFrame } from '../../../src/trace/search/search';
import { SourceLookup } from '../../../src/trace/sourceLookup';
import { Trace } from '../../../src/trace/trace';
import { eventually } from '../../eventually';
import { diskGone, FaultySource } from '../trace/faultySource';

const corpus = path.join(import.meta.dirname, '../../corpus');
const same = (value: number) => value;
const sources = new SourceLookup({ sourceMap: {}, folders: [] }, () => Promise.resolve(false));

let file: FaultySource;
let trace: Trace;
let said: string[];
let stops: DebugProtocol.Event[];
let client: Client;
let mover: FrameNavigator;

beforeEach(async () => {
  file = new FaultySource(readFileSync(path.join(corpus, 'x86_64/app.tf')));
  const opened = await Trace.open(file, 'app.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  ({ trace } = opened);
  await trace.recording.indexed;
  said = [];
  stops = [];
  client = {
    abilities: {
      invalidated: true,
      progress: true,
      countsCompletionsFromZero: false,
      listsNewBreakpoints: false,
    },
    places: { line: same, column: same, lineHere: same, path: (each) => each },
    send: (event) => {
      if (event.event === 'stopped') stops.push(event);
    },
    log: (text) => said.push(text),
  };
  const log = () => () => Promise.resolve();
  mover = new FrameNavigator({
    trace,
    client,
    log,
    breakpoints: () => [],
    leave: () => undefined,
    isInDisassembly: () => Promise.resolve(false),
  });
});

async function conditionOf(text: string): Promise<FrameCondition> {
  const condition = await FrameCondition.compile(trace, text);
  if ('problem' in condition) throw new Error(condition.problem);
  return condition;
}

async function stopped(times: number): Promise<void> {
  await eventually(() => {
    expect(stops).toHaveLength(times);
  });
}

describe('a move', () => {
  it('that cannot be made says why, and stops where the debugger stood', async () => {
    const condition = await conditionOf('$rsp == 1');
    file.failAfter(0);
    mover.go({ reason: 'goto', direction: 1, move: toFrame({ condition }, 1), none: 'None.' });
    await stopped(1);
    expect(said).toEqual([diskGone.message]);
    expect(trace.cursor.frame).toBe(0);
    file.heal();
    mover.go({ reason: 'goto', direction: 1, move: toFrame({ condition }, 1), none: 'None.' });
    await stopped(2);
    expect(said.at(-1)).toContain('None.');
  });

  it('that waits for the disk can be paused, and another one made', async () => {
    const condition = await conditionOf('$rsp == 1');
    const release = file.hold();
    mover.go({ reason: 'goto', direction: 1, move: toFrame({ condition }, 1), none: 'None.' });
    mover.pause();
    await stopped(1);
    mover.go(toFirst);
    await stopped(2);
    release();
  });
});

describe('a search of the console', () => {
  it('that waits for the disk ends when the debugger is paused', async () => {
    const condition = await conditionOf('$rsp == 1');
    const release = file.hold();
    const search = mover.search('Looking…', ({ signal }) =>
      findFrame(trace, [{ condition }], { from: -1, direction: 1, signal }),
    );
    mover.pause();
    await expect(search).rejects.toThrow('The search was cancelled.');
    release();
  });

  it('that finds nothing is no search that was cancelled', async () => {
    const condition = await conditionOf('$rsp == 1');
    const found = mover.search('Looking…', () =>
      findFrame(trace, [{ condition }], { from: -1, direction: 1 }),
    );
    expect(await found).toBeUndefined();
  });
});

describe('the call stack', () => {
  it('is read again after it could not be', async () => {
    const stack = new StackFrames(
      ...([trace, sources, client.places] as const),
      new MissingSources(),
      client.log,
    );
    trace.cursor.moveTo(40, mover);
    file.failAfter(0);
    await expect(stack.list(0, 0)).rejects.toBe(diskGone);
    file.heal();
    expect((await stack.list(0, 0)).stackFrames.length).toBeGreaterThan(0);
  });
});

describe('breakpoints', () => {
  it('whose frames cannot be read say so, and those set later are looked for', async () => {
    const told: VerifiedBreakpoint[] = [];
    const breakpoints = new Breakpoints(trace, new BreakpointPlaces(trace, sources), (answer) => {
      told.push(answer);
    });
    const at = (condition: string) => {
      const where = { kind: 'instruction', address: trace.recording.pc(0)?.pc ?? 0n } as const;
      return breakpoints.set(condition, [{ ...where, terms: { condition } }]);
    };
    // What a condition means is found out in the frame where the debugger stands.
    await conditionOf('$rsp');
    file.failAfter(0);
    const [first] = await at('$rsp == 2');
    await eventually(() => {
      expect(told).toEqual([{ id: first?.id, verified: false, message: diskGone.message }]);
    });
    file.heal();
    const [answer] = await at('$rsp != 3');
    await eventually(() => {
      expect(told.at(-1)).toMatchObject({ id: answer?.id, verified: true });
    });
    breakpoints.dispose();
  });
});
