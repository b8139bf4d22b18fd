import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import {
  configurationProvider,
  debugTrace,
  dynamicConfigurationProvider,
} from '../../../src/workbench/debugConfigurations';
import { DebuggedTraces } from '../../../src/workbench/debuggedTraces';

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
    executeCommand: vi.fn(),
    /** Tells what listens that a session began or ended. */
    tell: {} as Record<'began' | 'ended', (session: unknown) => void>,
  };
});

vi.mock('vscode', () => ({
  TabInputCustom: vs.TabInputCustom,
  l10n: { t: (text: string, given: string) => text.replace('{0}', given) },
  window: {
    tabGroups: { activeTabGroup: vs.tabGroup },
  },
  debug: {
    startDebugging: vs.startDebugging,
    onDidStartDebugSession: (listener: (session: unknown) => void) => {
      vs.tell.began = listener;
    },
    onDidTerminateDebugSession: (listener: (session: unknown) => void) => {
      vs.tell.ended = listener;
    },
  },
  commands: { executeCommand: vs.executeCommand },
  Disposable: { from: () => ({ dispose: () => {} }) },
  EventEmitter: class {
    event = () => {};
    fire = () => {};
  },
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
  uriOf: (path: string) => (path.includes(':') ? uri('zip', path.slice(4)) : uri('file', path)),
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
  vs.startDebugging.mockReset();
  vs.executeCommand.mockClear();
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
    await debugTrace(new DebuggedTraces(), file, 0);
    expect(vs.startDebugging.mock.calls).toEqual([[undefined, { ...found, frame: 0 }]]);
  });
});

describe('a trace that is debugged already', () => {
  const file = uri('file', '/a.tf');
  const session = (id: string) => {
    const customRequest = vi.fn();
    return { id, type: 'tracefile', configuration: configuration('/a.tf'), customRequest };
  };

  it('is debugged once where a button is pressed twice, then stands at the last frame', async () => {
    const debugged = new DebuggedTraces();
    const started = session('1');
    vs.startDebugging.mockImplementation(async () => {
      await Promise.resolve();
      vs.tell.began(started);
      return true;
    });
    await Promise.all([debugTrace(debugged, file, 3), debugTrace(debugged, file, 5)]);
    expect(vs.startDebugging).toHaveBeenCalledOnce();
    expect(started.customRequest.mock.calls).toEqual([['traceFrame', { frame: 5 }]]);
  });

  it('goes to the frame in the session that shows it, and shows the debugger', async () => {
    const debugged = new DebuggedTraces();
    const running = session('1');
    vs.tell.began(running);
    vs.executeCommand.mockClear();
    await debugTrace(debugged, file, 5);
    expect(vs.startDebugging).not.toHaveBeenCalled();
    expect(vs.executeCommand.mock.calls).toEqual([['workbench.view.debug']]);
    expect(running.customRequest.mock.calls).toEqual([['traceFrame', { frame: 5 }]]);
  });

  it('is debugged anew after its session ended, and after a start that failed', async () => {
    const debugged = new DebuggedTraces();
    const ended = session('1');
    vs.tell.began(ended);
    vs.tell.ended(ended);
    vs.startDebugging.mockRejectedValueOnce(new Error('no adapter'));
    await expect(debugTrace(debugged, file, 3)).rejects.toThrow('no adapter');
    vs.startDebugging.mockResolvedValueOnce(true);
    await debugTrace(debugged, file, 3);
    expect(vs.startDebugging).toHaveBeenCalledTimes(2);
    expect(ended.customRequest).not.toHaveBeenCalled();
  });
});
