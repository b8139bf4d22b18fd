// Moves that take long: shown as progress, cancelled, paused, overtaken by another.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/adapter/client';
import { toLast, type Navigation } from '../../../src/adapter/stepping';
import { FrameNavigator } from '../../../src/adapter/navigation';
import type { SearchProgress } from '../../../src/trace/search/search';
import type { Trace } from '../../../src/trace/trace';
import { traceOf } from '../trace/tracedPrograms';

let trace: Trace;
let events: DebugProtocol.Event[];
let mover: FrameNavigator;
let report: ((progress: SearchProgress) => void) | undefined;
let arrive: ((frame: number | undefined) => void) | undefined;

/** A search that ends when the test says so. */
const longSearch: Navigation = {
  reason: 'goto',
  direction: 1,
  none: 'None.',
  move: ({ onProgress }) => {
    report = onProgress;
    return new Promise((resolve) => (arrive = resolve));
  },
};

beforeEach(async () => {
  vi.useFakeTimers();
  trace = await traceOf('x86_64/app.tf');
  events = [];
  mover = moverFor(true);
});

afterEach(() => {
  mover.dispose();
  vi.useRealTimers();
});

function moverFor(progress: boolean): FrameNavigator {
  const same = (value: number) => value;
  const client: Client = {
    abilities: {
      invalidated: true,
      progress,
      countsCompletionsFromZero: false,
      listsNewBreakpoints: false,
    },
    places: { line: same, column: same, lineHere: same, path: (path) => path },
    send: (event) => events.push(event),
    log: () => undefined,
  };
  const log = () => () => Promise.resolve();
  return new FrameNavigator({
    trace,
    client,
    log,
    breakpoints: () => [],
    leave: () => undefined,
    isInDisassembly: () => Promise.resolve(false),
  });
}

const heard = (...names: string[]) =>
  events.filter(({ event }) => names.includes(event)).map(({ body }): unknown => body);

describe('a move that takes long', () => {
  it('is shown after half a second, until it ends', async () => {
    mover.go(longSearch);
    await vi.advanceTimersByTimeAsync(400);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    report?.({ frame: 57, searched: 57, matched: 0 });
    arrive?.(80);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard('progressStart', 'progressUpdate', 'progressEnd')).toEqual([
      {
        progressId: 'move 1',
        title: 'Looking for the frame…',
        cancellable: true,
        percentage: 0,
      },
      { progressId: 'move 1', percentage: 50 },
      { progressId: 'move 1' },
    ]);
    expect(heard('stopped')).toMatchObject([{ description: 'Frame 80 of 114 · tracepoint 3' }]);
  });

  it('is not shown to a client that cannot show it', async () => {
    mover.dispose();
    mover = moverFor(false);
    mover.go(longSearch);
    await vi.advanceTimersByTimeAsync(5000);
    expect(events).toEqual([]);
  });

  it('ends where the debugger stands when it is cancelled', async () => {
    mover.go(longSearch);
    await vi.advanceTimersByTimeAsync(600);
    mover.cancel('move 1');
    arrive?.(80);
    await vi.advanceTimersByTimeAsync(1);
    const description = 'Frame 0 of 114 · tracepoint 4 · The search was cancelled.';
    expect(heard('progressEnd')).toHaveLength(1);
    expect(heard('stopped')).toMatchObject([{ reason: 'pause', description }]);
    expect(trace.cursor.frame).toBe(0);
  });

  it('is cancelled by its own id alone', async () => {
    expect(() => {
      mover.cancel('move 1');
    }).toThrow(/Nothing is under way/);
    mover.go(longSearch);
    await vi.advanceTimersByTimeAsync(600);
    for (const id of ['move 2', undefined, 1, {}]) {
      expect(() => {
        mover.cancel(id);
      }).toThrow(/Nothing is under way/);
    }
  });

  it('is overtaken by the next one, and by one of the editor', async () => {
    mover.go(longSearch);
    await vi.advanceTimersByTimeAsync(1);
    const late = arrive;
    mover.go(toLast);
    await vi.advanceTimersByTimeAsync(1);
    late?.(80);
    await vi.advanceTimersByTimeAsync(1);
    expect(trace.cursor.frame).toBe(113);
    mover.go(longSearch);
    await vi.advanceTimersByTimeAsync(1);
    trace.cursor.moveTo(5, {});
    arrive?.(80);
    await vi.advanceTimersByTimeAsync(1);
    expect(trace.cursor.frame).toBe(5);
    expect(heard('stopped')).toHaveLength(2);
  });

  it('that fails says why, and stops', async () => {
    mover.go({ ...longSearch, move: () => Promise.reject(new Error('The disk is gone.')) });
    await vi.advanceTimersByTimeAsync(1);
    expect(heard('stopped')).toMatchObject([{ reason: 'pause' }]);
  });
});

describe('a search for a request', () => {
  const search = () =>
    mover.search(
      'Looking…',
      ({ signal }) =>
        new Promise<string>((resolve) => {
          signal?.addEventListener('abort', () => {
            resolve('ended');
          });
          arrive = () => {
            resolve('found');
          };
        }),
    );

  it('gives what it finds', async () => {
    const found = search();
    arrive?.(0);
    expect(await found).toBe('found');
  });

  it('is ended by a pause, which stops the debugger where it stands', async () => {
    const failed = expect(search()).rejects.toThrow('The search was cancelled.');
    mover.pause();
    await failed;
    await vi.advanceTimersByTimeAsync(1);
    expect(heard('stopped')).toMatchObject([{ reason: 'pause' }]);
    expect(trace.cursor.frame).toBe(0);
  });
});
