// Two traces compared: real recordings of two runs under ASLR and of a repaired program, and what
// is wrong with some.
import { runWith } from '../../../../src/ask/run';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparison } from '../../../../src/ask/comparison/compare';
import type { AskedTrace } from '../../../../src/ask/askedTrace';
import { checkedInput } from '../../../../src/ask/question';
import { matchTracepoints } from '../../../../src/trace/comparison/tracepointPairs';
import {
  comparisonCsv,
  comparisonMarkdown,
} from '../../../../src/trace/comparison/comparisonReport';
import { bytes, header } from '../../format/traceBytes';
import { RecordingFiles, recordedBytes } from '../../trace/comparison/recordings';

let files: RecordingFiles;
let one: AskedTrace;
let two: AskedTrace;
let repaired: AskedTrace;

beforeAll(async () => {
  files = new RecordingFiles();
  one = await files.open('aslr-one');
  two = await files.open('aslr-two');
  repaired = await files.open('while');
});
afterAll(() => {
  files.dispose();
});

async function compared(left: AskedTrace, right: AskedTrace, given: object = {}) {
  const answer = await comparison.answer(
    left,
    right,
    checkedInput(comparison.input, given),
    runWith(),
  );
  expect(v.safeParse(comparison.result, answer).issues).toBeUndefined();
  return answer;
}

type Result = Awaited<ReturnType<typeof compared>>;
const differing = ({ values }: Result) => values.filter((each) => each.differing > 0);
const valueOf = ({ values }: Result, tracepoint: number, expression: string) =>
  values.find((each) => each.tracepoint === tracepoint && each.expression === expression);

describe('two runs of one program under ASLR', () => {
  it('are loaded at different addresses', () => {
    const slides = [one, two].map(({ trace }) => trace.modules.traced.slide);
    expect(new Set(slides).size).toBe(2);
    expect(slides).not.toContain(undefined);
  });

  it('have no differences in variables, arguments, locals and expressions', async () => {
    const result = await compared(one, two);
    expect(result.summary).toBe('No differences: 230 hits and 149 values are equal.');
    expect(differing(result)).toEqual([]);
    expect(result.tracepoints).toMatchObject([
      { left: 2, place: 'callqueue.c:47', aligned: 20, equal: 20 },
      // Each of the eight hits has two steps.
      { left: 3, place: 'callqueue.c:65', aligned: 24, equal: 24 },
      { left: 4, place: 'callqueue.c:86', functionName: 'answer', aligned: 97, equal: 97 },
      { left: 5, place: 'callqueue.c:94', aligned: 105, equal: 105 },
    ]);
    // What pointers point to was compared, and where they point.
    expect(valueOf(result, 4, 'call->state')).toMatchObject({ compared: 97 });
    expect(valueOf(result, 2, 'queue')?.histogram.bars).toEqual([
      { value: 'queue', left: 20, right: 20 },
    ]);
    expect(valueOf(result, 5, 'agents[0].name')?.histogram.bars).toEqual([
      { value: '"Ada"', left: 105, right: 105 },
    ]);
    expect(result.intervals).toMatchObject([{ tracepoint: 4, left: { count: 96 } }]);
  });

  it('differ in registers on request, which are suggested as noise and can be excluded', async () => {
    const result = await compared(one, two, { registers: true });
    const names = new Set(differing(result).map(({ expression }) => expression));
    expect(names).toContain('$rsp');
    // It points into the program.
    expect(names).not.toContain('$rip');
    expect(valueOf(result, 4, '$rsp')?.noise).toBe('an address on the heap or the stack');
    const without = await compared(one, two, { registers: true, exclude: [...names] });
    expect(without.summary).toMatch(/^No differences: /);
  });

  it('have equal memory on request, but for the addresses of the stack', async () => {
    const result = await compared(one, two, { memory: true });
    // The ninth block is the stack: $rsp@160.
    expect(differing(result).map(({ expression }) => expression)).toEqual(['memory block 9']);
    expect(valueOf(result, 4, 'memory block 1')).toMatchObject({ compared: 97, differing: 0 });
  });
});

