// SECURITY.md: each threat has tests that hold it, and they are there.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
/** The table of threats is the first one. */
const table = text.slice(0, /^\|.*\n\n/m.exec(text)?.index);
const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].slice(2);
const threats = rows.map(([, threat = '', , heldBy = '']) => [threat, heldBy] as const);

it('is a page of threats', () => {
  expect(threats.length).toBeGreaterThan(15);
  // Figures that were measured stand in a table of their own.
  const isFigure = (line: string) => line.startsWith('|') && !table.includes(line);
  expect(text.split('\n').filter((line) => !isFigure(line)).length).toBeLessThan(60);
});

it.each(threats)('%s: held by tests that are there', (_threat, heldBy) => {
  const tests = [...heldBy.matchAll(/`(test\/[\w/]+)`/g)].map(([, name = '']) => name);
  expect(tests.length + (heldBy.includes('`npm test -- vsix`') ? 1 : 0)).toBeGreaterThan(0);
  for (const name of tests) {
    const at = path.join(root, name);
    expect(existsSync(`${at}.test.ts`) || existsSync(at), name).toBe(true);
  }
});
