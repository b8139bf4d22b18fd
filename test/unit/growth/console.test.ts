// Console commands over a program with much of each thing; every command over much of everything.
import { growthProblems, type Use } from './steps';
import { expect, it } from 'vitest';
import type { Command } from '../../../src/adapter/console/command';
import { commands as allCommands } from '../../../src/adapter/console/commandTable';
import { consoleOver, type ConsoleUnderTest } from '../adapter/console/consoleOf';
import { dataStart, endlessTraces, programTraces, start } from './madePrograms';
import { everything } from './madeTraces';

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
  'ptype/o sound',
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

it.each(Object.entries({ ...programTraces, ...endlessTraces }))(
  'many %s are told of in proportion',
  async (_, made) => {
    const prepare = async (count: number) => {
      const of = consoleOver(await made(count), 1000);
      await of.say('backtrace');
      return of;
    };
    expect(await growthProblems(prepare, uses)).toEqual([]);
  },
);

/** Every command, with something to do: breakpoints first, and displays. */
const everyCommand = `
break here; tbreak f7; watch sound.m0; rwatch sound.m1; awatch sound.m2
condition 1 sound.m0 == 1; ignore 1 2; commands 1\\nprint 1\\nend; disable 1; enable 1
display sound; info display; undisplay 1
tfind start; tfind 3; tfind tracepoint 2; tfind pc ${start}; tfind line; tfind range ${start},${start + 9}
tfind outside 1,9; tfind if sound.m1 == 1; tfind end; tfind none
tdump; tstatus; continue; reverse-continue; step; stepi; next; nexti; reverse-step; reverse-stepi
reverse-next; reverse-nexti; finish; reverse-finish; until; advance here
info address sound; info all-registers; info args; info breakpoints; info changes sound.m1; info files
info float; info frame; info functions; info line here; info locals; info registers; info scope here
info sharedlibrary; info source; info stack; info sources; info symbol ${start}; info threads
info tracepoints; info tvariables; info types; info variables; info vector; info vtbl sound
info watchpoints; backtrace full; frame 0; select-frame 0; up; up-silently; down; down-silently
faas print 1; with print pretty on -- print sound; eval "print %d", 1; thread; taas print 1
tfaas print 1; source script; find ${dataStart}, +64, 7; print sound; call sound; output sound
printf "%d\\n", sound.m1; echo text; ptype sound; whatis sound; x/99xb ${dataStart}; list here
forward-search line; reverse-search line; macro define M(a) a + a; macro expand M(M(1))
macro expand-once M(M(1)); macro list; macro undef M; disassemble
set print pretty off; set backtrace limit 9; set listsize 9; set disassembly-flavor att
set language auto; set input-radix 10; set output-radix 10; set radix 10; set substitute-path /a /b
set variable $x = sound.m1; init-if-undefined $y = 1; show print; show backtrace; show listsize
show disassembly-flavor; show language; show input-radix; show output-radix; show radix
show substitute-path; show values; show convenience; show user; unset substitute-path; help info
clear here; delete`
  .split(/[;\n]\s*/)
  .filter((line) => line !== '')
  .map((line) => line.replaceAll('\\n', '\n'));

/** Names of commands, those under others behind them. */
const namesOf = (commands: readonly Command[], before = ''): string[] =>
  commands.flatMap(({ name, takes }) =>
    typeof takes === 'object' && 'subcommands' in takes
      ? namesOf(takes.subcommands, `${before}${name} `)
      : [before + name],
  );

it('every command is one of those that are tried', () => {
  const missing = namesOf(allCommands).filter(
    (name) => !everyCommand.some((line) => `${line.replace('/', ' ')} `.startsWith(`${name} `)),
  );
  expect(missing).toEqual([]);
});

it('every command takes steps in proportion to all that there is', async () => {
  const prepare = async (count: number) => {
    const of = consoleOver(await everything(count), 1000);
    of.scripts.set('script', 'print sound.m1\n'.repeat(count));
    return of;
  };
  const tried = everyCommand.map((line): [string, Use<ConsoleUnderTest>] => [
    line,
    async ({ trace, say }, count) => {
      trace.cursor.moveTo(count >> 1, trace);
      expect(await say(line)).not.toMatch(/^error: (Undefined|No symbol|Ambiguous|A syntax|Junk)/);
    },
  ]);
  expect(await growthProblems(prepare, Object.fromEntries(tried))).toEqual([]);
});
