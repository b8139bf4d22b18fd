import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import {
  configurationProvider,
  debugTrace,
  dynamicConfigurationProvider,
} from '../../../src/workbench/debugConfigurations';

interface MadeUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

const vs = vi.hoisted(() => {
  class TabInputCustom {
    readonly viewType = 'tracefile.option';
    constructor(readonly uri: unknown) {}
  }
  return {
    TabInputCustom,
    tabGroup: { activeTab: undefined as { input: unknown } | undefined },
    found: [] as unknown[],
    startDebugging: vi.fn(),
  };
});

vi.mock('vscode', () => ({
  TabInputCustom: vs.TabInputCustom,
  l10n: { t: (text: string, given: string) => text.replace('{0}', given) },
  window: {
    tabGroups: { activeTabGroup: vs.tabGroup },
  },
  debug: { startDebugging: vs.startDebugging },
  workspace: {
    getWorkspaceFolder: () => undefined,
    asRelativePath: ({ path }: MadeUri) => path,
    findFiles: () => Promise.resolve(vs.found),
    getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
  },
}));
vi.mock('../../../src/workbench/files', () => ({
  isTraceUri: () => Promise.resolve(true),
  pathOf: ({ scheme, fsPath, path }: MadeUri) => (scheme === 'file' ? fsPath : `${scheme}:${path}`),
}));

function uri(scheme: string, path: string): vscode.Uri {
  const made = { scheme, path, fsPath: path, toString: () => `${scheme}:${path}` };
  return { ...made, with: ({ path: other }: MadeUri) => uri(scheme, other) } as vscode.Uri;
}

function show(file: vscode.Uri): void {
  vs.tabGroup.activeTab = { input: new vs.TabInputCustom(file) };
}

const positionOf = () => Promise.resolve(7);
const empty = { type: '', name: '', request: '' };
const configuration = (path: string) => ({
  type: 'tracefile',
  request: 'launch',
  name: `Debug ${path}`,
  trace: path,
});

const picking = {
  type: 'tracefile',
  request: 'launch',
  name: 'Debug a Trace',
  trace: '${command:tracefile.pickTrace}',
};

function resolve(given: vscode.DebugConfiguration) {
  return configurationProvider(positionOf).resolveDebugConfiguration?.(undefined, given);
}

beforeEach(() => {
  vs.tabGroup.activeTab = undefined;
  vs.startDebugging.mockClear();
});

describe('debugging without launch.json', () => {
  it('begins at the frame where the trace that is shown stands', async () => {
    show(uri('file', '/a.tf'));
    expect(await resolve(empty)).toEqual({ ...configuration('/a.tf'), frame: 7 });
  });

  it('leaves alone what names its trace', async () => {
    show(uri('file', '/a.tf'));
    const given = configuration('/b.tf');
    expect(await resolve(given)).toBe(given);
  });

  it('offers the traces of the workspace, the one that is shown at its frame', async () => {
    show(uri('file', '/b.tf'));
    vs.found = [uri('file', '/a.tf'), uri('file', '/b.tf'), uri('zip', '/c.tf')];
    const dynamic = dynamicConfigurationProvider(positionOf);
    expect(await dynamic.provideDebugConfigurations?.(undefined)).toEqual([
      { ...configuration('/b.tf'), frame: 7 },
      configuration('/a.tf'),
      { ...configuration('/c.tf'), trace: 'zip:/c.tf' },
    ]);
    const initial = configurationProvider(positionOf);
    expect(await initial.provideDebugConfigurations?.(undefined)).toEqual([
      configuration('/b.tf'),
      configuration('/a.tf'),
      { ...configuration('/c.tf'), trace: 'zip:/c.tf' },
      picking,
    ]);
  });

  it('asks for a trace where none is shown', async () => {
    expect(await resolve(empty)).toEqual(picking);
    expect(await resolve({ ...empty, type: 'tracefile', name: 'mine' })).toEqual({
      ...picking,
      name: 'mine',
    });
  });
});

describe('a trace that is not on disk', () => {
  it('is named by its URI', async () => {
    const file = uri('zip', '/c.tf');
    show(file);
    const found = { ...configuration('/c.tf'), trace: 'zip:/c.tf' };
    expect(await resolve(empty)).toEqual({ ...found, frame: 7 });
    await debugTrace(file, 0);
    expect(vs.startDebugging.mock.calls).toEqual([[undefined, { ...found, frame: 0 }]]);
  });
});
