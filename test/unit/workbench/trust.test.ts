// In a workspace that is not trusted nothing connects and nothing starts; it is said, with the way to trust it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { isTrusted } from '../../../src/workbench/trust';

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

beforeEach(() => {
  Object.assign(vs, { isTrusted: false, answer: undefined, warnings: [], commands: [] });
});

it('is asked for where it is missing', async () => {
  vs.answer = 'Manage Workspace Trust';
  expect(isTrusted('Traces are recorded')).toBe(false);
  await vi.waitFor(() => {
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
  const workbench = path.join(import.meta.dirname, '../../../src/workbench');
  const connecting = readdirSync(workbench, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /\b(connectTarget|listen|Connecting)\(/.test(
        readFileSync(path.join(workbench, name), 'utf8'),
      ),
    );
  // recording/connecting.ts is used by the recorders alone, serving/servedTrace.ts by serving/serveCommand.ts.
  const asking = ['branch/branchRecorder.ts', 'debugging.ts', 'recording/traceRecorder.ts'];
  const behind = ['recording/connecting.ts', 'serving/servedTrace.ts'];
  expect(connecting.sort()).toEqual([...asking, ...behind].sort());
  for (const name of [...asking, 'serving/serveCommand.ts']) {
    expect(readFileSync(path.join(workbench, name), 'utf8')).toContain('if (!isTrusted(');
  }
});
