// Pages that were taken over: whatever they say, the host does nothing but what is described,
// answers each request once, and goes on. Messages are made of the schemas themselves, and of what
// is nearly so; the host's side is the real one, over a trace.
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { branchQuestions } from '../../src/ask/branch/branchQuestions';
import { comparisonQuestions } from '../../src/ask/comparison/comparisonQuestions';
import { memoryQuestions } from '../../src/ask/memoryView/memoryQuestions';
import { traceQuestions } from '../../src/ask/traceQuestions';
import { BranchPanel } from '../../src/editor/branch/branchPanel';
import { branchAct } from '../../src/editor/branch/messages';
import { ComparisonPanel } from '../../src/editor/comparison/comparisonPanel';
import { comparisonAct } from '../../src/editor/comparison/messages';
import { registerMenuCommands } from '../../src/editor/menuCommands';
import { menuContext, placelessActs } from '../../src/editor/menuMessages';
import { pageAct } from '../../src/editor/pageMessages';
import { pageWindow } from '../../src/editor/pageWindow';
import { TracePanel } from '../../src/editor/tracePanel';
import { Emitter } from '../../src/trace/emitter';
import { OpenTraces } from '../../src/trace/openTraces';
import { Bookmarks } from '../../src/workbench/bookmarks';
import { readLink } from '../../src/workbench/deepLinks';
import { MemoryView } from '../../src/workbench/memoryView/memoryView';
import { memoryAct } from '../../src/workbench/memoryView/messages';
import { eventually } from '../eventually';
import { openBranchTrace } from '../oracle/branchTrace';
import { recordedBytes } from '../unit/trace/comparison/recordings';
import { FaultySource } from '../unit/trace/faultySource';
import { tracedBy } from '../unit/trace/tracedPrograms';
import { memento } from '../unit/workbench/memento';
import { alterData, alterText } from './alter';
import { fromSchema } from './fromSchema';
import { inRounds, timeLimit, type Random } from './rounds';

/** What was done outside of the page, by name. */
const host = vi.hoisted(() => ({
  done: [] as string[],
  complaints: [] as string[],
  commands: new Map<string, (given: unknown) => unknown>(),
}));

vi.mock('vscode', () => {
  const note = (name: string) => () => {
    host.done.push(name);
    return Promise.resolve(undefined);
  };
  const noEvent = () => ({ dispose: () => undefined });
  class DebugStackFrame {
    readonly session = {};
  }
  return {
    DebugStackFrame,
    Disposable: {
      from: (...all: { dispose(): void }[]) => ({
        dispose: () =>
          all.map((each) => {
            each.dispose();
          }),
      }),
    },
    Uri: { file: (file: string) => ({ fsPath: file, path: file, toString: () => file }) },
    ViewColumn: { Beside: -2 },
    debug: { onDidChangeActiveStackItem: noEvent, onDidChangeActiveDebugSession: noEvent },
    commands: {
      executeCommand: note('command'),
      registerCommand: (name: string, run: (given: unknown) => unknown) => {
        host.commands.set(name, run);
        return { dispose: () => host.commands.delete(name) };
      },
    },
    env: { clipboard: { writeText: note('copy') }, language: 'en' },
    extensions: { getExtension: () => undefined },
    window: {
      showErrorMessage: (sentence: string) => {
        if (/^There is no view \d+:/.test(sentence)) host.done.push('no view');
        else host.complaints.push(sentence);
      },
      setStatusBarMessage: () => undefined,
      registerWebviewViewProvider: noEvent,
      tabGroups: { onDidChangeTabs: noEvent, onDidChangeTabGroups: noEvent },
    },
    l10n: { t: (text: string, ...given: string[]) => [text, ...given].join(' ') },
  };
});

vi.mock('../../src/workbench/shownTrace', () => ({
  shownTrace: () => ({ toString: () => 'file:///app.tf' }),
  selectedLevel: () => Promise.resolve(0),
}));

beforeEach(() => {
  host.done = [];
  host.complaints = [];
});

