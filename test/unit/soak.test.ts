// A long session: traces opened and closed, many at once, steps, a page that stays open. Nothing of
// it stays, by count of the objects that are alive and of the descriptors that are open.
// `npm run soak` makes it as long as a working day.
import type { ModuleManager } from '../../src/trace/moduleManager';
import path from 'node:path';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { AdapterHost } from '../../src/adapter/host';
import { CompanionFiles } from '../../src/platform/companionFiles';
import { FileSink } from '../../src/platform/fileSink';
import { filesOnDisk, openFile } from '../../src/platform/fileSource';
import { openTraceFile } from '../../src/trace/openTraceFile';
import { OpenTraces } from '../../src/trace/openTraces';
import { programOpener } from '../../src/trace/programOpener';
import { Bookmarks } from '../../src/workbench/bookmarks';
import { decoderHere } from '../capstone';
import { eventually } from '../eventually';
import { SessionInProcess } from '../sessionInProcess';
import { TracePage } from '../tracePage';
import { grown, heapCounts } from './liveObjects';
import { openDescriptors } from './openDescriptors';
import { memento } from './workbench/memento';

vi.mock('vscode', () => ({
  debug: { onDidChangeActiveStackItem: () => ({ dispose: () => undefined }) },
  window: { showErrorMessage: vi.fn() },
  extensions: { getExtension: () => undefined },
  l10n: { t: (text: string) => text },
}));

const samples = path.join(import.meta.dirname, '../../samples');
const folder = mkdtempSync(path.join(tmpdir(), 'open-close-'));
const program = path.join(samples, 'callqueue');
const decoder = decoderHere();

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A trace file of its own. */
function sample(name: string): string {
  const file = path.join(folder, name);
  copyFileSync(path.join(samples, 'callqueue.tf'), file);
  return file;
}

const traces = new OpenTraces(
  (key) => openTraceFile(filesOnDisk, key),
  (key) => path.basename(key),
);
const open = programOpener(
  openFile,
  () => new CompanionFiles([]),
  () => undefined,
);
const bookmarks = new Bookmarks(memento());

async function useProgram(modules: ModuleManager): Promise<void> {
  const opened = await open(program);
  if ('problem' in opened) throw new Error(opened.problem);
  await modules.use(opened, undefined);
}

const filter = 'queue->waiting >= 2';
const filters = ['', filter, '$tracepoint == 4', '$_changed(queue->waiting)'];
const range = { axis: 'frame', from: 0, to: 246, parts: 100 } as const;

/** Everything that a page asks for; the answers that can be compared. */
async function look(page: TracePage): Promise<unknown[]> {
  const sort = { column: { kind: 'value', text: 'queue->waiting' }, descending: true } as const;
  const { view: table } = page;
  const view = await page.ask('view', { view: table, filter, hide: true, sort });
  const columns = [{ kind: 'value', text: 'queue->waiting' }] as const;
  const rows = await page.ask('rows', { view: table, first: 0, count: 20, columns: [...columns] });
  const measured = 'queue->waiting';
  const groups = await page.ask('groups', { view: table, by: { kind: 'function' }, measured });
  await page.ask('times', {});
  const overview = await page.ask('overview', { range, table });
  await page.ask('plotValues', { text: measured });
  const plot = await page.ask('plot', { range, texts: [measured] });
  await page.ask('changes', { frame: 2, since: { kind: 'frame' } });
  const { view: tree } = await page.ask('variables', { frame: 1, level: 0 });
  await page.ask('variableChildren', { view: tree, path: [], start: 0, count: 50 });
  await page.ask('compare', { left: 0, right: 1, all: false });
  await page.ask('memory', { frame: 1, address: '$rsp' });
  await page.ask('complete', { frame: 1, text: 'que' });
  await page.ask('tracepoint', { tracepoint: 2 });
  await page.ask('collectedBy', { tracepoint: 2 });
  await page.ask('suggestIntervals', {});
  const found = await page.ask('findIntervals', {
    ...{ begin: '$tracepoint == 4', end: '', key: 'agent' },
  });
  const { view: intervals } = found;
  await page.ask('arrangeIntervals', {
    view: intervals,
    by: 'key',
    descending: true,
    key: 'agents',
  });
  await page.ask('intervalRows', { view: intervals, first: 0, count: 20 });
  await page.ask('unpairedFrames', { view: intervals, first: 0, count: 20 });
  const followed = await page.ask('findTransitions', { state: 'call->state', key: '' });
  await page.ask('transitionFilter', { view: followed.view, row: 0 });
  await page.ask('bytes', { offset: 0, length: 256 });
  // Goes on when the page closes.
  void page.ask('view', { view: table, filter: `${filter} && minute > 1`, hide: true });
  return [view, rows, groups, overview, plot, found, followed];
}

