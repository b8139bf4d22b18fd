// Which tabs are taken for lost, and what takes their place; what VS Code really does is in
// test/vscode/browser/restarts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { WebviewRestore } from '../../../src/editor/webviewRestore';
import { memento } from '../workbench/memento';

const vs = vi.hoisted(() => {
  class TabInputCustom {
    constructor(
      readonly uri: { toString(): string },
      readonly viewType: string,
    ) {}
  }
  return {
    TabInputCustom,
    groups: [] as { viewColumn: number; isActive: boolean; tabs: unknown[] }[],
    listeners: new Set<(change: { opened: unknown[]; changed: unknown[] }) => void>(),
    done: [] as unknown[],
  };
});

vi.mock('vscode', () => ({
  TabInputCustom: vs.TabInputCustom,
  env: { sessionId: 'this session' },
  window: {
    tabGroups: {
      get all() {
        return vs.groups;
      },
      onDidChangeTabs: (listener: (change: { opened: unknown[]; changed: unknown[] }) => void) => {
        vs.listeners.add(listener);
        return { dispose: () => vs.listeners.delete(listener) };
      },
      close: (tabs: { input: { viewType: string } }[]) => {
        vs.done.push(['close', ...tabs.map(({ input }) => input.viewType)]);
        return Promise.resolve(true);
      },
    },
  },
  commands: {
    executeCommand: (...given: unknown[]) => {
      vs.done.push(given);
      return Promise.resolve();
    },
  },
}));

const uri = { toString: () => 'file:///a.tf' } as vscode.Uri;

interface FakeTab {
  isActive: boolean;
  readonly isPreview: boolean;
  readonly input: unknown;
  readonly group: unknown;
}

/** A tab in a group of its own. */
function addTab(viewType: string, isActive = true): FakeTab {
  const group = { viewColumn: vs.groups.length + 1, isActive: vs.groups.length === 0, tabs: [] };
  const input = new vs.TabInputCustom(uri, viewType);
  const tab: FakeTab = { isActive, isPreview: false, input, group };
  vs.groups.push({ ...group, tabs: [tab] });
  return tab;
}

const isLong = async () => vi.advanceTimersByTimeAsync(20_000);

let pages: WebviewRestore;
let kept: ReturnType<typeof memento>;

beforeEach(() => {
  vi.useFakeTimers();
  vs.groups = [];
  vs.done = [];
  kept = memento();
  void kept.update('tracefile.session', 'this session');
});

afterEach(() => {
  pages.dispose();
  expect(vs.listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a tab that VS Code asks nothing about', () => {
  it('is replaced, with where the user was', async () => {
    addTab('tracefile.option');
    pages = new WebviewRestore(kept);
    pages.remember(uri, '{"selected":3}');
    await isLong();
    expect(vs.done).toEqual([
      [
        'vscode.openWith',
        uri,
        'tracefile.view',
        { viewColumn: 1, preview: false, preserveFocus: false, background: false },
      ],
      ['close', 'tracefile.option'],
    ]);
    expect(pages.pageOf(uri)).toBe('{"selected":3}');
  });

  it('is replaced when it is shown', async () => {
    const tab = addTab('tracefile.branch', false);
    pages = new WebviewRestore(kept);
    await isLong();
    expect(vs.done).toEqual([]);
    tab.isActive = true;
    for (const listener of vs.listeners) listener({ opened: [], changed: [tab] });
    await isLong();
    expect(vs.done).toHaveLength(2);
  });

  it('is replaced once, however often it changes meanwhile', async () => {
    const tab = addTab('tracefile.option');
    pages = new WebviewRestore(kept);
    for (let i = 0; i < 3; i++) {
      for (const listener of vs.listeners) listener({ opened: [], changed: [tab] });
    }
    await isLong();
    expect(vs.done).toHaveLength(2);
  });

  it('is replaced with the others of its file, in their groups', async () => {
    addTab('tracefile.option');
    addTab('tracefile.option');
    pages = new WebviewRestore(kept);
    await isLong();
    expect(vs.done.slice(0, 2)).toMatchObject([
      ['vscode.openWith', uri, 'tracefile.view', { viewColumn: 1, preserveFocus: false }],
      ['vscode.openWith', uri, 'tracefile.view', { viewColumn: 2, preserveFocus: true }],
    ]);
    expect(vs.done[2]).toEqual(['close', 'tracefile.option', 'tracefile.option']);
  });
});

describe('a tab that stays', () => {
  it('is one that VS Code asks about, or one of another editor', async () => {
    addTab('tracefile.option');
    addTab('hexEditor.hexedit');
    pages = new WebviewRestore(kept);
    pages.noteAsked('tracefile.option', uri);
    await isLong();
    expect(vs.done).toEqual([]);
  });

  it('is any of a session in which the extension did not run before, which it remembers', async () => {
    void kept.update('tracefile.session', 'another session');
    addTab('tracefile.option');
    pages = new WebviewRestore(kept);
    await isLong();
    expect(vs.done).toEqual([]);
    pages.dispose();
    pages = new WebviewRestore(kept);
    await isLong();
    expect(vs.done).toHaveLength(2);
  });

  it('is any, once the extension ends', async () => {
    addTab('tracefile.option');
    pages = new WebviewRestore(kept);
    pages.dispose();
    await isLong();
    expect(vs.done).toEqual([]);
  });
});