describe('the program with `if`, and with `while`', () => {
  it('says the first hit and value that differ', async () => {
    const result = await compared(one, repaired);
    expect(result.summary).toBe(
      'hit 70 of #4 at callqueue.c:86: call->state is HUNG_UP on the left, WAITING on the right; 142 hits before are equal',
    );
    // The sample's story: frame 152 answers a call that was hung up.
    expect(result.divergence).toMatchObject({ left: 152, right: 152, expression: 'call->state' });
    expect(result.tracepoints[0]).toMatchObject({ leftHits: 20, rightHits: 1 });
    expect(result.onlyLeft.total).toBe(19);
    expect(result.onlyRight.total).toBe(13);
    const states = valueOf(result, 4, 'call->state');
    expect(states?.histogram.bars).toEqual([
      { value: 'WAITING', left: 96, right: 110 },
      { value: 'HUNG_UP', left: 1, right: 0 },
    ]);
    // What differs in frames that belong together comes first, then by distance.
    const listed = result.values.map(({ differing, histogram, noise }) => ({
      group: noise === undefined ? (differing > 0 ? 0 : 1) : 2,
      distance: histogram.distance,
    }));
    const groups = listed.map(({ group }) => group);
    expect(groups.slice(0, groups.indexOf(2))).toEqual(
      groups.slice(0, groups.indexOf(2)).sort((a, b) => a - b),
    );
    expect(groups).toContain(1);
    const [first] = listed;
    const alike = listed.filter(({ group }) => group === first?.group);
    expect(first?.distance).toBe(Math.max(...alike.map(({ distance }) => distance)));
  });

  it('aligns by a key: the call that was never answered is only on one side', async () => {
    const result = await compared(one, repaired, { key: 'call->number' });
    const answers = result.tracepoints.find(({ left }) => left === 4);
    expect(answers?.aligned).toBeGreaterThan(90);
    expect(result.summary).toContain('hit 70 of #4 at callqueue.c:86 is only on the left');
    expect(result.notes.join('\n')).toContain('hits did not collect call->number');
  });

  it('is the same the other way round', async () => {
    const result = await compared(repaired, one);
    expect(result.summary).toContain('call->state is WAITING on the left, HUNG_UP on the right');
    expect(result.onlyLeft.total).toBe(13);
  });

  it('is written as Markdown and CSV', async () => {
    const result = await compared(one, repaired);
    const markdown = comparisonMarkdown(result);
    expect(markdown).toContain('**hit 70 of #4 at callqueue.c:86: call->state is HUNG\\_UP');
    expect(markdown).toContain('| 2 | 2 | callqueue.c:47 | arrive | 20 | 1 | 1 | 0 |');
    const lines = comparisonCsv(result).trimEnd().split('\r\n');
    expect(lines).toHaveLength(150);
    expect(lines.find((line) => line.includes(',call->state,97,'))).toMatch(
      /^4,callqueue\.c:86,call->state,97,1,152,152,HUNG_UP,WAITING,0\.01,/,
    );
  });
});

describe('a list on the heap, and the same in a program that was rebuilt', () => {
  let list: AskedTrace;
  let moved: AskedTrace;

  beforeAll(async () => {
    list = await files.open('list');
    moved = await files.open('list-moved');
  });

  it('is matched by function and text, though its line has moved', async () => {
    const result = await compared(list, moved);
    expect(result.tracepoints).toMatchObject([
      {
        place: 'list.c:17',
        functionName: 'add',
        leftHits: 12,
        rightHits: 12,
        aligned: 12,
        equal: 12,
      },
    ]);
    const places = await matchTracepoints(list.trace, moved.trace, 'place');
    expect(places.pairs.map(({ right }) => right.line)).toEqual([19]);
  });

  it('is equal by what its pointers point to', async () => {
    const result = await compared(list, moved);
    expect(result.summary).toMatch(/^No differences: 12 hits /);
    expect(valueOf(result, 2, 'node->number')).toMatchObject({ compared: 12, differing: 0 });
  });

  it('differs in its addresses on request: noise that is suggested and excluded', async () => {
    const result = await compared(list, moved, { addresses: true });
    const noise = result.values.filter((each) => each.noise !== undefined);
    expect(noise.map(({ expression }) => expression)).toContain('node');
    expect(new Set(noise.map((each) => each.noise))).toEqual(
      new Set(['an address on the heap or the stack']),
    );
    const exclude = noise.map(({ expression }) => expression);
    const without = await compared(list, moved, { addresses: true, exclude });
    expect(without.summary).toMatch(/^No differences: 12 hits /);
  });
});