const host: AdapterHost = {
  resolve: (file) => file,
  acquireTrace: (file) => traces.acquire(file),
  openProgram: open,
  findProgram: (trace) => useProgram(trace.modules),
  acquireBranchTrace: () => Promise.resolve({ problem: 'None.' }),
  findBranchProgram: () => Promise.resolve(),
  sourceFolders: [samples],
  sourceMap: {},
  withoutSource: 'disassembly',
  fileExists: () => Promise.resolve(true),
  readText: () => Promise.resolve(undefined),
  startDecoder: () => ({
    decode: async (...asked) => (await decoder).decode(...asked),
    dispose: () => undefined,
  }),
  connectTarget: () => Promise.resolve({ problem: 'None.' }),
  createFile: (file) => FileSink.create(file),
};

async function debug(file: string): Promise<SessionInProcess> {
  const session = new SessionInProcess(host);
  await session.request('initialize', { supportsInvalidatedEvent: true });
  await session.request('launch', { trace: file });
  const condition = 'queue->waiting == 3';
  await session.request('setFunctionBreakpoints', { breakpoints: [{ name: 'answer', condition }] });
  await session.request('configurationDone');
  await session.stopped();
  await session.request('continue', { threadId: 1 });
  await session.stopped();
  await session.request('stackTrace', { threadId: 1 });
  await session.request('evaluate', { expression: '*queue', context: 'watch' });
  await session.request('evaluate', { expression: 'info tracepoints', context: 'repl' });
  await session.request('disassemble', { memoryReference: '0x4013a7', instructionCount: 8 });
  return session;
}

/** One trace, opened by an editor and debugged, and closed. */
async function openAndClose(file: string): Promise<unknown[]> {
  const lease = await traces.acquire(file);
  if ('problem' in lease) throw new Error(lease.problem);
  await useProgram(lease.trace.modules);
  await lease.trace.recording.indexed;
  const page = new TracePage(lease.trace, bookmarks);
  // A debugger's programs are the page's too: it looks after they have come.
  const session = await debug(file);
  const seen = await look(page);
  page.dispose();
  session.dispose();
  lease.dispose();
  return seen;
}

/** Those of the test itself. */
const descriptors = openDescriptors();

/** Classes of which none may be left. */
const ours = [
  'Trace',
  'TraceReloader',
  'FrameIndex',
  'FileSource',
  'CompanionFiles',
  'Program',
  'TracePanel',
  'TableView',
  'Lanes',
  'Plots',
  'FoundIntervals',
  'FoundTransitions',
  'VariableTree',
  'HostWire',
  'TraceDebugSession',
  'DebugContext',
  'FrameNavigator',
];

type HeapCounts = ReadonlyMap<string, number>;

/**
 * Counts the live objects by class until `check` does not throw: what is still at work holds
 * something too. Resolves with the last counts.
 */
function heapCountsOnce(check: (counts: HeapCounts) => void): Promise<HeapCounts> {
  return eventually(async () => {
    const counts = await heapCounts();
    check(counts);
    return counts;
  });
}

/** Waits until what was closed is closed: first the files, which is soon seen, then the objects. */
async function nothingIsLeft(
  check: (counts: HeapCounts) => void = () => undefined,
): Promise<HeapCounts> {
  await eventually(() => {
    expect(openDescriptors()).toBe(descriptors);
  });
  return heapCountsOnce((counts) => {
    const left = ours.flatMap((name) => (counts.has(name) ? [[name, counts.get(name)]] : []));
    expect(Object.fromEntries(left)).toEqual({});
    check(counts);
  });
}

/** Fails where there are at least `least` more objects of a class than before. */
function notGrown(before: HeapCounts, least: number): (counts: HeapCounts) => void {
  return (counts) => {
    expect(grown(before, counts, least)).toEqual({});
  };
}

/** How much is done; `npm run soak` does all of it. */
const isWhole = process.env['SOAK'] === 'whole';
const openings = isWhole ? 300 : 12;
const tracesAtOnce = isWhole ? 20 : 4;
const steps = isWhole ? 10_000 : 80;
const looks = isWhole ? 3600 : 80;
/** What is done before anything is counted: caches are full then. */
const firstOpenings = isWhole ? 20 : 8;
const warmUp = isWhole ? 500 : 80;
/** Frames that are looked at: all of them within the warm-up. */
const framesSeen = isWhole ? 246 : 60;

setFlagsFromString('--expose-gc');
/** Counting leaves much behind that is no part of what is measured. */
const collectGarbage = runInNewContext('gc') as () => void;

