// A disk that fails, or does not answer, while a page is shown: whatever the page asks for comes
// right, or fails with a sentence, at each of its reads; it comes right when the disk does; and
// what can be cancelled ends when it is.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { answerByName } from '../../../src/ask/answerByName';
import { maxRequestedBytes } from '../../../src/ask/bytes/fileBytes';
import { frameDetails } from '../../../src/ask/frame/frameDetails';
import { runWith, type QuestionRun } from '../../../src/ask/run';
import type { Column } from '../../../src/ask/table/tableMessages';
import { TableView } from '../../../src/ask/table/tableView';
import { traceQuestions, type TraceQuestions } from '../../../src/ask/traceQuestions';
import { Views } from '../../../src/ask/views';
import type { Problem } from '../../../src/expressions/problem';
import { openProgram } from '../../../src/symbols/openProgram';
import { ownColumn, ownColumns, valueColumn } from '../../../src/trace/export/tables';
import { exportFrames, type ExportFormat } from '../../../src/trace/export/exportFrames';
import { FrameCondition } from '../../../src/trace/search/framePredicate';
import { findFrame } from '../../../src/trace/search/search';
import { Trace } from '../../../src/trace/trace';
import type { AnswerOf, InputOf } from '../../../src/wire/contract';
import type { TraceQuestionName } from '../../tracePage';
import { eventually } from '../../eventually';
import { diskGone, FaultySource } from '../trace/faultySource';

const corpus = path.join(import.meta.dirname, '../../corpus/x86_64');

