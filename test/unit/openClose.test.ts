// What the extension opens for a trace, opened and closed fifty times, and eight traces at once:
// nothing of it stays, by count of the objects that a heap snapshot sees and of the descriptors
// that are open.
import type { ModuleManager } from '../../src/trace/moduleManager';
import path from 'node:path';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { AdapterHost } from '../../src/adapter/host';
import { CapstoneDecoder } from '../../src/platform/capstone';
import { CompanionFiles } from '../../src/platform/companionFiles';
import { FileSink } from '../../src/platform/fileSink';
import { filesOnDisk, openFile } from '../../src/platform/fileSource';
import { openTraceFile } from '../../src/trace/openTraceFile';
import { OpenTraces } from '../../src/trace/openTraces';
import { programOpener } from '../../src/trace/programOpener';
import { Bookmarks } from '../../src/workbench/bookmarks';
import { eventually } from '../eventually';
import { SessionInProcess } from '../sessionInProcess';
import { TracePage } from '../tracePage';
import { grown, heapCounts } from './heapCounts';
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
const library = createRequire(import.meta.url).resolve('@alexaltea/capstone-js');
const decoder = CapstoneDecoder.load(
  readFileSync(path.join(path.dirname(library), 'capstone.wasm')),
);

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
const stretch = { axis: 'frame', from: 0, to: 246, parts: 100 } as const;

/** Everything that a page asks for; the answers that can be compared. */
async function look(page: TracePage): Promise<unknown[]> {
  const sort = { column: { kind: 'value', text: 'queue->waiting' }, descending: true } as const;
  const view = await page.ask('view', { filter, hide: true, sort });
  const columns = [{ kind: 'value', text: 'queue->waiting' }] as const;
  const rows = await page.ask('rows', { first: 0, count: 20, columns: [...columns] });
  const measured = 'queue->waiting';
  const groups = await page.ask('groups', { by: { kind: 'function' }, measured });
  await page.ask('times', {});
  const overview = await page.ask('overview', stretch);
  await page.ask('plotValues', { text: measured });
  const plot = await page.ask('plot', { stretch, texts: [measured] });
  await page.ask('changes', { frame: 2, since: { kind: 'frame' } });
  await page.ask('variables', { frame: 1, level: 0, path: [], start: 0, count: 50 });
  await page.ask('compare', { left: 0, right: 1, all: false });
  await page.ask('memory', { frame: 1, address: '$rsp' });
  await page.ask('complete', { frame: 1, text: 'que' });
  await page.ask('tracepoint', { tracepoint: 2 });
  await page.ask('collectedBy', { tracepoint: 2 });
  await page.ask('bytes', { offset: 0, length: 256 });
  // Goes on when the page closes.
  void page.ask('view', { filter: `${filter} && minute > 1`, hide: true });
  return [view, rows, groups, overview, plot];
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

const openDescriptors = () => readdirSync('/proc/self/fd').length;
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
  'Overview',
  'Plots',
  'Conversation',
  'TraceDebugSession',
  'DebugContext',
  'FrameNavigator',
];

/**
 * Waits until what was closed is closed: first the files, which is soon seen, then the objects,
 * since a snapshot takes seconds.
 */
async function nothingIsLeft(): Promise<void> {
  await eventually(() => {
    expect(openDescriptors()).toBe(descriptors);
  });
  await eventually(async () => {
    const counts = await heapCounts();
    const left = ours.flatMap((name) => (counts.has(name) ? [[name, counts.get(name)]] : []));
    expect(Object.fromEntries(left)).toEqual({});
  });
}

describe('eight traces at once', () => {
  it('are searched, sorted and plotted at the same time, and nothing of them stays', async () => {
    const expected = await openAndClose(sample('one.tf'));
    await nothingIsLeft();
    const files = Array.from({ length: 8 }, (_, i) => sample(`${i}.tf`));
    const seen = await Promise.all(files.map(openAndClose));
    expect(seen).toEqual(files.map(() => expected));
    expect(traces.all.size).toBe(0);
    await nothingIsLeft();
  });
});

describe('a trace', () => {
  it('is opened and closed fifty times, and nothing of it stays', async () => {
    const file = sample('again.tf');
    for (let i = 0; i < 10; i++) await openAndClose(file);
    await nothingIsLeft();
    const before = await heapCounts();
    for (let i = 0; i < 50; i++) await openAndClose(file);
    await nothingIsLeft();
    // What grew with the cycles grew by one in each at least.
    expect(grown(before, await heapCounts(), 40)).toEqual({});
  });
});
