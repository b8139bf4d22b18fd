// What users have kept since version 0.1.0 is theirs: the state that it wrote is read, and what
// package.json contributed then (commands in key bindings, settings, launch attributes, view types
// in “workbench.editorAssociations”) is still there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { TraceTabClaims } from '../../../src/editor/claimTraceTabs';
import { WebviewRestore } from '../../../src/editor/webviewRestore';
import { Bookmarks } from '../../../src/workbench/bookmarks';
import { plannedTracepoints } from '../../../src/workbench/contributions';
import { readLink } from '../../../src/workbench/deepLinks';
import { MemoryViewSettings } from '../../../src/workbench/memoryView/settings';
import { ProgramChoices } from '../../../src/workbench/programChoices';
import { RecentTargets } from '../../../src/workbench/recording/recentTargets';
import { Tracepoints } from '../../../src/workbench/recording/tracepoints';
import { SavedTables } from '../../../src/workbench/savedTables';
import { UntrustedPathPermissions } from '../../../src/workbench/workspaceTrust';
import { readState } from '../../../webview/pageState';
import { readSettings } from '../../../webview/table/tableSettings';
import { memento } from './memento';

const vs = vi.hoisted(() => ({
  sessionId: '',
  tabs: [] as unknown[],
  opened: [] as unknown[][],
}));

vi.mock('vscode', () => {
  class TabInputText {
    constructor(readonly uri: unknown) {}
  }
  class TabInputCustom {
    constructor(
      readonly uri: unknown,
      readonly viewType: string,
    ) {}
  }
  const nothing = () => ({ dispose: () => undefined });
  return {
    TabInputText,
    TabInputCustom,
    commands: {
      executeCommand: (...given: unknown[]) => Promise.resolve(void vs.opened.push(given)),
    },
    env: {
      get sessionId() {
        return vs.sessionId;
      },
    },
    window: {
      tabGroups: {
        get all() {
          return [{ tabs: vs.tabs }];
        },
        onDidChangeTabs: nothing,
        close: () => Promise.resolve(true),
      },
    },
    workspace: {
      isTrusted: false,
      onDidGrantWorkspaceTrust: nothing,
      getWorkspaceFolder: () => undefined,
      getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
    },
    Uri: { file: (file: string) => ({ scheme: 'file', fsPath: file, path: file }) },
  };
});

interface Saved {
  readonly workspaceState: Readonly<Record<string, unknown>>;
  readonly link: string;
}

interface Contributions {
  readonly extension: string;
  readonly commands: readonly string[];
  readonly settings: readonly string[];
  readonly debugType: string;
  readonly launch: readonly string[];
  readonly attach: readonly string[];
  readonly views: readonly string[];
  readonly viewsContainers: readonly string[];
  readonly customEditors: Readonly<Record<string, readonly string[]>>;
  readonly colors: readonly string[];
  readonly walkthroughs: readonly string[];
}

type Ids = readonly { readonly id: string }[];

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: object };
    readonly debuggers: readonly {
      readonly type: string;
      readonly configurationAttributes: Readonly<
        Record<'launch' | 'attach', { readonly properties: object }>
      >;
    }[];
    readonly views: Readonly<Record<string, Ids>>;
    readonly viewsContainers: Readonly<Record<string, Ids>>;
    readonly customEditors: readonly {
      readonly viewType: string;
      readonly selector: readonly { readonly filenamePattern: string }[];
    }[];
    readonly colors: Ids;
    readonly walkthroughs: Ids;
  };
}

function read(...file: string[]): unknown {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, ...file), 'utf8'));
}

const saved = read('saved', 'state-0.1.0.json') as Saved;
const callqueue = uri('file:///work%20space/callqueue.tf');
const kernel = uri('file:///work%20space/kernel.tf');
let state: ReturnType<typeof memento>;

function uri(text: string): vscode.Uri {
  const file = decodeURIComponent(text.replace('file://', ''));
  return { scheme: 'file', path: file, fsPath: file, toString: () => text } as vscode.Uri;
}

