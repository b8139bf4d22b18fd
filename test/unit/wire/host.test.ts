// What a page can make its host do: what the contract describes, and nothing else.
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { RequestFailed } from '../../../src/bytes/requestFailed';
import { ReadFailed } from '../../../src/bytes/source';
import { HostWire, type RequestRun } from '../../../src/wire/host';

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const contract = {
  requests: {
    rows: {
      input: v.strictObject({
        first: number,
        count: v.optional(v.pipe(number, v.maxValue(1000)), 50),
      }),
      result: v.array(v.number()),
      progress: v.strictObject({ done: number }),
    },
    memory: {
      input: v.strictObject({ address: v.string() }),
      result: v.string(),
      progress: v.never(),
    },
  },
  act: v.variant('type', [
    v.strictObject({ type: v.literal('select'), frame: number }),
    v.strictObject({ type: v.literal('openSource'), file: v.string() }),
  ]),
};

type Answer = (input: unknown, run: RequestRun) => Promise<unknown>;

function wired(answers: Readonly<Record<string, Answer>> = {}) {
  const posted: unknown[] = [];
  const acts: unknown[] = [];
  const failures: unknown[] = [];
  const kept: string[] = [];
  const readied: boolean[] = [];
  const wire = new HostWire(contract, (message) => posted.push(message), {
    answer: (name, input, run) =>
      answers[name]?.(input, run) ??
      (name === 'rows' ? Promise.resolve([]) : Promise.reject(new Error(name))),
    act: (act) => acts.push(act),
    ready: (heard) => readied.push(heard),
    keep: (state) => kept.push(state),
    failed: (error) => failures.push(error),
  });
  return { wire, posted, acts, failures, kept, readied };
}

const rows = (id: number, first: unknown = 0, count: unknown = 10) => ({
  type: 'request',
  id,
  name: 'rows',
  asked: { first, count },
});

