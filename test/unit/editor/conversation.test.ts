// What a page can make the host do: what is described, and nothing else.
import { describe, expect, it, vi } from 'vitest';
import { ReadFailed } from '../../../src/bytes/source';
import { Conversation, RequestFailed, type Handlers } from '../../../src/ask/conversation';
import type { HostEvent } from '../../../src/editor/pageMessages';
import { requestArguments } from '../../../src/ask/traceRequests';
import { type Act } from '../../../src/editor/pageMessages';

const none = () => Promise.reject(new Error('Not asked for here.'));
const unanswered = Object.fromEntries(
  Object.keys(requestArguments).map((name) => [name, none]),
) as unknown as Handlers;

function conversation(handlers: Partial<Handlers> = {}) {
  const posted: HostEvent[] = [];
  const acts: Act[] = [];
  const failures: unknown[] = [];
  const talk = new Conversation({
    handlers: {
      ...unanswered,
      rows: () => Promise.resolve([]),
      ...handlers,
    },
    act: (act) => acts.push(act),
    post: (message) => posted.push(message),
    failed: (error) => failures.push(error),
  });
  return { talk, posted, acts, failures };
}

const rows = (id: number, first: unknown = 0, count: unknown = 10) => ({
  type: 'request',
  id,
  name: 'rows',
  arguments: { first, count, columns: [] },
});

/** What waits for a handler has gone on. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a request', () => {
  it('is answered under its id', async () => {
    const { talk, posted } = conversation();
    talk.receive(rows(7));
    await settled();
    expect(posted).toEqual([{ type: 'answer', id: 7, answer: [] }]);
  });

  it('that has a problem says it, with the column', async () => {
    const { talk, posted, failures } = conversation({
      memory: () => Promise.reject(new RequestFailed('No symbol "x".', 3)),
    });
    const asked = { frame: 0, address: '1+x' };
    talk.receive({ type: 'request', id: 1, name: 'memory', arguments: asked });
    await settled();
    expect(posted).toEqual([{ type: 'problem', id: 1, problem: 'No symbol "x".', column: 3 }]);
    expect(failures).toEqual([]);
  });

  it('whose medium fails says so, without a complaint for each of many', async () => {
    const gone = new ReadFailed('app.tf cannot be read at byte 7: the disk is gone.');
    const { talk, posted, failures } = conversation({ rows: () => Promise.reject(gone) });
    talk.receive(rows(1));
    await settled();
    expect(posted).toEqual([{ type: 'problem', id: 1, problem: gone.message }]);
    expect(failures).toEqual([]);
  });

  it('that fails for another reason is complained about', async () => {
    const gone = new Error('the disk is gone');
    const { talk, posted, failures } = conversation({ rows: () => Promise.reject(gone) });
    talk.receive(rows(1));
    await settled();
    expect(posted).toEqual([{ type: 'problem', id: 1, problem: 'the disk is gone' }]);
    expect(failures).toEqual([gone]);
  });

  it('is not answered once it is cancelled', async () => {
    let cancelled: AbortSignal | undefined;
    let finish: (() => void) | undefined;
    const { talk, posted } = conversation({
      rows: (_, run) => {
        cancelled = run.cancelled;
        return new Promise((resolve) => {
          finish = () => {
            resolve([]);
          };
        });
      },
    });
    talk.receive(rows(1));
    talk.receive({ type: 'cancel', id: 1 });
    finish?.();
    await settled();
    expect([cancelled?.aborted, posted]).toEqual([true, []]);
  });

  it('is cancelled when the page goes', () => {
    const signals: AbortSignal[] = [];
    const { talk } = conversation({
      rows: (_, { cancelled }) => {
        signals.push(cancelled);
        return new Promise(() => undefined);
      },
    });
    talk.receive(rows(1));
    talk.receive(rows(2));
    talk.dispose();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
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
    { type: 'ready', heard: false, more: 1 },
    { type: 'select', frame: -1, byUser: true },
    { type: 'select', frame: 1e300, byUser: true },
    { type: 'select', frame: '0', byUser: true },
    { type: 'debug', frame: NaN },
    { type: 'openSource', place: { file: 1, line: 1 } },
    { type: 'openSource', place: { file: 'x', line: 1, __proto__: null, run: 'x' } },
    { type: 'cancel', id: 'x' },
    { type: 'cancel', id: 99 },
    { type: 'request', id: 1, name: 'constructor', arguments: {} },
    { type: 'request', id: 1, name: '__proto__', arguments: {} },
    { type: 'request', id: -1, name: 'rows', arguments: { first: 0, count: 1 } },
    ...[-1, 0.5, Infinity, '0', null, 2 ** 60].map((first) => rows(1, first)),
    ...[-1, 1e9, null].map((count) => rows(1, 0, count)),
    { ...rows(1), arguments: { first: 0, count: 1, columns: [], more: 1 } },
    { ...rows(1), arguments: { first: 0, count: 1, columns: [{ kind: 'value' }] } },
    { type: 'remember', table: {} },
    { type: 'saveFilters', filters: ['x', 1] },
    { type: 'menu', act: 'copyRow' },
    { type: 'menu', act: 'chooseProgram', place: {} },
    { type: 'menu', act: 'copyRow', place: { frame: -1 } },
    {
      type: 'menu',
      act: 'copyBytes',
      place: { frame: 1, memory: { address: '0x0', length: 1e12 } },
    },
    { type: 'menu', act: 'goToSource', place: { source: { file: 'x', line: 1, more: 1 } } },
    { type: 'request', id: 1, name: 'common', arguments: { frame: 0, by: { kind: 'value' } } },
    {
      type: 'request',
      id: 1,
      name: 'groups',
      arguments: { by: { kind: 'toString' }, measured: '' },
    },
    {
      type: 'request',
      id: 1,
      name: 'memory',
      arguments: { frame: 0, address: 'x'.repeat(20_000) },
    },
  ];

  it.each(hostile.map((message) => [message]))('%j changes nothing', async (message) => {
    const handler = vi.fn();
    const { talk, posted, acts, failures } = conversation({ rows: handler, memory: handler });
    talk.receive(message);
    await settled();
    expect([handler.mock.calls, posted, acts, failures]).toEqual([[], [], [], []]);
  });
});

describe('a page that begins', () => {
  it('hears nothing of what the one before it asked, and may ask under the same numbers', async () => {
    const given: ((rows: never[]) => void)[] = [];
    const signals: AbortSignal[] = [];
    const { talk, posted } = conversation({
      rows: (_, { cancelled }) => {
        signals.push(cancelled);
        return new Promise((resolve) => given.push(resolve));
      },
    });
    talk.receive(rows(1));
    talk.receive({ type: 'ready', heard: false });
    talk.receive(rows(1));
    given[0]?.([]);
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(posted).toEqual([]);
    talk.receive({ type: 'cancel', id: 1 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
