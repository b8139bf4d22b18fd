// What a translation lacks, has too much, or says with other placeholders.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/steps/paths.mjs';

/** A string, with a comment for translators or without one. */
type Strings = Readonly<Record<string, string | { readonly message: string }>>;

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Strings;

/** The strings of a bundle are their own keys; a comment is added to its message. */
const bundle = Object.entries(read('l10n/bundle.l10n.json')).map(([key, value]) => [
  key,
  typeof value === 'string' ? key : value.message,
]);
const manifest = Object.entries(read('package.nls.json')).map(([key, value]) => [
  key,
  typeof value === 'string' ? value : value.message,
]);

const translations = [
  ...readdirSync(join(root, 'l10n'))
    .filter((name) => /^bundle\.l10n\..+\.json$/.test(name) && name !== 'bundle.l10n.json')
    .map((name) => [`l10n/${name}`, bundle] as const),
  ...readdirSync(root)
    .filter((name) => /^package\.nls\..+\.json$/.test(name))
    .map((name) => [name, manifest] as const),
];

/** What a translation keeps as it is: arguments, icons, links, variables. */
function places(text: string): string[] {
  return (text.match(/\{\d+\}|\$\([\w-]+\)|\$\{[^}]+\}|\(command:[\w.]+\)|`[^`]+`/g) ?? []).sort();
}

it('each language has both files', () => {
  const named = (files: string) =>
    translations.flatMap(([path]) => (path.startsWith(files) ? path.split('.').slice(2, 3) : []));
  expect(named('l10n/')).toContain('zh-cn');
  expect(named('l10n/')).toEqual(named('package.'));
});

describe.each(translations)('%s', (path, english) => {
  const translated = read(path) as Readonly<Record<string, string>>;

  it('has every string, and no other', () => {
    const keys = english.map(([key = '']) => key);
    expect(keys.filter((key) => translated[key] === undefined)).toEqual([]);
    expect(Object.keys(translated).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('has the placeholders of each', () => {
    const differing = english.filter(
      ([key = '', text = '']) =>
        JSON.stringify(places(text)) !== JSON.stringify(places(translated[key] ?? text)),
    );
    expect(differing.map(([key = '', text]) => [text, translated[key]])).toEqual([]);
  });
});
