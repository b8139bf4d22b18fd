// What VS Code shows of the manifest is in a file for translators: package.nls.json holds every
// string, and no other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
const strings = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Record<
  string,
  string
>;

/** Keys whose values a person reads. What a snippet writes is not for translators. */
const shown =
  /"(title|displayName|description|markdownDescription|label|category|contextualTitle)": "([^"]*)"/g;

it('names strings by keys that are there', () => {
  const used = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key);
  expect(used.length).toBeGreaterThan(150);
  expect([...new Set(used)].sort()).toEqual(Object.keys(strings).sort());
});

it('shows nothing that is not among them', () => {
  const found = [...manifest.matchAll(shown)].map(([, , text = '']) => text);
  expect(found.filter((text) => !/^%.+%$/.test(text))).toEqual([]);
});