/** What waits for an answer has gone on. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a request', () => {
  it('is answered under its id', async () => {
    const { wire, posted } = wired();
    wire.receive(rows(7));
    await settled();
    expect(posted).toEqual([{ type: 'answer', id: 7, answer: [] }]);
  });

  it('is answered with what its schema fills in', async () => {
    const rowsOf = vi.fn(() => Promise.resolve([]));
    const { wire } = wired({ rows: rowsOf });
    wire.receive({ ...rows(1), asked: { first: 3 } });
    await settled();
    expect(rowsOf).toHaveBeenCalledWith({ first: 3, count: 50 }, expect.anything());
  });

  it('under the number of one under way is ignored', async () => {
    const asked: unknown[] = [];
    const { wire, posted } = wired({
      rows: (input) => {
        asked.push(input);
        return Promise.resolve([]);
      },
    });
    wire.receive(rows(1, 0));
    wire.receive(rows(1, 10));
    await settled();
    expect(asked).toEqual([{ first: 0, count: 10 }]);
    expect(posted).toEqual([{ type: 'answer', id: 1, answer: [] }]);
  });

  it('that has a problem says it, with the column', async () => {
    const { wire, posted, failures } = wired({
      memory: () => Promise.reject(new RequestFailed('No symbol "x".', 3)),
    });
    wire.receive({ type: 'request', id: 1, name: 'memory', asked: { address: '1+x' } });
    await settled();
    expect(posted).toEqual([{ type: 'problem', id: 1, problem: 'No symbol "x".', column: 3 }]);
    expect(failures).toEqual([]);
  });

  it('that has a problem says it in the words of the screen, where there are some', async () => {
    const posted: unknown[] = [];
    const wire = new HostWire(contract, (message) => posted.push(message), {
      answer: () => Promise.reject(new RequestFailed('A syntax error.', 3)),
      sentence: ({ message }) => `On the screen: ${message}`,
      act: () => undefined,
      ready: () => undefined,
      failed: () => undefined,
    });
    wire.receive(rows(1));
    await settled();
    const problem = 'On the screen: A syntax error.';
    expect(posted).toEqual([{ type: 'problem', id: 1, problem, column: 3 }]);
  });

  it('whose medium fails says so, without a complaint for each of many', async () => {
    const gone = new ReadFailed('app.tf cannot be read at byte 7: the disk is gone.');
    const { wire, posted, failures } = wired({ rows: () => Promise.reject(gone) });
    wire.receive(rows(1));
    await settled();
    expect(posted).toEqual([{ type: 'problem', id: 1, problem: gone.message }]);
    expect(failures).toEqual([]);
  });

  it('that fails for another reason is complained about', async () => {
    const gone = new Error('the disk is gone');
    const { wire, posted, failures } = wired({ rows: () => Promise.reject(gone) });
    wire.receive(rows(1));
    await settled();
    expect(posted).toEqual([{ type: 'problem', id: 1, problem: 'the disk is gone' }]);
    expect(failures).toEqual([gone]);
  });

  it('reports how far it has come at once, then a few times a second', async () => {
    const { wire, posted } = wired({
      rows: (_, { report }) => {
        for (let done = 1; done <= 1000; done++) report({ done });
        return Promise.resolve([]);
      },
    });
    wire.receive(rows(1));
    await settled();
    expect(posted[0]).toEqual({ type: 'report', id: 1, report: { done: 1 } });
    expect(posted.at(-1)).toEqual({ type: 'answer', id: 1, answer: [] });
    expect(posted.length).toBeLessThan(100);
  });

  it('is not answered once it is cancelled', async () => {
    let cancelled: AbortSignal | undefined;
    let finish: (() => void) | undefined;
    const { wire, posted } = wired({
      rows: (_, { signal }) => {
        cancelled = signal;
        return new Promise((resolve) => {
          finish = () => {
            resolve([]);
          };
        });
      },
    });
    wire.receive(rows(1));
    wire.receive({ type: 'cancel', id: 1 });
    finish?.();
    await settled();
    expect([cancelled?.aborted, posted]).toEqual([true, []]);
  });

  it('that fails because it is cancelled is no failure of ours', async () => {
    const { wire, posted, failures } = wired({
      rows: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        }),
    });
    wire.receive(rows(1));
    wire.receive({ type: 'cancel', id: 1 });
    await settled();
    expect([failures, posted]).toEqual([[], []]);
  });

  it('is answered without characters that steer the text around them', async () => {
    const { wire, posted } = wired({ rows: () => Promise.resolve(['a\u202eb']) });
    wire.receive(rows(1));
    await settled();
    expect(posted).toEqual([{ type: 'answer', id: 1, answer: ['a\\342\\200\\256b'] }]);
  });

  it('is cancelled when the page goes, and nothing is said after it', async () => {
    const signals: AbortSignal[] = [];
    const { wire, posted } = wired({
      rows: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    wire.receive(rows(1));
    wire.receive(rows(2));
    wire.dispose();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    wire.receive(rows(3));
    wire.tell('late');
    await settled();
    expect([signals.length, posted]).toEqual([2, []]);
  });

  it('of a page that asks faster than it is answered is refused in a sentence', async () => {
    const signals: AbortSignal[] = [];
    const { wire, posted } = wired({
      rows: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    for (let id = 1; id <= 1000; id++) wire.receive(rows(id));
    await settled();
    expect(signals).toHaveLength(256);
    expect(posted).toHaveLength(1000 - 256);
    expect(posted.at(-1)).toEqual({
      type: 'problem',
      id: 1000,
      problem: 'The page asks for too much at once.',
    });
    wire.cancelAll();
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    wire.receive(rows(1));
    expect(signals).toHaveLength(257);
  });
});

describe('a message that is none', () => {
  const hostile: unknown[] = [
    undefined,
    null,
    0,
    '',
    'ready',
    [],
    {},
    () => undefined,
    { type: 'reload' },
    { type: 'ready' },
    { type: 'ready', heard: 1 },
    { type: 'ready', heard: false, more: 1 },
    { type: 'act' },
    { type: 'act', act: 'select' },
    { type: 'act', act: { type: 'select', frame: -1 } },
    { type: 'act', act: { type: 'select', frame: 1e300 } },
    { type: 'act', act: { type: 'select', frame: '0' } },
    { type: 'act', act: { type: 'select', frame: 0, more: 1 } },
    { type: 'act', act: { type: 'openSource', file: 1 } },
    { type: 'select', frame: 0 },
    { type: 'keep', state: {} },
    { type: 'keep', state: 'x'.repeat(100_001) },
    { type: 'cancel', id: 'x' },
    { type: 'cancel', id: 99 },
    { type: 'request', id: 1, name: 'constructor', asked: {} },
    { type: 'request', id: 1, name: '__proto__', asked: {} },
    { type: 'request', id: 1, name: 'answer', asked: {} },
    { type: 'request', id: -1, name: 'rows', asked: { first: 0, count: 1 } },
    ...[-1, 0.5, Infinity, '0', null, 2 ** 60].map((first) => rows(1, first)),
    ...[-1, 1e9, null].map((count) => rows(1, 0, count)),
    { ...rows(1), asked: { first: 0, count: 1, more: 1 } },
    { ...rows(1), asked: [] },
    { ...rows(1), more: 1 },
  ];

  it.each(hostile.map((message) => [message]))('%j changes nothing', async (message) => {
    const answer = vi.fn();
    const { wire, posted, acts, failures, kept, readied } = wired({ rows: answer, memory: answer });
    wire.receive(message);
    await settled();
    expect([answer.mock.calls, posted, acts, failures, kept, readied]).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
  });
});

describe('a page that begins', () => {
  it('is told nothing before it listens but what it is offered', () => {
    const { wire, posted, readied } = wired();
    wire.tell('too early');
    wire.offer('first');
    wire.offer('second');
    expect(wire.isHeard).toBe(false);
    wire.receive({ type: 'ready', heard: true });
    expect(wire.isHeard).toBe(true);
    wire.tell('now');
    expect(readied).toEqual([true]);
    expect(posted).toEqual([
      { type: 'event', event: 'first', begins: true },
      { type: 'event', event: 'second' },
      { type: 'event', event: 'now' },
    ]);
  });

  it('hears nothing of what the one before it asked, and may ask under the same numbers', async () => {
    const given: ((rows: never[]) => void)[] = [];
    const signals: AbortSignal[] = [];
    const { wire, posted } = wired({
      rows: (_, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) => given.push(resolve));
      },
    });
    wire.receive(rows(1));
    wire.receive({ type: 'ready', heard: false });
    wire.receive(rows(1));
    given[0]?.([]);
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(posted).toEqual([]);
    wire.receive({ type: 'cancel', id: 1 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('has its state kept', () => {
    const { wire, kept } = wired();
    wire.receive({ type: 'keep', state: '{"selected":3}' });
    expect(kept).toEqual(['{"selected":3}']);
  });
});