beforeEach(() => {
  state = memento();
  for (const [key, value] of Object.entries(saved.workspaceState)) state.values.set(key, value);
  vs.sessionId = '';
  vs.tabs = [];
  vs.opened = [];
});

describe('the state that version 0.1.0 kept', () => {
  it('marks the same frames', () => {
    const bookmarks = new Bookmarks(state);
    expect(bookmarks.of(callqueue)).toEqual([
      { frame: 7, note: '' },
      { frame: 41, note: 'the queue is full' },
    ]);
    expect(bookmarks.of(kernel)).toEqual([{ frame: 0, note: '' }]);
  });

  it('gives a table its filter, order, groups and columns, and every trace the saved filters', () => {
    const tables = new SavedTables(state);
    expect(readSettings(JSON.parse(tables.of(callqueue) ?? ''))).toEqual({
      filter: '$tracepoint == 2',
      hide: false,
      sort: { column: { kind: 'value', text: 'queue.count' }, descending: true },
      grouping: { by: { kind: 'function' }, measured: 'queue.count' },
      columns: [
        { column: { kind: 'frame' } },
        { column: { kind: 'where' }, width: 240 },
        { column: { kind: 'value', text: 'queue.count' } },
        { column: { kind: 'change', text: 'queue.count', since: 'hit' }, width: 90 },
      ],
      recent: ['$tracepoint == 2', 'queue.count > 3'],
    });
    expect(tables.filters).toEqual(['queue.count > 3', '$tracepoint == 2']);
  });

  it('names the programs of a trace, and where they lay', () => {
    const programs = new ProgramChoices(state);
    expect(programs.of(callqueue)).toEqual({
      traced: { path: '/work space/callqueue', slide: 0x555555554000n },
      further: [{ path: '/usr/lib/libc.so.6' }],
      without: ['/work space/old'],
    });
    const sections = new Map([
      ['.text', 0xffffffffc0401000n],
      ['.data', 0xffffffffc0403000n],
    ]);
    expect(programs.of(kernel)).toEqual({
      traced: { path: '/boot/vmlinux' },
      further: [{ path: '/lib/modules/drv.ko', sections }],
      without: [],
    });
  });

  it('shows memory as it was shown', () => {
    expect(new MemoryViewSettings(state).of(callqueue)).toEqual({
      expression: '$sp',
      history: ['$sp', '&queue'],
      groupSize: 8,
      endian: 'big',
    });
  });

  it('permits the files that were permitted', () => {
    const permissions = new UntrustedPathPermissions(state);
    expect(permissions.permitted('/work space/callqueue')).toContain('/usr/lib/debug');
    expect(permissions.permitted('/work space/other')).not.toContain('/usr/lib/debug');
  });

  it('plans the same tracepoints, shown from the start', () => {
    expect(state.get(plannedTracepoints)).toBeDefined();
    const { plan } = new Tracepoints(state);
    expect(plan.recordTime).toBe(true);
    expect(plan.variables).toEqual([{ name: 'hits', initialValue: -5n }]);
    expect(plan.tracepoints).toEqual([
      {
        number: 1,
        kind: 'trap',
        location: 'callqueue.c:31',
        enabled: true,
        passCount: 0,
        condition: 'n > 5',
        actions: [
          { action: 'collect', item: '$regs' },
          { action: 'collect', item: 'queue->name', strings: 80 },
          { action: 'teval', expression: '$hits = $hits + 1' },
        ],
      },
      {
        number: 2,
        kind: 'fast',
        location: 'push',
        enabled: false,
        passCount: 3,
        actions: [],
        stepping: { count: 4, actions: [{ action: 'collect', item: '$regs' }] },
      },
    ]);
  });

  it('offers the targets that were used', () => {
    expect(new RecentTargets(state).all).toEqual([
      { target: '| gdbserver --once - ./callqueue', program: '/work space/callqueue' },
      { target: 'board:2331', program: '/work space/fw.elf' },
    ]);
  });

  it('leaves as text what the user reopened as text', async () => {
    const { TabInputText } = await import('vscode');
    const tab = (name: string) => ({
      input: new TabInputText(uri(`file:///work%20space/${name}`)),
      group: { tabs: [] },
    });
    vs.tabs = [tab('main.tf'), tab('new.tf')];
    const asked: string[] = [];
    const starts = {
      isTrace: (file: { readonly path: string }) => {
        asked.push(file.path);
        return Promise.resolve(false);
      },
      isDamagedTrace: () => Promise.resolve(false),
      ask: () => Promise.resolve(false),
    };
    new TraceTabClaims(starts, state);
    expect(asked).toEqual(['/work space/new.tf']);
  });

  it('puts a tab that lost its host back where the user was', async () => {
    vi.useFakeTimers();
    try {
      const { TabInputCustom } = await import('vscode');
      // The same session of VS Code: this is a host after another.
      vs.sessionId = String(saved.workspaceState['tracefile.session']);
      const group = { viewColumn: 1, isActive: true };
      const input = new TabInputCustom(callqueue, 'tracefile.option');
      vs.tabs = [{ input, group, isActive: true, isPreview: false }];
      const restore = new WebviewRestore(state);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(vs.opened[0]?.slice(0, 3)).toEqual(['vscode.openWith', callqueue, 'tracefile.view']);
      const page = restore.pageOf(callqueue);
      expect(readState(JSON.parse(page ?? ''))).toEqual({
        selected: 41,
        firstRow: 30,
        tab: 'compare',
        split: 0.5,
        sections: { registers: true, memory: false },
        address: '$sp',
        compared: { since: { kind: 'picked', frame: 7 }, pinned: 7 },
        canvas: {
          ...{ axis: 'frame', order: [], heights: {} },
          expressions: [{ text: 'queue.count', shape: 'steps' }],
        },
        sparklines: ['queue.count'],
        widths: {},
        followsEnd: false,
        intervals: { begin: '', end: '', key: '', by: 'begin', descending: false },
        transitions: { state: '', key: '' },
      });
      restore.dispose();
    } finally {
      vi.useRealTimers();
    }
  });

  it('leads by a copied link to the same frame', () => {
    const { pathname, search } = new URL(saved.link);
    expect(readLink({ path: pathname, query: search.slice(1) })).toEqual({
      path: '/work space/callqueue.tf',
      frame: 41,
    });
  });
});