describe('bad input', () => {
  it('a trace without a program: variables are not compared, trace state variables are', async () => {
    const others = new RecordingFiles();
    const alone = await others.openFile(others.trace('aslr-two', undefined, 'alone'));
    const result = await compared(one, alone);
    others.dispose();
    expect(result.notes).toContain(
      'alone.tf has no program with known addresses: its variables are not compared. Choose its program, or compare registers and memory.',
    );
    expect(valueOf(result, 4, '$answered')).toMatchObject({ compared: 97, differing: 0 });
    expect(valueOf(result, 4, 'call->state')).toBeUndefined();
    expect(result.tracepoints).toHaveLength(4);
  });

  it('an empty trace', async () => {
    const empty = await files.openFile(
      files.write('empty.tf', bytes(header('R 0', 'status 0;tnotrun:0'), [0, 0])),
    );
    const result = await compared(one, empty);
    expect(result.summary).toBe('No frames could be aligned.');
    expect(result.notes.join('\n')).toContain('empty.tf has no frames');
  });

  it('a damaged trace: the frames before the damage are compared', async () => {
    const damaged = recordedBytes('aslr-two').subarray(0, 200_000);
    const file = files.trace('aslr-two', damaged, 'damaged');
    const result = await compared(one, await files.openFile(file, files.program('aslr-two')));
    expect(result.notes.join('\n')).toContain('damaged.tf is damaged');
    expect(differing(result)).toEqual([]);
    expect(result.summary).toMatch(/is only on the left; \d+ hits before are equal$/);
  });

  it('a trace whose run goes on', async () => {
    const running = recordedBytes('aslr-two')
      .toString('latin1')
      .replace('\nstatus 0;', '\nstatus 1;');
    const file = files.trace('aslr-two', Buffer.from(running, 'latin1'), 'running');
    const result = await compared(one, await files.openFile(file, files.program('aslr-two')));
    expect(result.notes.join('\n')).toContain('running.tf was saved during its run');
    expect(differing(result)).toEqual([]);
  });

  it('a trace whose buffer wrapped: by how many frames, and what to do', async () => {
    const wrapped = recordedBytes('aslr-two')
      .toString('latin1')
      .replace(/tcreated:[\da-f]+/, 'tcreated:100');
    const file = files.trace('aslr-two', Buffer.from(wrapped, 'latin1'), 'wrapped');
    const result = await compared(one, await files.openFile(file, files.program('aslr-two')));
    expect(result.notes.join('\n')).toContain(
      'The buffer of wrapped.tf wrapped: its oldest 10 frames are gone, so that hits are counted from a later one. Align by a key instead.',
    );
  });

  it('traces of different architectures: both are said, and registers are not compared', async () => {
    const corpus = path.join(import.meta.dirname, '../../../corpus');
    const [arm, s390] = await Promise.all(
      ['aarch64', 's390x'].map((machine) =>
        files.openFile(path.join(corpus, machine, 't1-regs.tf')),
      ),
    );
    if (!arm || !s390) throw new Error('no trace');
    const result = await compared(arm, s390, { registers: true });
    expect(result.notes.join('\n')).toMatch(/different architectures \(aarch64, s390/);
    expect(result.values.filter(({ expression }) => expression.startsWith('$r'))).toEqual([]);
    expect(result.tracepoints.length).toBeGreaterThan(0);
  });

  it('a key that means nothing: hits are aligned by number', async () => {
    const result = await compared(one, two, { key: 'nothing->of' });
    expect(result.summary).toMatch(/^No differences: /);
    expect(result.notes.join('\n')).toContain('460 hits did not collect nothing->of');
  });
});

describe('comparing', () => {
  it('ends where it is cancelled, before or on the way', async () => {
    const input = checkedInput(comparison.input, {});
    await expect(
      comparison.answer(one, two, input, runWith({ signal: AbortSignal.abort() })),
    ).rejects.toThrow('cancelled');
    const cancelled = new AbortController();
    const report = () => {
      cancelled.abort();
    };
    await expect(
      comparison.answer(one, two, input, { signal: cancelled.signal, report }),
    ).rejects.toThrow('cancelled');
  });
});