/** What each act may do outside of the page, once; those that are not named may do nothing. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ready: ['remembered'],
  select: ['showSource', 'missingSource'],
  debug: ['debug'],
  openSource: ['showSource'],
  locateSource: ['locateSource', 'showSource'],
  remember: ['remember'],
  keep: ['rememberPage'],
  saveFilters: ['saveFilters'],
  menu: ['copy', 'showSource', 'debug'],
  chooseProgram: ['chooseProgram'],
  openAsText: ['openAsText'],
  openBytes: ['openBytes'],
  openInHexEditor: ['command'],
  request: ['copy', 'sourceText'],
  goTo: ['showSource', 'showFrames'],
  copy: ['copy'],
  openTrace: ['openTrace'],
  export: ['save', 'no view'],
};

/** Services that note what is asked of them. */
function servicesOf(answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return new Proxy(
    { ...answers },
    {
      get: (target, name: string) =>
        name in target
          ? target[name]
          : () => {
              host.done.push(name);
              return Promise.resolve(undefined);
            },
      set: () => {
        host.done.push('saveFilters');
        return true;
      },
    },
  );
}

/** What the schemas took. */
interface Said {
  readonly type: string;
  readonly id?: number;
  readonly name?: string;
}

interface Posted {
  readonly type: string;
  readonly id?: number;
}

/** Milliseconds after which a request counts as not answered. */
const maxWait = 300_000;

/** One page, spoken to until it has nothing more to say. */
class Page {
  readonly posted: Posted[] = [];
  /** The latest view of each request that makes one, by its name; '' for one that it was told. */
  readonly views = new Map<string, number>();
  private readonly names = new Map<number, string>();
  readonly said = new Emitter<unknown>();
  readonly panel = {
    webview: {
      onDidReceiveMessage: this.said.event,
      postMessage: (message: Posted) => {
        this.posted.push(message);
        const view = /"view":(\d+)/.exec(JSON.stringify(message))?.[1];
        if (view !== undefined)
          this.views.set(this.names.get(message.id ?? -1) ?? '', Number(view));
      },
    },
    onDidChangeViewState: () => ({ dispose: () => undefined }),
    visible: true,
    reveal: () => undefined,
  } as unknown as vscode.WebviewPanel;

