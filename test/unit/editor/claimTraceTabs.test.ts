// Text tabs of traces that become trace editors, in the orders in which a busy VS Code may report
// what the user did; what VS Code really does is in test/vscode/browser/tabs.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { TraceTabClaims } from '../../../src/editor/claimTraceTabs';
import { memento } from '../workbench/memento';

interface FakeGroup {
  readonly viewColumn: number;
  readonly isActive: boolean;
  tabs: FakeTab[];
  activeTab?: FakeTab | undefined;
}

interface FakeTab {
  readonly isActive: boolean;
  readonly isPreview: boolean;
  readonly input: unknown;
  readonly group: FakeGroup;
}

interface TabChange {
  readonly opened: readonly FakeTab[];
  readonly closed: readonly FakeTab[];
  readonly changed: readonly FakeTab[];
}

/** The part of a window that shows tabs: commands do what they say at once. */
const vs = vi.hoisted(() => {
  class TabInputText {
    constructor(readonly uri: { toString(): string }) {}
  }
  class TabInputCustom {
    constructor(
      readonly uri: { toString(): string },
      readonly viewType: string,
    ) {}
  }
  const group: FakeGroup = { viewColumn: 1, isActive: true, tabs: [] };
  return {
    TabInputText,
    TabInputCustom,
    group,
    size: 0,
    report: undefined as ((change: TabChange) => void) | undefined,
    /** What the user does before VS Code gets the next command. */
    before: new Map<string, () => void>(),
    /** What the user does before VS Code answers the next command. */
    after: new Map<string, () => void>(),
    open(input: unknown, isPreview = true): void {
      const tab = { isActive: true, isPreview, input, group };
      group.tabs = [...group.tabs, tab];
      group.activeTab = tab;
      vs.report?.({ opened: [tab], closed: [], changed: [] });
    },
    /** As a click opens something, and `vscode.openWith`: a preview takes the place of another. */
    openInPlace(input: unknown): void {
      vs.close(group.tabs.filter(({ isPreview }) => isPreview));
      vs.open(input);
    },
    close(tabs: readonly FakeTab[]): void {
      group.tabs = group.tabs.filter((tab) => !tabs.includes(tab));
      if (group.activeTab && tabs.includes(group.activeTab)) group.activeTab = group.tabs.at(-1);
      vs.report?.({ opened: [], closed: tabs, changed: [] });
    },
  };
});

vi.mock('vscode', () => ({
  TabInputText: vs.TabInputText,
  TabInputCustom: vs.TabInputCustom,
  window: {
    tabGroups: {
      all: [vs.group],
      onDidChangeTabs: (listener: (change: TabChange) => void) => {
        vs.report = listener;
        return { dispose: () => undefined };
      },
      close: (tabs: readonly FakeTab[]) => {
        if (tabs.length > 0) vs.close(tabs);
        return Promise.resolve(true);
      },
    },
  },
  commands: {
    executeCommand: (command: string, uri: vscode.Uri, viewType: string) => {
      vs.before.get(command)?.();
      if (command !== 'vscode.openWith') return Promise.resolve();
      const open = vs.group.tabs.find(({ input }) => input instanceof vs.TabInputCustom);
      if (!open) vs.openInPlace(new vs.TabInputCustom(uri, viewType));
      const next = vs.after.get(command);
      vs.after.delete(command);
      next?.();
      return Promise.resolve();
    },
  },
  workspace: {
    getConfiguration: () => ({ get: () => undefined }),
    getWorkspaceFolder: () => undefined,
    fs: { stat: () => Promise.resolve({ size: vs.size }) },
  },
}));

const uri = { scheme: 'file', path: '/a.tf', toString: () => 'file:///a.tf' } as vscode.Uri;
const services = {
  isTrace: () => Promise.resolve(true),
  isDamagedTrace: () => Promise.resolve(false),
  ask: () => Promise.resolve(false),
};

const kinds = () =>
  vs.group.tabs.map(({ input }) => (input instanceof vs.TabInputText ? 'text' : 'trace'));

function reopenAsText(): void {
  vs.before.clear();
  const editors = [...vs.group.tabs];
  // VS Code pins what takes the place of another so.
  vs.open(new vs.TabInputText(uri), false);
  vs.close(editors);
}

let claims: TraceTabClaims;

beforeEach(() => {
  vi.useFakeTimers();
  vs.group.tabs = [];
  vs.group.activeTab = undefined;
  vs.before.clear();
  vs.size = 1000;
  claims = new TraceTabClaims(services, memento());
});

afterEach(() => {
  claims.dispose();
  vi.useRealTimers();
});

async function opened(): Promise<void> {
  vs.open(new vs.TabInputText(uri));
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  expect(kinds()).toEqual(['trace']);
}

/** Until nothing is shown again. */
const settled = () => vi.advanceTimersByTimeAsync(10_000);

describe('a text tab of a trace', () => {
  it('becomes a trace editor', async () => {
    await opened();
    await settled();
    expect(kinds()).toEqual(['trace']);
  });

  it('stays text where the user reopened it as text', async () => {
    await opened();
    vs.before.set('noop', () => {
      vs.close(vs.group.tabs.slice(0, 1));
    });
    vs.open(new vs.TabInputText(uri), false);
    await settled();
    expect(kinds()).toEqual(['text']);
  });

  it('that a click opened in place of a trace editor that opens becomes one too', async () => {
    vs.after.set('vscode.openWith', () => {
      vs.openInPlace(new vs.TabInputText(uri));
    });
    await opened();
    await settled();
    expect(kinds()).toEqual(['trace']);
  });

  it('stays text where the user reopened it as text while the trace editor opened', async () => {
    vs.after.set('vscode.openWith', () => {
      const editors = [...vs.group.tabs];
      vs.before.set('noop', () => {
        vs.close(editors);
      });
      vs.open(new vs.TabInputText(uri), false);
    });
    vs.open(new vs.TabInputText(uri));
    await settled();
    expect(kinds()).toEqual(['text']);
  });
});

describe('a trace that may be too large for a text', () => {
  const showsAgain = () => {
    let count = 0;
    vs.before.set('vscode.openWith', () => {
      count++;
    });
    return () => count;
  };

  it('is shown again, as often as VS Code may say so, and a small one is not', async () => {
    await opened();
    const small = showsAgain();
    await settled();
    expect(small()).toBe(0);
    vs.close([...vs.group.tabs]);
    vs.size = 20_000_000;
    await opened();
    const large = showsAgain();
    await settled();
    expect(large()).toBe(4);
  });

  it('stays text that the user wants just before it would be shown again', async () => {
    vs.size = 20_000_000;
    await opened();
    vs.before.set('vscode.openWith', reopenAsText);
    await settled();
    expect(kinds()).toEqual(['text']);
  });

  it('stays closed where the user closed it just before', async () => {
    vs.size = 20_000_000;
    await opened();
    vs.before.set('vscode.openWith', () => {
      vs.before.clear();
      vs.close([...vs.group.tabs]);
    });
    await settled();
    expect(kinds()).toEqual([]);
  });
});
