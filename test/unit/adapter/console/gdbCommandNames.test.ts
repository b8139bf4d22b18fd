// No command of gdb is ever taken for an expression. data/console/gdbCommandNames.txt has them all,
// with their aliases: `gdb -nx -batch -ex 'help all'`, the part before ` -- ` of its lines.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { consoleOf } from './consoleOf';

const file = path.join(import.meta.dirname, '../../../oracle/data/console/gdbCommandNames.txt');
const names = readFileSync(file, 'utf8').trim().split(/\n|, /);

/** What is said of a word that is none of gdb's, or of an expression. */
const isNoCommand = /^error: (No symbol "|Undefined command|A syntax error in expression)/;

/** They begin a block, which `end` ends. */
const beginsBlock = /^(while|if|define|document|commands)( |$)/;

it('every command of gdb is known as one', async () => {
  const app = await consoleOf(1);
  const unknown: string[] = [];
  for (const name of names) {
    const said = await app.say(name);
    if (beginsBlock.test(name)) await app.say('end');
    if (isNoCommand.test(said)) unknown.push(`${name}: ${said}`);
  }
  expect(unknown).toEqual([]);
  expect(names).toHaveLength(1657);
});

it('nor with an argument', async () => {
  const app = await consoleOf(1);
  const words = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const unknown: string[] = [];
  for (const word of words.filter((each) => !beginsBlock.test(each))) {
    const said = await app.say(`${word} 1`);
    const isMeant = ['symbol "', 'command: "', 'near `'].some((each) => said.includes(each + word));
    if (isNoCommand.test(said) && isMeant) unknown.push(`${word}: ${said}`);
  }
  expect(unknown).toEqual([]);
  expect(words).toHaveLength(239);
});