/** Says what the heap and the process hold, in a whole soak. */
function sayMemory(when: string): void {
  if (!isWhole) return;
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  const [heap, all] = [heapUsed, rss].map((bytes) => `${Math.round(bytes / (1 << 20))} MiB`);
  console.log(`${when}: heap ${heap}, process ${all}, ${openDescriptors()} descriptors`);
}

/**
 * Does something over and over, and fails where objects of a class stay with every second time.
 */
async function expectNoGrowth(
  what: string,
  times: number,
  act: (round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < warmUp; round++) await act(round);
  const before = await heapCounts();
  sayMemory(`${what}, before`);
  for (let round = 0; round < times; round++) await act(warmUp + round);
  await heapCountsOnce(notGrown(before, times / 2));
  sayMemory(`${what}, ${times} times`);
}

describe('many traces at once', () => {
  it('are searched, sorted and plotted at the same time, and nothing of them stays', async () => {
    const expected = await openAndClose(sample('one.tf'));
    const files = Array.from({ length: tracesAtOnce }, (_, i) => sample(`${i}.tf`));
    const seen = await Promise.all(files.map(openAndClose));
    expect(seen).toEqual(files.map(() => expected));
    expect(traces.all.size).toBe(0);
    await nothingIsLeft();
  });
});

describe('a trace', () => {
  it('is opened and closed again and again, and nothing of it stays', async () => {
    const file = sample('again.tf');
    for (let i = 0; i < firstOpenings; i++) await openAndClose(file);
    const before = await nothingIsLeft();
    sayMemory('openings, before');
    for (let i = 0; i < openings; i++) await openAndClose(file);
    // What grew with the openings grew by one in each at least.
    await nothingIsLeft(notGrown(before, 0.8 * openings));
    sayMemory(`openings, ${openings} times`);
  });
});

const moves = ['next', 'stepIn', 'stepBack', 'stepOut', 'next', 'stepIn', 'reverseContinue'];

/** A session that steps on and on. Whoever calls it holds nothing of it. */
async function stepOn(): Promise<void> {
  const session = await debug(sample('steps.tf'));
  await expectNoGrowth('steps', steps, async (round) => {
    const stop = session.stopped();
    await session.request(moves[round % moves.length] ?? 'next', { threadId: 1 });
    await stop;
    const { stackFrames } = (await session.request('stackTrace', {
      threadId: 1,
    })) as DebugProtocol.StackTraceResponse['body'];
    const frameId = stackFrames[0]?.id ?? 0;
    const { scopes } = (await session.request('scopes', {
      frameId,
    })) as DebugProtocol.ScopesResponse['body'];
    for (const { variablesReference } of scopes.slice(0, 3)) {
      await session.request('variables', { variablesReference });
    }
    // Not every frame is in a function that has it.
    const watched = { expression: '*queue', frameId, context: 'watch' };
    await session.request('evaluate', watched).catch(() => undefined);
  });
  session.dispose();
}

/** A page that stays open for an hour, looked at every second. */
async function lookOn(): Promise<void> {
  const lease = await traces.acquire(sample('page.tf'));
  if ('problem' in lease) throw new Error(lease.problem);
  const { trace } = lease;
  await useProgram(trace.modules);
  await trace.recording.indexed;
  const page = new TracePage(trace, bookmarks);
  await expectNoGrowth('looks', looks, async (round) => {
    const frame = (7 * round) % framesSeen;
    await page.select(frame);
    const text = filters[round % filters.length] ?? '';
    await page.ask('view', { view: page.view, filter: text, hide: round % 2 === 0 });
    const columns = [{ kind: 'value', text: 'queue->waiting' }] as const;
    await page.ask('rows', {
      view: page.view,
      first: frame % 100,
      count: 30,
      columns: [...columns],
    });
    await page.ask('changes', { frame, since: { kind: 'frame' } });
    const { view: tree } = await page.ask('variables', { frame, level: 0 });
    await page.ask('variableChildren', { view: tree, path: [], start: 0, count: 50 });
    // Not every frame collected it.
    await page.ask('memory', { frame, address: '$rsp' }).catch(() => undefined);
    await page.ask('overview', { range, table: page.view });
    await page.ask('bytes', { offset: 16 * round, length: 512 });
  });
  page.dispose();
  lease.dispose();
}

describe('a debug session', () => {
  it('steps on and on, and nothing of a stop stays', async () => {
    await stepOn();
    await nothingIsLeft();
  });
});

describe('a page', () => {
  it('that stays open for an hour, looked at every second, keeps nothing of a look', async () => {
    await lookOn();
    await nothingIsLeft();
  });
});
