// In a workspace that is not trusted nothing connects and nothing starts; it is said, with the way
// to trust it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { isTrusted } from '../../../src/workbench/workspaceTrust';
import { eventually } from '../../eventually';

const vs = vi.hoisted(() => ({
  isTrusted: false,
  answer: undefined as string | undefined,
  warnings: [] as string[],
  commands: [] as string[],
}));

vi.mock('vscode', () => ({
  l10n: { t: (text: string, given = '') => text.replace('{0}', given) },
  window: {
    showWarningMessage: (text: string) => {
      vs.warnings.push(text);
      return Promise.resolve(vs.answer);
    },
  },
  workspace: {
    get isTrusted() {
      return vs.isTrusted;
    },
  },
  commands: { executeCommand: (command: string) => vs.commands.push(command) },
}));

const workbench = path.join(import.meta.dirname, '../../../src/workbench');

interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, object>> };
  };
}

beforeEach(() => {
  Object.assign(vs, { isTrusted: false, answer: undefined, warnings: [], commands: [] });
});

it('is asked for where it is missing', async () => {
  vs.answer = 'Manage Workspace Trust';
  expect(isTrusted('Traces are recorded')).toBe(false);
  await eventually(() => {
    expect(vs.commands).toEqual(['workbench.trust.manage']);
  });
  expect(vs.warnings).toEqual(['Traces are recorded only in a workspace that you trust.']);
});

it('is not spoken of where it is given', () => {
  vs.isTrusted = true;
  expect(isTrusted('Traces are recorded')).toBe(true);
  expect(vs.warnings).toEqual([]);
});

it('is asked for by all that connects to a target, or listens: a further place must ask too', () => {
  const connecting = readdirSync(workbench, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /\b(connectTarget|listen|TargetConnector)\(/.test(
        readFileSync(path.join(workbench, name), 'utf8'),
      ),
    );
  // recording/targets.ts connects for the recorders alone, and they ask.
  const asking = [
    'branch/branchRecorder.ts',
    'debugging.ts',
    'recording/traceRecorder.ts',
    'serving.ts',
  ];
  expect(connecting.sort()).toEqual([...asking, 'recording/targets.ts'].sort());
  for (const name of asking) {
    expect(readFileSync(path.join(workbench, name), 'utf8')).toContain('if (!isTrusted(');
  }
});

it('is needed for settings by which a workspace could name folders of this machine, ports or what a target keeps', () => {
  const manifest = JSON.parse(
    readFileSync(path.join(workbench, '../../package.json'), 'utf8'),
  ) as Manifest;
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  expect(supported).toBe('limited');
  expect(restrictedConfigurations).toEqual([
    'tracefile.debugFileFolders',
    'tracefile.recording.bufferSize',
    'tracefile.recording.circularBuffer',
    'tracefile.recording.disconnected',
    'tracefile.recording.folder',
    'tracefile.serve.port',
    'tracefile.sourceMap',
  ]);
  const { properties } = manifest.contributes.configuration;
  expect(properties['tracefile.serve.host']).toMatchObject({
    scope: 'machine',
    default: '127.0.0.1',
  });
});
