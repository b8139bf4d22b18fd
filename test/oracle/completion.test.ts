// What the debug console offers for a line that is begun, against gdb's `complete`.
// data/completion/record.py asked gdb; what differs is listed with its reason in
// data/completion/differences.json, and nothing may be listed that does not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openConsole } from './consoleSession';

const folder = path.join(import.meta.dirname, 'data/completion');

/** Patterns of the line, and of what one of both offers for its last word. */
interface Difference {
  readonly line: string;
  readonly offered: string;
  readonly why: string;
}

const differences = JSON.parse(
  readFileSync(path.join(folder, 'differences.json'), 'utf8'),
) as Difference[];
const used = new Set<Difference>();
const compared = { lines: 0, words: 0 };

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.words.txt'))
  .map((file) => file.slice(0, -'.words.txt'.length));

describe('the debug console', () => {
  it.each(names)('%s: offers what gdb offers', async (name) => {
    const text = readFileSync(path.join(folder, `${name}.words.txt`), 'utf8');
    const [head = '', ...sections] = text.split(/^\(gdb\) /m);
    const [, trace = '', program = '', frame = ''] = head.trim().split(' ');
    const opened = await openConsole(trace.replace(/\.tf$/, ''), program, path.dirname(program));
    await opened.say(`tfind ${frame}`);
    const unlisted: string[] = [];
    for (const section of sections) {
      const [line = '', ...theirs] = section.replace(/\n$/, '').split('\n');
      const items = await opened.console.complete(line, line.length + 1);
      const ours = items.map(({ label, start = 0 }) => line.slice(0, start) + label);
      compared.lines++;
      compared.words += ours.filter((each) => theirs.includes(each)).length;
      const different = [
        ...theirs.filter((each) => !ours.includes(each)).map((each) => ['-', each] as const),
        ...ours.filter((each) => !theirs.includes(each)).map((each) => ['+', each] as const),
      ];
      for (const [side, whole] of different) {
        if (!isListed(line, whole)) unlisted.push(`(gdb) complete ${line}\n${side} ${whole}`);
      }
    }
    await opened.dispose();
    expect(unlisted.join('\n')).toBe('');
  });

  it('was compared in all contexts', () => {
    expect(compared).toEqual({ lines: 87, words: 189 });
  });

  it('lists no difference that no longer exists', () => {
    expect(differences.filter((each) => !used.has(each))).toEqual([]);
  });
});

/** `whole`: the line with the word that is offered. */
function isListed(line: string, whole: string): boolean {
  const offered = whole.slice(line.lastIndexOf(' ') + 1);
  const found = differences.find(
    (each) =>
      new RegExp(`^(?:${each.line})$`).test(line) &&
      new RegExp(`^(?:${each.offered})$`).test(offered),
  );
  if (found) used.add(found);
  return found !== undefined;
}
