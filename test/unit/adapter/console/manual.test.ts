// The manual's list of commands is that of the console: it has them all, and no others.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../src/adapter/console/command';
import { commands } from '../../../../src/adapter/console/commandTable';

const manual = readFileSync(path.join(import.meta.dirname, '../../../../docs/manual.md'), 'utf8');
const [, section = ''] = /^## The debug console$(.*?)^## /ms.exec(manual) ?? [];

/** Each command with what is behind it: two spaces stand between commands, a bar between words. */
const listed = section
  .split('\n')
  .filter((line) => line.startsWith('    '))
  .flatMap((line) => line.trim().split(/ {2,}/));

/** The words behind a command that has others under it. */
function wordsUnder(name: string): string[] {
  return listed
    .filter((each) => each.startsWith(`${name} `))
    .flatMap(
      (each) =>
        each
          .slice(name.length + 1)
          .split(' ')[0]
          ?.split('|') ?? [],
    );
}

/** They begin a block, and belong to scripts. */
const blocks = ['define', 'document', 'while', 'if'];

/** Commands of the list that a table lacks, and commands of the table that the list lacks. */
function compared(words: readonly string[], table: readonly Command[]) {
  const namesOf = ({ name, aliases = [] }: Command) => [name, ...aliases];
  const known = new Set(table.flatMap(namesOf));
  return {
    unknown: words.filter((word) => !known.has(word)),
    missing: table
      .filter((command) => !namesOf(command).some((name) => words.includes(name)))
      .map(({ name }) => name),
  };
}

describe('the manual', () => {
  it('has the commands of the console', () => {
    const words = listed.map((each) => /^[\w-]+/.exec(each)?.[0] ?? '');
    expect(compared(words, commands)).toEqual({ unknown: blocks, missing: [] });
  });

  it.each(['info', 'set', 'show'])('has what stands under %s', (name) => {
    const { takes } = commands.find((each) => each.name === name) ?? {};
    const under = typeof takes === 'object' && 'subcommands' in takes ? takes.subcommands : [];
    expect(under.length).toBeGreaterThan(3);
    const words = wordsUnder(name).filter((word) => !word.startsWith('$'));
    expect(compared(words, under)).toEqual({ unknown: [], missing: [] });
  });
});
