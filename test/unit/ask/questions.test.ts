// The questions asked of the sample, the traced program and its source included; results keep to
// their schemas.
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeHost } from '../../../src/commandLine/nodeHost';
import { AskedTrace } from '../../../src/ask/askedTrace';
import { TextRoom } from '../../../src/ask/question';
import { runWith, type QuestionRun } from '../../../src/ask/run';
import { questions } from '../../../src/ask/questions';

const samples = path.join(import.meta.dirname, '../../../samples');
let sample: AskedTrace;

beforeAll(async () => {
  sample = await AskedTrace.open({ trace: path.join(samples, 'callqueue.tf') }, nodeHost(samples));
});
afterAll(() => {
  sample.dispose();
});

/** What a question answers, checked against its schema. */
async function ask(
  name: string,
  given: object = {},
  of = sample,
  asking: Partial<QuestionRun> = {},
): Promise<unknown> {
  const question = questions.find((each) => each.name === name);
  if (!question) throw new Error(name);
  const answer = await question.ask(of, given, asking);
  return v.parse(question.result, answer);
}

describe('the questions solve the story of the sample', () => {
  it('from frame 214 to frame 152, and the source around line 80', async () => {
    expect(await ask('describe')).toMatchObject({
      frames: 246,
      tracepoints: [{ number: 2 }, { number: 3 }, { number: 4, frames: 97 }, { number: 5 }],
      program: { state: 'placed' },
    });
    // The symptom: the queue is empty, and 65535 calls wait.
    expect(
      await ask('frames', {
        where: 'queue->waiting > 8',
        columns: ['queue->head', 'queue->tail', 'queue->waiting'],
        count: 1,
      }),
    ).toMatchObject({
      matched: 32,
      next: 1,
      frames: [
        {
          frame: 214,
          function: 'arrive',
          values: { 'queue->head': 104, 'queue->tail': 104, 'queue->waiting': 65535 },
        },
      ],
    });
    // The count was one too low before.
    expect(
      await ask('evaluate', {
        frames: [212, 213],
        expressions: ['queue->waiting', 'call->number'],
      }),
    ).toMatchObject({
      answers: [
        { frame: 212, values: [{ value: '1' }, { value: '103' }] },
        { frame: 213, values: [{ value: '0' }, { value: '104' }] },
      ],
    });
    // The cause: a call that nobody waits in any more was answered.
    expect(
      await ask('frames', {
        where: '$tracepoint == 4 && call->state == HUNG_UP',
        columns: ['call->number', 'call->state'],
      }),
    ).toMatchObject({
      matched: 1,
      frames: [{ frame: 152, line: 86, values: { 'call->number': 74, 'call->state': 'HUNG_UP' } }],
    });
    const source = (await ask('source', { place: 'callqueue.c:80', lines: 5 })) as {
      text: { line: number; text: string }[];
    };
    expect(source.text.find(({ line }) => line === 80)?.text).toMatch(/^\s*if \(.*HUNG_UP/);
  });
});

describe('a question', () => {
  it('describes what is odd about the file', async () => {
    const odd = { trace: sample.trace, notes: ['The program is another.'] } as never;
    expect(await ask('describe', {}, odd)).toMatchObject({ notes: ['The program is another.'] });
  });

  it('lists frames sorted, page by page', async () => {
    const sort = { by: 'queue->waiting', descending: true };
    const where = '$tracepoint == 2';
    const pages = [
      await ask('frames', { where, sort, count: 12 }),
      await ask('frames', { where, sort, first: 12, count: 12 }),
    ] as { matched: number; next?: number; frames: { frame: number }[] }[];
    expect(pages.map(({ matched, next, frames }) => [matched, next, frames.length])).toEqual([
      [20, 12, 12],
      [20, undefined, 8],
    ]);
    const all = pages.flatMap(({ frames }) => frames.map(({ frame }) => frame));
    expect(new Set(all).size).toBe(20);
    expect(all[0]).toBe(214);
  });

  it('shows a frame with what was not collected', async () => {
    expect(await ask('frame', { frame: 152 })).toMatchObject({
      frame: 152,
      tracepoint: 4,
      stack: [
        { level: 0, function: 'answer', line: 86 },
        { level: 1, function: 'main' },
      ],
      arguments: [{ name: 'queue' }, { name: 'agent' }, { name: 'minute', value: '134' }],
      locals: [{ name: 'call', type: 'struct call *' }],
      notCollected: [],
    });
    const { registers, notCollected } = (await ask('frame', { frame: 0 })) as {
      registers: object[];
      notCollected: string[];
    };
    expect(registers.length).toBeGreaterThan(10);
    expect(notCollected).toContain('rax');
  });

  it('reads memory byte by byte, and says where each is from', async () => {
    const read = (await ask('memory', { frame: 152, address: '&call->number', count: 4 })) as {
      bytes: string[];
    };
    expect(read).toMatchObject({
      bytes: ['4a', '00', '00', '00'],
      origins: [{ from: 'collected', bytes: 4 }],
    });
    const none = await ask('memory', { frame: 0, address: '0x10', count: 2 });
    expect(none).toMatchObject({
      bytes: ['--', '--'],
      origins: [{ from: 'unavailable', bytes: 2 }],
    });
  });

  it('runs commands of gdb in several frames, in its words', async () => {
    expect(
      await ask('gdb', { frames: [152, 214], commands: ['p $trace_frame', 'nonsense'] }),
    ).toMatchObject({
      answers: [152, 214].map((frame) => ({
        frame,
        outputs: [
          { output: `$1 = ${frame}` },
          { failed: true, output: 'No symbol "nonsense" in current context.' },
        ],
      })),
    });
  });

  it('follows a value, from the first frame in which it means something', async () => {
    const found = (await ask('changes', { expression: 'queue->waiting', count: 3 })) as {
      total: number;
      next: number;
      changes: { before: number; after: number; from: string; to: string }[];
    };
    expect(found).toMatchObject({ followed: 'queue->waiting at 0x404168', next: 3 });
    expect(found.changes).toHaveLength(3);
  });

  it('counts groups, and measures in them', async () => {
    const measure = 'queue.waiting';
    expect(await ask('groups', { by: 'tracepoint', measure })).toMatchObject({ total: 4 });
    expect(await ask('groups', { by: 'all', measure: '$trace_frame' })).toMatchObject({
      groups: [{ frames: 246, first: 0, last: 245, min: 0, max: 245, mean: 122.5 }],
    });
    expect(
      await ask('groups', { by: 'value', value: 'call->state', where: '$tracepoint == 4' }),
    ).toMatchObject({ groups: [{ frames: 96 }, { label: 'HUNG_UP', frames: 1, first: 152 }] });
  });

  it('pairs frames as intervals, page by page and sorted', async () => {
    const answered = '$tracepoint == 4';
    const between = { begin: answered, end: answered, count: 2 };
    const descending = { by: 'duration', descending: true };
    expect(await ask('intervals', { ...between, sort: descending })).toEqual({
      ...{ total: 96, unit: 'time', next: 2, notes: [] },
      durations: expect.objectContaining({ count: 96, min: 101, p99: 1469, max: 1647 }) as unknown,
      intervals: [
        { begin: 141, end: 151, depth: 0, duration: 1647 },
        { begin: 159, end: 166, depth: 0, duration: 1469 },
      ],
      unpaired: {
        ...{ begins: 1, ends: 1 },
        frames: [
          { frame: 1, side: 'end', reason: 'No begin before it.' },
          { frame: 213, side: 'begin', reason: 'No end follows.' },
        ],
      },
    });
    expect(await ask('intervals', { ...between, sort: { by: 'duration' } })).toMatchObject({
      intervals: [{ duration: 101 }, {}],
    });
    const keyed = { begin: answered, end: '$tracepoint == 2', key: 'call->number' };
    expect(await ask('intervals', { ...keyed, firstUnpaired: 110, count: 1 })).toMatchObject({
      ...{ total: 2, next: 1, intervals: [{ begin: 171, end: 176, key: '83' }] },
      unpaired: { begins: 95, ends: 18, next: 111, frames: [{ frame: 242 }] },
      notes: ['2 intervals have no duration: $trace_timestamp was not collected at both ends.'],
    });
    // Those without a duration are there when sorted by it, too.
    expect(await ask('intervals', { ...keyed, sort: descending })).toMatchObject({
      intervals: [{ begin: 171 }, { begin: 199 }],
    });
    await expect(ask('intervals', { begin: 'nonsense', end: answered })).rejects.toThrow(
      /^nonsense: Column 1: No symbol "nonsense"/,
    );
  });

  it('counts transitions of a state, and says which were never seen', async () => {
    const state = { expression: 'call->state', key: 'call->number' };
    expect(await ask('transitions', { ...state, count: 1 })).toMatchObject({
      ...{ total: 2, next: 1, gaps: 105, notes: [] },
      transitions: [{ from: 'WAITING', to: 'HUNG_UP', count: 8, overGaps: 0, first: 26 }],
      neverSeen: { total: 10 },
    });
    expect(await ask('transitions', { ...state, where: '$tracepoint == 4' })).toMatchObject({
      ...{ total: 0, gaps: 0, states: [{ state: 'WAITING' }, { state: 'HUNG_UP', first: 152 }] },
    });
  });

  it('exports text, and finds no problems in a sound file', async () => {
    const where = '$trace_frame == 152';
    expect(
      await ask('export', { format: 'csv', where, columns: ['frame', 'call->number'] }),
    ).toEqual({
      frames: 1,
      text: 'frame,call->number\r\n152,74\r\n',
      shortened: false,
    });
    expect(await ask('problems')).toEqual({ total: 0, problems: [] });
  });

  it('is refused in a sentence', async () => {
    await expect(ask('frames', { where: 'queue->wating > 3' })).rejects.toThrow(
      /no member named wating.*Did you mean queue->waiting > 3/s,
    );
    await expect(ask('frame', { frame: 246 })).rejects.toThrow(
      'There is no frame 246: callqueue.tf holds frames 0 to 245.',
    );
    await expect(ask('frame', { frame: 152, level: 9 })).rejects.toThrow('no stack frame 9');
    await expect(ask('source', {})).rejects.toThrow('Name a "place" or a "frame".');
    await expect(AskedTrace.open({ trace: '/nowhere.tf' }, nodeHost(samples))).rejects.toThrow(
      '/nowhere.tf cannot be read',
    );
  });

  it('says in words what is wrong with its input', async () => {
    const faults: [name: string, input: object, sentence: string][] = [
      ['describe', [], 'The input must be an object.'],
      ['frames', { more: 1 }, '"more" is no input here.'],
      ['frame', {}, '"frame" is missing.'],
      ['frame', { frame: '5' }, '"frame" must be a number.'],
      ['frame', { frame: 1.5 }, '"frame" must be a whole number.'],
      ['frames', { count: -1 }, '"count" must be at least 0.'],
      ['frames', { count: 1e9 }, '"count" must be at most 1000.'],
      ['frames', { where: '' }, '"where" must not be empty.'],
      ['frames', { where: 1 }, '"where" must be a text.'],
      ['frames', { where: 'x'.repeat(10_001) }, '"where" has more than 10000 characters.'],
      ['frames', { sort: { by: 'pc', descending: 1 } }, '"sort.descending" must be true or false.'],
      ['gdb', { commands: 'bt' }, '"commands" must be a list.'],
      ['gdb', { commands: [] }, '"commands" must not be empty.'],
      ['gdb', { commands: [1] }, '"commands.0" must be a text.'],
      ['gdb', { commands: Array(51).fill('bt') }, '"commands" has more than 50 items.'],
      ['transitions', { expression: 'x', unit: 'h' }, '"unit" must be one of "time", "frames".'],
    ];
    for (const [name, input, sentence] of faults) {
      await expect(ask(name, input)).rejects.toHaveProperty('message', sentence);
    }
  });

  it('that is cancelled fails, and the next one is answered', async () => {
    const [gdb] = questions.filter(({ name }) => name === 'gdb');
    const stop = new AbortController();
    stop.abort();
    await expect(gdb?.ask(sample, { commands: ['bt'] }, { signal: stop.signal })).rejects.toThrow(
      'cancelled',
    );
    expect(await ask('gdb', { commands: ['p 1 + 1'] })).toMatchObject({
      answers: [{ outputs: [{ output: '$1 = 2' }] }],
    });
  });
});

describe('an answer that has room for few texts', () => {
  const frames = [212, 213];
  const [value, command] = ['queue->waiting', 'print *queue'];

  it.each([
    ['frames', { columns: ['$rip'], count: 9 }, { frames: [{}], next: 1 }],
    [
      'evaluate',
      { frames, expressions: [command.slice(6), value] },
      { answers: [{ values: [{}] }] },
    ],
    ['gdb', { frames, commands: [command, command] }, { answers: [{ outputs: [{}] }] }],
  ])('ends with the one that fills it: %s', async (name, given, wanted) => {
    expect(await ask(name, given, sample, { room: 10 })).toMatchObject(wanted);
  });

  it('that nobody cuts is refused where it is too long', () => {
    const room = new TextRoom(runWith());
    const text = 'x'.repeat(1 << 25);
    room.take(text);
    room.take(text);
    expect(room.isFull()).toBe(false);
    expect(() => {
      room.take(text);
    }).toThrow('The answer is too long: ask for less at a time.');
  });
});
