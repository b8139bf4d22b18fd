// Console commands over a program with much of each thing.
import { growthProblems, type Use } from './steps';
import { expect, it } from 'vitest';
import { consoleOver, type ConsoleUnderTest } from '../adapter/console/consoleOf';
import { dataStart, programTraces, start } from './madePrograms';

const commands = [
  'info scope here',
  'info functions',
  'info variables',
  'info types',
  'info sources',
  'info files',
  'info line here',
  `info symbol ${start + 40}`,
  'info locals',
  'info args',
  'info frame',
  'list made.c:10,800',
  'print sound',
  'print here',
  'ptype sound',
  'break sound',
  'info breakpoints',
  'until',
  'advance here',
  'finish',
];

const uses: Record<string, Use<ConsoleUnderTest>> = {
  ...Object.fromEntries(
    commands.map((line) => [line, ({ say }: ConsoleUnderTest) => say(line)] as const),
  ),
  x: ({ say }, count) => say(`x/${count}xb ${dataStart}`),
};

it.each(Object.entries(programTraces))('many %s are told of in proportion', async (_, made) => {
  const prepare = async (count: number) => {
    const of = consoleOver(await made(count), 1000);
    await of.say('backtrace');
    return of;
  };
  expect(await growthProblems(prepare, uses)).toEqual([]);
});