describe('what package.json contributed in version 0.1.0', () => {
  const was = read('saved', 'contributions-0.1.0.json') as Contributions;
  const { publisher, name, contributes } = read('../../../package.json') as Manifest;
  const [debug] = contributes.debuggers;
  const ids = (groups: Readonly<Record<string, Ids>>) =>
    Object.values(groups).flatMap((group) => group.map(({ id }) => id));

  it('is under the same name', () => {
    expect(`${publisher}.${name}`).toBe(was.extension);
    expect(debug?.type).toBe(was.debugType);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['commands', was.commands, contributes.commands.map(({ command }) => command)],
    ['settings', was.settings, Object.keys(contributes.configuration.properties)],
    [
      'launch attributes',
      was.launch,
      Object.keys(debug?.configurationAttributes.launch.properties ?? {}),
    ],
    [
      'attach attributes',
      was.attach,
      Object.keys(debug?.configurationAttributes.attach.properties ?? {}),
    ],
    ['views', was.views, ids(contributes.views)],
    ['view containers', was.viewsContainers, ids(contributes.viewsContainers)],
    ['colours', was.colors, contributes.colors.map(({ id }) => id)],
    ['walkthroughs', was.walkthroughs, contributes.walkthroughs.map(({ id }) => id)],
  ])('keeps its %s', (_, before, now) => {
    expect(before.length).toBeGreaterThan(0);
    expect(before.filter((each) => !now.includes(each))).toEqual([]);
  });

  it('keeps its editors and the files that they open', () => {
    const now = new Map(
      contributes.customEditors.map(({ viewType, selector }) => [
        viewType,
        selector.map(({ filenamePattern }) => filenamePattern),
      ]),
    );
    for (const [viewType, patterns] of Object.entries(was.customEditors)) {
      expect(now.get(viewType)).toEqual(expect.arrayContaining([...patterns]));
    }
  });
});
