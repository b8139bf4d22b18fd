// The page's end of a wire: what it asks, and what it takes from its host.
import { describe, expect, it } from 'vitest';
import type { PageMessage } from '../../../src/wire/contract';
import { PageWire, RequestCancelled, RequestError } from '../../../src/wire/page';
import * as v from 'valibot';

const requests = {
  double: { input: v.number(), result: v.number(), progress: v.number() },
};

function wired(savedState?: unknown) {
  const posted: PageMessage[] = [];
  const saved: unknown[] = [];
  const events: string[] = [];
  let receive: (message: unknown) => void = () => undefined;
  let loaded: () => void = () => undefined;
  const wire = new PageWire<typeof requests, string, string>({
    post: (message) => posted.push(message),
    listen: (hear, begin) => {
      receive = hear;
      loaded = begin;
    },
    savedState,
    save: (state) => saved.push(state),
  });
  wire.listen((event) => events.push(event));
  return {
    ...{ wire, posted, saved, events },
    say: (message: unknown) => {
      receive(message);
    },
    load: () => {
      loaded();
    },
  };
}

describe('a request', () => {
  it('has one answer, with reports before it', async () => {
    const { wire, posted, say } = wired();
    const reports: number[] = [];
    const answer = wire.ask('double', 21, { report: (report) => reports.push(report) });
    expect(posted).toEqual([{ type: 'request', id: 1, name: 'double', asked: 21 }]);
    say({ type: 'report', id: 1, report: 0.5 });
    say({ type: 'answer', id: 1, answer: 42 });
    say({ type: 'answer', id: 1, answer: 43 });
    say({ type: 'report', id: 1, report: 1 });
    expect(await answer).toBe(42);
    expect(reports).toEqual([0.5]);
  });

  it('has an id of its own, and ends with its answer', async () => {
    const { wire, posted, say } = wired();
    const ended = new AbortController();
    const answers = [21, 4].map((asked) => wire.ask('double', asked, { signal: ended.signal }));
    say({ type: 'answer', id: 1, answer: 42 });
    const third = wire.ask('double', 1);
    say({ type: 'answer', id: 3, answer: 2 });
    say({ type: 'answer', id: 2, answer: 8 });
    ended.abort();
    const asked = [1, 2, 3].map(
      (id) => expect.objectContaining({ type: 'request', id }) as unknown,
    );
    expect(posted).toEqual(asked);
    expect(await Promise.all([...answers, third])).toEqual([42, 8, 2]);
  });

  it('that has a problem fails with its sentence and column', async () => {
    const { wire, say } = wired();
    const answer = wire.ask('double', 1);
    say({ type: 'problem', id: 1, problem: 'No symbol "x".', column: 3 });
    await expect(answer).rejects.toEqual(new RequestError('No symbol "x".', 3));
    await expect(answer).rejects.toHaveProperty('column', 3);
  });

  it('is cancelled at the host, and takes no answer after that', async () => {
    const { wire, posted, say } = wired();
    const ended = new AbortController();
    const answer = wire.ask('double', 1, { signal: ended.signal });
    ended.abort();
    say({ type: 'answer', id: 1, answer: 2 });
    await expect(answer).rejects.toThrow(RequestCancelled);
    expect(posted.at(-1)).toEqual({ type: 'cancel', id: 1 });
    await expect(wire.ask('double', 1, { signal: ended.signal })).rejects.toThrow(RequestCancelled);
    expect(posted).toHaveLength(2);
  });
});

describe('a page that begins', () => {
  it('says that it listens once, when it has loaded and heard nothing', () => {
    const { posted, load } = wired();
    load();
    load();
    expect(posted).toEqual([{ type: 'ready', heard: false }]);
  });

  it.each([
    ['has heard all, where the first event is the one that begins', true],
    ['may have missed some, where another comes first', false],
  ])('%s', (_, begins) => {
    const { posted, events, say, load } = wired();
    say({ type: 'event', event: 'first', ...(begins && { begins }) });
    say({ type: 'event', event: 'second' });
    load();
    expect(posted).toEqual([{ type: 'ready', heard: begins }]);
    expect(events).toEqual(['first', 'second']);
  });

  it('listens before it asks', () => {
    const { wire, posted, say } = wired();
    wire.listen(() => void wire.ask('double', 1));
    say({ type: 'event', event: 'first' });
    expect(posted.map(({ type }) => type)).toEqual(['ready', 'request']);
  });

  it('ignores what is no message of a host', () => {
    const { posted, events, say } = wired();
    for (const message of [undefined, null, 'event', 3, {}, []]) say(message);
    expect([posted, events]).toEqual([[], []]);
  });

  it('begins where it was left, and has its state saved and kept', () => {
    const { wire, posted, saved } = wired({ selected: 3 });
    expect(wire.savedState).toEqual({ selected: 3 });
    wire.save(() => ({ selected: 4 }));
    wire.keep(() => ({ selected: 4 }));
    wire.keep(() => ({ selected: 4 }));
    expect(saved).toEqual([{ selected: 4 }]);
    expect(posted).toEqual([{ type: 'keep', state: '{"selected":4}' }]);
  });
});
