// Names that a stranger chose stand in notifications, and VS Code makes links of `[text](target)`
// there, which may run a command.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  isConfirmed,
  progressNotification,
  showError,
  showInformation,
  showWarning,
} from '../../../src/workbench/notify';

const vs = vi.hoisted(() => ({ shown: [] as string[] }));

vi.mock('vscode', () => {
  const show = (sentence: string, options?: { detail?: string }) => {
    vs.shown.push(sentence, options?.detail ?? '');
    return Promise.resolve(undefined);
  };
  return {
    ProgressLocation: { Notification: 15 },
    window: { showInformationMessage: show, showWarningMessage: show, showErrorMessage: show },
  };
});

it('has no characters that turn the writing', async () => {
  vs.shown.length = 0;
  await showInformation('\u202egpj.exe was \x1bopened.');
  expect(vs.shown[0]).toBe('\\342\\200\\256gpj.exe was \\033opened.');
});

/** What VS Code takes for a link (src/vs/base/common/linkedText.ts). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

it.each([
  '[here](command:workbench.action.terminal.sendSequence?%7B%22text%22:%22x%22%7D)',
  '[[a](command:b)](command:c)',
  '[a](http://example.org "title").tf',
  '](command:a)[b](file:///etc/passwd)',
])('is no link: %s', async (name) => {
  const sentence = `${name} cannot be read.`;
  expect(sentence).toMatch(link);
  vs.shown.length = 0;
  await showInformation(sentence);
  await showWarning(sentence);
  await isConfirmed(sentence, 'Open', name);
  showError(sentence);
  expect(vs.shown.filter((text) => text !== '')).toHaveLength(5);
  for (const shown of vs.shown) expect(shown).not.toMatch(link);
  expect(progressNotification(sentence).title).not.toMatch(link);
});

it('is how every notification is shown', () => {
  const source = path.join(import.meta.dirname, '../../../src');
  const showing = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(path.join(source, name), 'utf8');
      const found =
        text.match(
          /show(?:Information|Warning|Error)Message\S*(?=[(;,])|ProgressLocation\.Notification/g,
        ) ?? [];
      return found.map(() => name.replaceAll('\\', '/'));
    });
  const editors = ['editor/pageWindow.ts'];
  expect([...new Set(showing)].sort()).toEqual([...editors, 'workbench/notify.ts']);
  for (const editor of editors) {
    expect(readFileSync(path.join(source, editor), 'utf8')).toMatch(
      /(showErrorMessage\(escapeLinks\()(?![^]*showErrorMessage\((?!escapeLinks))/,
    );
  }
});