  /** Says messages at once, and waits for the answers to these requests of them. */
  async say(messages: readonly unknown[], requests: readonly Said[]): Promise<void> {
    this.posted.length = 0;
    const ids = requests.map(({ id = -1 }) => id);
    for (const { id = -1, name = '' } of requests) this.names.set(id, name);
    for (const message of messages) this.said.fire(message);
    const isAnswered = (id: number) =>
      this.posted.some((each) => each.id === id && each.type !== 'report');
    const begun = performance.now();
    while (!ids.every(isAnswered)) {
      await new Promise((resolve) => setImmediate(resolve));
      if (performance.now() - begun > maxWait) {
        throw new Error(`Not answered: ${JSON.stringify(messages).slice(0, 2000)}`);
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What a page may say, and how it is said. */
interface Protocol {
  /** A message as the schemas say; a request with an input of its own or of another. */
  make(id: number, random: Random, views: Views): unknown;
  /** What of it the host takes; requests with an input that fits have an answer. */
  read(message: unknown): Said | undefined;
}

type Views = ReadonlyMap<string, number>;

/** The request that makes the views of another, or of an act. All others are of a view of ''. */
const makers: Readonly<Record<string, string>> = {
  arrangeIntervals: 'findIntervals',
  intervalRows: 'findIntervals',
  intervalBars: 'findIntervals',
  intervalAt: 'findIntervals',
  nextInterval: 'findIntervals',
  unpairedFrames: 'findIntervals',
  transitionFilter: 'findTransitions',
  variableChildren: 'variables',
  closeView: 'variables',
  compared: 'compare',
  pairedValues: 'compare',
  series: 'compare',
  export: 'compare',
};

type Schemas = Readonly<Record<string, v.GenericSchema>>;

function requestOf(
  requests: Schemas,
  random: Random,
  views: Views,
): { name: string; input: unknown } {
  const names = Object.keys(requests);
  const name = names[random(names.length)] ?? '';
  const other = names[random(random(10) === 0 ? names.length : 1)] ?? '';
  const asked = requests[random(12) === 0 ? other : name];
  return { name, input: asked && withView(fromSchema(asked, random), name, random, views) };
}

/** What is asked of a view is mostly asked of one that there is. */
function withView(input: unknown, name: string, random: Random, views: Views): unknown {
  const view = views.get(makers[name] ?? '');
  if (typeof input !== 'object' || input === null) return input;
  // The table stays open: much is asked of it.
  if (name === 'closeView') return { view: view ?? 0 };
  if (view === undefined || random(5) === 0) return input;
  if ('view' in input) return { ...input, view };
  return 'table' in input ? { ...input, table: view } : input;
}

/** A page over a wire. */
function wireOf(
  act: v.GenericSchema,
  requests: Readonly<Record<string, { readonly input: v.GenericSchema }>>,
): Protocol {
  const inputs = Object.fromEntries(
    Object.entries(requests).map(([name, { input }]) => [name, input]),
  );
  const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
  const envelope = v.variant('type', [
    v.strictObject({ type: v.literal('ready'), heard: v.boolean() }),
    v.strictObject({ type: v.literal('act'), act }),
    v.strictObject({ type: v.literal('keep'), state: v.pipe(v.string(), v.maxLength(100_000)) }),
    ...Object.entries(inputs).map(([name, input]) =>
      v.strictObject({ type: v.literal('request'), id, name: v.literal(name), asked: input }),
    ),
  ]);
  return {
    make: (number, random, views) => {
      if (random(3) > 0) {
        const { name, input } = requestOf(inputs, random, views);
        return { type: 'request', id: number, name, asked: input };
      }
      if (random(8) === 0) return { type: 'ready', heard: random(2) === 0 };
      if (random(8) === 0) return { type: 'keep', state: '{}' };
      const made = fromSchema(act, random) as Said;
      return { type: 'act', act: withView(made, made.type, random, views) };
    },
    read: (message) => {
      const { success, output } = v.safeParse(envelope, message);
      if (!success) return undefined;
      return (output.type === 'act' ? output.act : output) as Said;
    },
  };
}

async function expectSafe(page: Page, protocol: Protocol, rounds: number): Promise<void> {
  const counts = { taken: 0, refused: 0 };
  const permitted = new Map<string, number>();
  const permit = (name: string) => permitted.set(name, (permitted.get(name) ?? 0) + 1);
  let id = 0;
  await inRounds(rounds, rounds, async (random) => {
    const messages = Array.from({ length: 1 + random(4) }, () => {
      const made = protocol.make(++id, random, page.views);
      return random(2) === 0 ? made : alterData(made, random);
    });
    const read = messages.flatMap((each) => protocol.read(each) ?? []);
    const asked = read.filter(({ type }) => type === 'request');
    // A page that begins cancels what was asked before.
    const begun = read.map(({ type }) => type).lastIndexOf('ready');
    const awaited = asked.filter((each) => read.indexOf(each) > begun);
    for (const { id } of asked) permit(`answer ${id}`);
    for (const { type } of read) for (const name of allowed[type] ?? []) permit(name);
    await page.say(messages, awaited);
    expect(host.complaints).toEqual([]);
    for (const { type, id } of page.posted) {
      if (type === 'answer' || type === 'problem') host.done.push(`answer ${id}`);
    }
    // Acts have no answers: what one does may come while the next ones are said.
    const done = new Map<string, number>();
    for (const name of host.done) done.set(name, (done.get(name) ?? 0) + 1);
    const unasked = [...done].filter(([name, times]) => times > (permitted.get(name) ?? 0));
    expect(unasked).toEqual([]);
    if (read.length > 0) counts.taken++;
    else counts.refused++;
    expect(JSON.stringify(page.posted).length).toBeLessThan(1 << 24);
  });
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(rounds / 50);
}

const file = { toString: () => 'file:///app.tf', path: '/app.tf', scheme: 'file' } as vscode.Uri;

describe('a page of a trace', () => {
  it(
    'does nothing that is not described',
    async () => {
      const trace = await tracedBy('x86_64/app-memory-only.tf', 'x86_64/app');
      const page = new Page();
      const services = servicesOf({
        selectionMovesDebugger: true,
        savedFilters: [],
        onDidChangeDebugged: new Emitter<undefined>().event,
        debugSession: () => undefined,
        remembered: () => undefined,
        bookmarks: new Bookmarks(memento()),
      });
      const panel = new TracePanel(file, trace, pageWindow(page.panel), services as never);
      await expectSafe(page, wireOf(pageAct, traceQuestions), 800);
      expect(trace.cursor.frame).toBeLessThan(trace.recording.index.count);
      panel.dispose();
    },
    timeLimit,
  );
});

describe('a page of a branch trace', () => {
  it(
    'does nothing that is not described',
    async () => {
      const { trace } = await openBranchTrace('tree.btrace', 'tree');
      const page = new Page();
      const services = servicesOf({
        onDidChangeDebugged: new Emitter<undefined>().event,
        isDebugged: () => false,
        sourceText: () => Promise.resolve(undefined),
      });
      const panel = new BranchPanel(file, trace, pageWindow(page.panel), services as never);
      await page.say([{ type: 'ready', heard: false }], []);
      await eventually(() => {
        expect(page.views.size).toBe(1);
      });
      const view = page.views.get('');
      // A row at which a loop that counts in steps of one does not move.
      for (const [id, first] of [2 ** 53 - 1, 2 ** 53, 1e300].entries()) {
        const asked = { view, first, count: 500 };
        const request = { type: 'request', id, name: 'tree', asked };
        await page.say([request], Number.isSafeInteger(first) ? [request] : []);
        expect(page.posted.filter(({ type }) => type === 'problem')).toEqual([]);
      }
      await expectSafe(page, wireOf(branchAct, branchQuestions), 300);
      panel.dispose();
    },
    timeLimit,
  );
});

describe('a page that compares two traces', () => {
  it(
    'does nothing that is not described',
    async () => {
      const open = (key: string) => {
        const name = key === file.toString() ? 'aslr-one' : 'while';
        return Promise.resolve(new FaultySource(recordedBytes(name)));
      };
      const page = new Page();
      const services = servicesOf({
        traces: new OpenTraces(open, String),
        ensureProgram: () => Promise.resolve(),
      });
      const other = {
        scheme: 'file',
        toString: () => 'file:///other.tf',
        path: '/other.tf',
      } as vscode.Uri;
      const window = { ...pageWindow(page.panel), column: 1 as never };
      const pair = { left: file, right: other };
      const panel = new ComparisonPanel(pair, window, services as never);
      const compare = { type: 'request', id: 0, name: 'compare', asked: {} };
      await page.say([compare], [compare]);
      expect(page.views.get('compare')).toBe(1);
      await expectSafe(page, wireOf(comparisonAct, comparisonQuestions), 150);
      panel.dispose();
    },
    timeLimit,
  );
});

describe('the page of the memory view', () => {
  it(
    'does nothing that is not described',
    async () => {
      const trace = await tracedBy('x86_64/app-memory-only.tf', 'x86_64/app');
      const lease = { trace, dispose: () => undefined };
      const traces = { acquire: () => Promise.resolve(lease) };
      const page = new Page();
      const state = memento();
      const view = new MemoryView(traces as never, () => undefined, state);
      const events = { onDidChangeVisibility: () => undefined, onDidDispose: () => undefined };
      view.resolveWebviewView({ ...page.panel, ...events } as never);
      await page.say([{ type: 'ready', heard: false }], []);
      await eventually(() => {
        expect(page.posted).toContainEqual({
          type: 'event',
          event: expect.objectContaining({ type: 'shown' }) as unknown,
        });
      });
      await expectSafe(page, wireOf(memoryAct, memoryQuestions), 200);
      expect([...state.values.keys()]).toEqual(['memoryView:file:///app.tf']);
      view.dispose();
    },
    timeLimit,
  );
});

describe('contexts of menus', () => {
  it('are taken where they are as described, and do nothing else', async () => {
    const taken: unknown[] = [];
    const commands = registerMenuCommands(() => ({
      takeMenu: (act, place) => void taken.push([act, place]),
    }));
    let fit = 0;
    await inRounds(1500, 9, (random) => {
      taken.length = 0;
      const made = fromSchema(menuContext, random);
      const given = random(2) === 0 ? made : alterData(made, random);
      for (const run of host.commands.values()) run(given);
      const fits = v.is(menuContext, given);
      // Acts that need no place do not look at it.
      expect(taken).toHaveLength(fits ? host.commands.size : placelessActs.length);
      if (fits) fit++;
    });
    expect(fit).toBeGreaterThan(300);
    commands.dispose();
  });
});

describe('links', () => {
  it('name a plain path of this machine, or nothing', async () => {
    let named = 0;
    await inRounds(3000, 10, (random) => {
      const words =
        'file= frame= & %2e%2e / \\ //server/share C:\\ %00 .. /open file=/a.tf 99999999999'.split(
          ' ',
        );
      const query = alterText('file=/x/app.tf&frame=3', random, words);
      const link = readLink({
        path: random(9) === 0 ? alterText('/open', random) : '/open',
        query,
      });
      if (!link) return;
      named++;
      for (const path of 'left' in link ? [link.left, link.right] : [link.path]) {
        expect(path).toMatch(/^([\\/](?![\\/])|[A-Za-z]:[\\/])/);
        expect(path.split(/[\\/]/)).not.toContain('..');
        expect(path).not.toMatch(/[\u0000-\u001f]/);
      }
      if (!('frame' in link)) return;
      expect(link.frame).toBeGreaterThanOrEqual(0);
      expect(link.frame).toBeLessThan(1e10);
    });
    expect(named).toBeGreaterThan(300);
  });
});
