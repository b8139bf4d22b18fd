// The page in another language than English.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nPseudoLocalized, type l10nJsonFormat } from '@vscode/l10n-dev';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleFile } from '../../../scripts/language.mjs';
import { root } from '../../../scripts/steps/paths.mjs';
import type * as Text from '../../../webview/text';
import { untranslatedIn } from './untranslated';

/**
 * What is the same in every language: gdb's words, names, expressions as examples, a picture of
 * letters.
 */
const everyLanguage = [
  'Aa',
  'Markdown',
  'static const unsigned char memory_0x{}[{}] = {',
  'unsigned char',
  'unsigned short',
  'unsigned int',
  'unsigned long long',
  'if',
  'Intel PT',
  '&lt;unavailable>',
  '$hits',
  'req->n, $rsp, $trace_timestamp',
  'n > 5 && $_changed(p->x)',
];

/** Parts of names inside the program, which nobody sees (branch/page.ts). */
const inside = ['Instruction', 'Line', 'Call', 'Return', 'Block'];

const folder = join(root, 'webview');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

describe('the page’s code', () => {
  it('is looked through', () => {
    expect(files.length).toBeGreaterThan(70);
  });

  it.each(files)('%s has no text for a person that is not translated', (file) => {
    const found = untranslatedIn(file, readFileSync(join(folder, file), 'utf8'));
    expect(found.filter((text) => ![...everyLanguage, ...inside].includes(text))).toEqual([]);
  });
});

it.each([
  ['html`<p>Some words</p>`', ['Some words']],
  ['html`<p title="Some words">${x}</p>`', ['Some words']],
  ['html`<p class="some words" @click=${() => act()}>${x} more</p>`', ['{} more']],
  ["html`<p>${t('Some words')}</p>`", []],
  ["const label = 'Some words';", ['Some words']],
  ["const label = { name: 'Words' };", ['Words']],
  ['const label = `some words of ${x}`;', ['some words of {}']],
  ["if (key === 'Escape') throw new Error('some words');", []],
])('%s has %j to be translated', (source, expected) => {
  expect(untranslatedIn('a.ts', source)).toEqual(expected);
});

describe('in a pseudo-language', () => {
  let english: l10nJsonFormat;
  let pseudo: Record<string, string>;
  let text: typeof Text;

  beforeAll(async () => {
    english = JSON.parse(readFileSync(bundleFile, 'utf8')) as typeof english;
    pseudo = getL10nPseudoLocalized(english) as Record<string, string>;
    vi.resetModules();
    const { setLanguage } = await import('../../../webview/l10n');
    setLanguage('de', JSON.stringify(pseudo));
    text = await import('../../../webview/text');
  });

  it('every string of the page has a translation, with its arguments', () => {
    expect(Object.keys(pseudo).length).toBeGreaterThan(500);
    for (const [key, translated] of Object.entries(pseudo)) {
      const entry = english[key] ?? '';
      const message = typeof entry === 'string' ? entry : entry.message;
      const isWords = /\p{Letter}/u.test(message.replaceAll(/\{\d+\}/g, ''));
      if (isWords) expect(translated).not.toBe(message);
      const places = (words: string) => (words.match(/\{\d+\}/g) ?? []).sort();
      expect(places(translated)).toEqual(places(message));
    }
  });

  it('numbers and lists are the language’s', () => {
    expect(text.grouped(10_000_000)).toBe('10.000.000');
    expect(text.wordList(['a', 'b'])).toBe('a und b');
  });

  it('what is counted is translated, for one and for several', () => {
    expect(text.countText(1, 'frame')).toBe(pseudo['{0} frame']?.replace('{0}', '1'));
    expect(text.countText(1093, 'frame')).toBe(pseudo['{0} frames']?.replace('{0}', '1.093'));
  });
});
