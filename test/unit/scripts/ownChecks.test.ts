import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { namesExportedTwice } from '../../../scripts/lint/exportedNames.mjs';
import { stringsFor } from '../../../scripts/lint/strings.mjs';

function sourceOf(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
}

describe('names', () => {
  const one = sourceOf('one.ts', 'export const same = 1;\nexport function alone() {}');

  it('that two files export are told', () => {
    const other = sourceOf('other.ts', 'export interface same {}');
    expect(namesExportedTwice([one, other]).join()).toMatch(/^same is .*one\.ts, .*other\.ts$/);
  });

  it('may be passed on, and be those of a file for browsers', () => {
    const passing = sourceOf('passing.ts', "export { same } from './one';\nconst alone = 1;");
    const web = sourceOf('one.web.ts', 'export const same = 2;');
    expect(namesExportedTwice([one, passing, web])).toEqual([]);
  });
});

describe('strings for translators', () => {
  const head = "import { t } from './l10n';\n";
  const stringsIn = (text: string) => stringsFor([sourceOf('strings.ts', head + text)]);

  it('are those of calls, with their comments, in order', () => {
    const calls = "t('b {0}', one); vscode.l10n.t(`a`); t('lo' + 'ng');";
    expect(
      stringsIn(`${calls} t({ message: 'b', comment: ['what', 'else'] }); other.t('no');`),
    ).toEqual({
      a: 'a',
      'b {0}': 'b {0}',
      'b/whatelse': { message: 'b', comment: ['what', 'else'] },
      long: 'long',
    });
  });

  it('are none that the call does not write', () => {
    expect(() => stringsIn('t(sentence);')).toThrow('strings.ts:2');
  });
});