/** A trace and its program, each on a medium that can fail, and what a page asks of them. */
async function shown() {
  const file = new FaultySource(readFileSync(path.join(corpus, 'app.tf')));
  const programFile = new FaultySource(readFileSync(path.join(corpus, 'app')));
  const opened = await Trace.open(file, 'app.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  await trace.recording.indexed;
  const program = await openProgram(programFile, 'app');
  if ('problem' in program) throw new Error(program.problem);
  await trace.modules.use({ ...program, dispose: () => undefined }, undefined);
  return { trace, file, programFile, jobs: jobsOn(trace) };
}

/** Those that may read the whole file. */
const longJobs = [
  'a sort by value',
  'groups by value',
  'a search of bytes',
  'intervals',
  'transitions',
  'a find',
  'an export as a trace',
  'an export as a table',
];

type Job = (run: QuestionRun) => Promise<unknown>;

function jobsOn(trace: Trace): Readonly<Record<string, Job>> {
  const table = new TableView(trace);
  const views = new Views();
  const view = views.add(table);
  const ask = async <Name extends TraceQuestionName>(
    name: Name,
    asked: InputOf<TraceQuestions, Name>,
    run: QuestionRun,
  ) =>
    (await answerByName(traceQuestions, name, { trace, views }, asked, run)) as AnswerOf<
      TraceQuestions,
      Name
    >;
  /** Its number is another each time. */
  const found = async (answer: Promise<{ readonly view: number }>) => ({
    ...(await answer),
    view: undefined,
  });
  const [tracepoint = 0] = trace.recording.description.tracepoints.map(({ number }) => number);
  let condition: FrameCondition | Problem | undefined;
  const sorted = async (column: Column, run: Parameters<Job>[0]) => {
    const sort = { column, descending: false };
    const view = await table.arrange({ filter: '', hide: false, sort }, run);
    return [view, Array.from({ length: 20 }, (_, row) => table.frames.frameAt(row))];
  };
  const exported = async (format: ExportFormat, signal: AbortSignal) => {
    const pieces: string[] = [];
    const sink = {
      write: (piece: Uint8Array) =>
        Promise.resolve(void pieces.push(Buffer.from(piece).toString('latin1'))),
    };
    const value = await table.value('$rsp');
    const columns = [...ownColumns.map((name) => ownColumn(trace, name)), valueColumn(value)];
    const frames = { count: 10, frameAt: (row: number) => 3 * row, rowOf: () => undefined };
    const isDone = await exportFrames(trace, { format, frames, columns }, sink, { signal });
    return [isDone, pieces.join('')];
  };
  return {
    'a filter': (run) =>
      table.arrange({ filter: '$rsp != 0 && *(char *) $rsp >= 0', hide: true }, run),
    'a sort by value': (run) => sorted({ kind: 'value', text: '$rsp' }, run),
    'a sort by change': (run) => sorted({ kind: 'change', text: '$rsp', since: 'hit' }, run),
    'groups by value': (run) =>
      ask('groups', { view, by: { kind: 'value', text: '$rip' }, measured: '$rsp' }, run),
    'the times': (run) => ask('times', {}, run),
    'a plot': (run) => ask('plotValues', { text: '$rsp' }, run),
    'the bytes': async (run) => [
      await ask('bytes', { offset: 0, length: maxRequestedBytes }, run),
      await ask('bytes', { offset: maxRequestedBytes, length: maxRequestedBytes }, run),
      await ask('bytes', { offset: 2 * maxRequestedBytes, length: 8000 }, run),
    ],
    'a search of bytes': (run) =>
      ask(
        'findBytes',
        {
          kind: 'hex',
          pattern: 'ff ff',
          matchCase: false,
          from: 0,
          direction: 1,
          most: 5,
          wrap: true,
        },
        run,
      ),
    'a find': async ({ signal }) => {
      condition ??= await FrameCondition.compile(
        trace,
        '$_streq($trace_func, "none") && $rsp == 1',
      );
      if ('problem' in condition) throw new Error(condition.problem);
      return findFrame(trace, [{ condition }], { from: -1, direction: 1, signal });
    },
    'an export as a trace': ({ signal }) => exported('trace', signal),
    'an export as a table': ({ signal }) => exported('csv', signal),
    'an export as tdump': ({ signal }) => exported('tdump', signal),
    intervals: (run) =>
      found(ask('findIntervals', { begin: '$rsp % 3 == 0', end: '', key: '$rip' }, run)),
    'suggested intervals': (run) => ask('suggestIntervals', {}, run),
    transitions: (run) => found(ask('findTransitions', { state: '$rip', key: '' }, run)),
    'what actions collected': (run) => ask('collectedBy', { tracepoint }, run),
    'a frame': () => frameDetails(trace, 7),
    'a call stack': (run) => ask('stackFrames', { frame: 9 }, run),
    variables: async (run) => {
      const { view: tree } = await ask('variables', { frame: 9, level: 0 }, run);
      return ask('variableChildren', { view: tree, path: [], start: 0, count: 10 }, run);
    },
    changes: (run) => ask('changes', { frame: 9, since: { kind: 'frame' } }, run),
    'a comparison': (run) => ask('compare', { left: 3, right: 9, all: true }, run),
    'a tracepoint': (run) => ask('tracepoint', { tracepoint }, run),
  };
}

function asText(answer: unknown): string {
  return JSON.stringify(answer, (_, each: unknown) => {
    if (typeof each === 'bigint') return String(each);
    return ArrayBuffer.isView(each) ? Array.from(each as Float64Array) : each;
  });
}

const undisturbed = () => runWith();
const names = Object.keys((await shown()).jobs);

describe.each(names)('%s', (name) => {
  it.each(['file', 'programFile'] as const)(
    'comes right or fails where the %s does',
    async (which) => {
      const clean = await (await shown()).jobs[name]?.(undisturbed());
      const { [which]: medium, jobs } = await shown();
      let failed = 0;
      for (let answered = 0; ; answered++) {
        medium.failAfter(answered);
        const { reads } = medium;
        const outcome = await jobs[name]?.(undisturbed()).then(asText, (error: unknown) => error);
        const isHit = medium.reads - reads > answered;
        // What is read ahead in vain may fail without harm.
        if (outcome === diskGone) failed++;
        else expect(outcome).toBe(asText(clean));
        if (!isHit) break;
      }
      medium.heal();
      expect(asText(await jobs[name]?.(undisturbed()))).toBe(asText(clean));
      if (which === 'file' && !withoutReading.has(name)) expect(failed).toBeGreaterThan(0);
    },
  );
});

describe('rows', () => {
  const asked = [0, 10, [{ kind: 'value', text: '$rsp' } as const]] as const;

  it('whose frame cannot be read have what the index knows, and the others are whole', async () => {
    const { trace, file } = await shown();
    const table = new TableView(trace);
    const clean = await table.rows(...asked);
    const unreadable = trace.recording.index.offset(7);
    file.failFrom(unreadable);
    const rows = await table.rows(...asked);
    expect(rows.slice(0, 7)).toEqual(clean.slice(0, 7));
    for (const [i, row] of rows.slice(7).entries()) {
      const values = [{ problem: diskGone.message }];
      expect(row).toEqual({ ...clean[7 + i], collected: [], damaged: true, values });
    }
    file.heal();
    expect(await table.rows(...asked)).toEqual(clean);
  });
});

/** What the index and the description tell alone. */
const withoutReading: ReadonlySet<string> = new Set(['a tracepoint']);

describe.each(longJobs)('%s', (name) => {
  it('ends where it is cancelled while the disk does not answer', async () => {
    const { file, jobs } = await shown();
    // What an expression means is found out; a page no longer waits for that once it is cancelled.
    await jobs[name]?.(undisturbed());
    const release = file.hold();
    const { reads } = file;
    const run = new AbortController();
    const ended = vi.fn();
    void jobs[name]?.(runWith({ signal: run.signal })).then(ended, ended);
    await eventually(() => {
      expect(file.reads).toBeGreaterThan(reads);
    });
    expect(ended).not.toHaveBeenCalled();
    run.abort();
    await eventually(() => {
      expect(ended).toHaveBeenCalled();
    });
    release();
  });
});
