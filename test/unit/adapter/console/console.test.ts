import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../../src/adapter/console/commandTable';
import { unsupported } from '../../../../src/adapter/console/gdbCommands';
import { consoleOf, type ConsoleUnderTest } from './consoleOf';

let app: ConsoleUnderTest;

beforeAll(async () => {
  app = await consoleOf(1);
});

describe('a line of the debug console', () => {
  it.each([
    ['n + 1', '1'],
    ['n - 1', '-1'],
    ['g.x', '1'],
    ['p->x', '1'],
    ['c == RED', '1'],
    ['g.w', '{1.5, 2.5, 3.5}'],
    ['$rip', '0x40117b'],
  ])('%s is an expression', async (line, value) => {
    expect(await app.say(line)).toBe(value);
  });

  it.each([
    ['p n', /^\$\d+ = 0$/],
    ['p/x n', /^\$\d+ = 0x0$/],
    ['print', /^\$\d+ = /],
    ['i r rip', /^rip +0x40117b/],
    ['i lo', /^buf = /],
    ['f', /^#0 {2}helper /],
    ['where 1', /^#0 {2}helper /],
    ['disas 0x10', /^error: No function contains specified address\.$/],
    ['inf tp', /^Num /],
  ])('%s is a command', async (line, answer) => {
    expect(await app.say(line)).toMatch(answer);
  });

  it('is the command where it is a variable too, and says so once', async () => {
    const { say, trace } = await consoleOf(1);
    expect(await say('n')).toMatch(
      /^Found trace frame 2, [^]*\nThe program has a “n” too: `print n` prints it\.$/,
    );
    expect(trace.cursor.frame).toBe(2);
    expect(await say('rs')).toMatch(/^Found trace frame 1, /);
    expect(await say('n')).not.toContain('print n');
    expect(await say('s 2')).toMatch(/^Found trace frame 4, /);
    expect(await say('rn')).toMatch(/^Found trace frame 1, /);
  });

  it.each([
    ['compare-sections', /^error: “compare-sections” is not supported/],
    ['pwd', /^error: “pwd” is not supported/],
    ['cd ..', /^error: “cd” is not supported/],
    ['apply all bt', /^error: Undefined command: "apply"\. {2}Try "help"\.$/],
    ['maintenance info', /^error: “maintenance” is not supported/],
    ['unset env', /^error: “unset env” is not supported/],
  ])('%s is never an expression', async (line, answer) => {
    expect(await app.say(line)).toMatch(answer);
  });

  // gdb 13.1's words; the start files of C have no lines.
  it.each([
    ['info line _start', /^No line number information available for address 0x[0-9a-f]+ <_start>$/],
    ['info scope _start', /^Scope for _start contains no locals or arguments\.$/],
    ['list _start', /^$/],
    ['tfind line _start', /^error: No line number information available for "_start"\.$/],
  ])('%s: a function without lines', async (line, answer) => {
    expect(await app.say(line)).toMatch(answer);
  });

  it('takes the last letter of a format where none is given, for print and x alike', async () => {
    await app.say('p/x n');
    expect(await app.say('p/r p->x')).toMatch(/ = 0x1$/);
    await app.say('p/d n');
    expect(await app.say('x/2w &g')).toMatch(/^0x404060 <g>:\t1\t/);
    await app.say('p/x n');
  });

  it('names what is not supported, and what to do instead', async () => {
    expect(await app.say('run')).toMatch(/“run” is not supported: .*`tfind`/);
    expect(await app.say('hand')).toMatch(/“handle” is not supported/);
    expect(await app.say('call helper(1)')).toMatch(/process to debug/);
    expect(await app.say('jump helper')).toMatch(/“jump” is not supported: .*`print`/);
    expect(await app.say('python 1')).toMatch(/“python” is not supported/);
  });

  it('complains of what is no command and no expression', async () => {
    expect(await app.say('frobnicate the trace')).toBe(
      'error: Undefined command: "frobnicate".  Try "help".',
    );
    expect(await app.say('nosuch')).toBe('error: No symbol "nosuch" in current context.');
    expect(await app.say('print nosuch')).toBe('error: No symbol "nosuch" in current context.');
  });

  it('names the commands that an abbreviation may mean', async () => {
    expect(await app.say('tst 1')).toMatch(/^error: Ambiguous command "tst 1": .*tstatus/);
  });

  it('may be empty: the last command runs again, and list and x go on', async () => {
    const { say } = await consoleOf(1);
    expect(await say('')).toBe('');
    await say('list 1,3');
    expect((await say('')).split('\n')[0]).toBe('4\tline 4');
    await say('x/2xw &g');
    expect(await say('')).toMatch(/^0x404068 <g\+8>:/);
    await say('tfind');
    expect(await say('')).toMatch(/^Found trace frame 3, /);
  });
});

describe('help', () => {
  it('lists every command', async () => {
    const lines = (await app.say('help')).split('\n');
    for (const { name } of commands) {
      expect(lines.some((line) => line.startsWith(name))).toBe(true);
    }
  });

  it('tells of one command, and of those under it', async () => {
    expect(await app.say('help x')).toMatch(/^Print memory/);
    expect(await app.say('help info')).toMatch(/info registers, info r -- /);
    expect(await app.say('help info scope')).toMatch(/^The variables that are visible/);
    expect(await app.say('help next')).toMatch(/^Go to the next frame/);
    expect(await app.say('help run')).toMatch(/“run” is not supported/);
    expect(await app.say('help frobnicate')).toMatch(/^error: Undefined command/);
  });

  it('has no command that is said not to be supported', () => {
    const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(names.filter((name) => unsupported.has(name))).toEqual([]);
  });
});

describe('the selected stack frame', () => {
  it('is the one that the client selects, until up and down change it', async () => {
    const { say } = await consoleOf(0);
    expect(await say('frame', 1)).toMatch(/^#1 .* in main \(\)/);
    expect(await say('down', 1)).toMatch(/^#0 {2}helper /);
    expect(await say('frame', 1)).toMatch(/^#0 {2}helper /);
    expect(await say('frame', 0)).toMatch(/^#0 {2}helper /);
    expect(await say('up', 0)).toMatch(/^#1 /);
    expect(await say('up', 0)).toMatch(/^error: Initial frame selected; you cannot go up\.$/);
    await say('tfind 0', 0);
    expect(await say('frame', 0)).toMatch(/^#0 /);
  });

  it('may be the caller whose PC was not collected', async () => {
    const { say } = await consoleOf(2);
    expect(await say('up')).toBe('#1  <unavailable> in ?? ()');
    expect(await say('up')).toMatch(/^error: Initial/);
    expect(await say('down')).toMatch(/^#0 /);
    expect(await say('down')).toMatch(/^error: Bottom/);
  });
});

describe('settings', () => {
  it('change what print writes, and are shown', async () => {
    const { say } = await consoleOf(1);
    expect(await say('set print elements 4')).toBe('');
    expect(await say('p fib_cache')).toMatch(/0 <repeats 32 times>|, 0\.\.\.\}$/);
    expect(await say('show print elements')).toMatch(/ is 4\.$/);
    expect(await say('set print elements 0')).toBe('');
    expect(await say('show print elements')).toMatch(/ is unlimited\.$/);
    expect(await say('show print')).toContain('pretty:  Pretty formatting of structures is off.');
  });

  it('count the lines that list prints', async () => {
    const { say } = await consoleOf(1);
    expect(await say('set listsize 3')).toBe('');
    expect(await say('show listsize')).toBe(
      'Number of source lines gdb will list by default is 3.',
    );
    expect(await say('list 10,')).toBe('10\tline 10\n11\tline 11\n12\tline 12');
    expect(await say('p $_gdb_setting("listsize")')).toBe('$1 = 3');
  });

  it('that are unknown, or would write, say so', async () => {
    // As gdb.
    expect(await app.say('set print nosuch 1')).toMatch(
      /Undefined set print command: "nosuch 1". {2}Try "help set print"\./,
    );
    expect(await app.say('set var n = 1')).toMatch(/read-only/);
    expect(await app.say('set nosuch 5')).toBe('error: No symbol "nosuch" in current context.');
    expect(await app.say('set w 0')).toBe(
      'error: Ambiguous set command "w 0": watchdog, width, write.',
    );
    expect(await app.say('set hei 0')).toBe('');
    expect(await app.say('show height')).toBe(
      'Number of lines gdb thinks are in a page is unlimited.',
    );
    expect(await app.say('set pagination off')).toBe('');
  });
});

it('finds frames by a condition, and names what a condition does not know', async () => {
  const { say } = await consoleOf(0);
  expect(await say('tfind if n == 7 && $tracepoint == 2')).toMatch(
    /^Found trace frame \d+, tracepoint 2\n/,
  );
  expect(await say('p n')).toBe('$1 = 7');
  expect(await say('tfind if nosuch == 1')).toBe('error: No symbol "nosuch" in current context.');
  expect(await say('tfind if n == 7000')).toMatch(/^error: Target failed to find requested/);
  expect(await say('tfind if')).toMatch(/^error: Argument required/);
});

describe('typed breakpoints', () => {
  it('are disabled after as many hits as `enable count` says', async () => {
    const { say } = await consoleOf(0);
    await say('b 13');
    expect(await say('enable count 2 1')).toBe('');
    const listed = async () => (await say('info breakpoints')).split('\n').slice(1);
    // gdb 13.1's words.
    expect(await listed()).toEqual([
      '1       breakpoint     dis  y   0x000000000040117b in helper at app.c:13',
      '\tdisable after next 2 hits',
    ]);
    await say('c');
    expect(await listed()).toEqual([
      '1       breakpoint     dis  y   0x000000000040117b in helper at app.c:13',
      '\tbreakpoint already hit 1 time',
    ]);
    await say('c');
    expect((await listed())[0]).toMatch(/^1 +breakpoint +dis {2}n /);
    expect(await say('enable count x 1')).toMatch(/^error: No symbol "x" in current context\./);
  });

  it('are cleared by their place, watchpoints by none', async () => {
    const { say } = await consoleOf(0);
    for (const line of ['b helper', "b 'app.c':14", 'b "app.c":14', 'watch g.x']) await say(line);
    expect(await say('clear 99')).toBe('error: No breakpoint at 99.');
    expect(await say('clear app.c:14')).toBe('Deleted breakpoints 2 3 ');
    expect(await say('commands 2')).toBe('error: No breakpoint number 2.');
    expect(await say('clear')).toBe('Deleted breakpoint 1 ');
    expect(await say('info breakpoints')).toMatch(/^Num .*\n4 +hw watchpoint +keep y +g\.x$/);
    expect(await say('undisplay 1-2')).toBe('No display number 1.\nNo display number 2.');
  });

  it('stop where they hit, are counted, and go when they are temporary', async () => {
    const { say } = await consoleOf(0);
    expect(await say('b 13 if n == 2')).toMatch(
      /^Breakpoint 1 at 0x40117b: file app\.c, line 13\.$/,
    );
    expect(await say('tbreak *0x401159')).toMatch(/^Temporary breakpoint 2 at 0x401159: /);
    expect(await say('c')).toMatch(/^Found trace frame 5, tracepoint 4\n\nBreakpoint 2, helper /);
    expect(await say('c')).toMatch(/^Found trace frame 11, tracepoint 2\n\nBreakpoint 1, helper /);
    expect(await say('info b')).toMatch(
      /^Num .*\n1 +breakpoint +keep y +0x0*40117b in helper at app\.c:13\n\tstop only if n == 2\n\tbreakpoint already hit 1 time$/,
    );
    expect(await say('c')).toMatch(/^Found trace frame \d+, .*\n[^]*This is the end\.$/);
  });

  it('ignore as many hits as they are told, and run their commands', async () => {
    const { say } = await consoleOf(0);
    await say('b *0x401159');
    expect(await say('ignore 1 2')).toBe('Will ignore next 2 crossings of breakpoint 1.');
    expect(await say('commands 1')).toBe('');
    expect(await say('silent')).toBe('');
    expect(await say('printf "n=%d\\n", n')).toBe('');
    expect(await say('end')).toBe('');
    expect(await say('continue')).toBe('n=3');
  });

  it('on data say the old and the new value', async () => {
    const { say } = await consoleOf(1);
    expect(await say('watch g.x')).toBe('Hardware watchpoint 1: g.x');
    expect(await say('c')).toMatch(
      /\n\nHardware watchpoint 1: g\.x\n\nOld value = 1\nNew value = \d+\n/,
    );
    expect(await say('rwatch g.x')).toMatch(
      /“rwatch” is not supported: a trace records .* no reads/,
    );
    expect(await say('awatch g.x')).toMatch(/no reads/);
  });
});

describe('a script', () => {
  it('is bounded in depth, and says where it failed', async () => {
    const { say, scripts, logged } = await consoleOf(1);
    await say('define deep\ndeep\nend');
    expect(await say('deep')).toBe('error: Max user call depth exceeded -- command aborted.');
    scripts.set('bad.gdb', 'echo before\\n\nif 1\n  nosuch\nend\necho after\\n');
    expect(await say('source bad.gdb')).toBe(
      'error: bad.gdb:2: Error in sourced command file:\nUndefined command: "nosuch".  Try "help".',
    );
    expect(logged).toEqual(['before']);
  });

  it('passes over what is not gdb’s own language, by name', async () => {
    const { say, scripts } = await consoleOf(1);
    scripts.set('mixed.gdb', 'file app\npython\nprint("end of the world")\nend\noutput n\n');
    expect(await say('source mixed.gdb')).toMatch(
      /^“file” is passed over: .*\n“python” is passed over: .*\n0$/,
    );
  });
});

it('answers hostile lines with a complaint', async () => {
  const { say } = await consoleOf(1);
  const lines = [
    'x/999999999xb 0',
    'x/-5x p',
    'list 999999999',
    'list -999',
    'frame 99999999999999999999',
    'tfind 99999999999999999999',
    'tfind -5',
    'info tracepoints 1-99999999',
    'bt 0x',
    'up -',
    'printf "%99999d\\n", n',
    'printf "%s\\n", 1',
    'printf "%n", n',
    'set print elements -7',
    'ptype/o',
    'x/',
    'p/',
    'output',
    'info scope',
    '/',
    '!',
    '(',
    '\u0000',
    '$'.repeat(5000),
    'print '.repeat(2000),
    'disassemble 1,2,3',
    'info line *',
    'info symbol',
    'tfind line :',
  ];
  for (const line of lines) expect(typeof (await say(line))).toBe('string');
  expect(await say('p n')).toMatch(/^\$\d+ = 0$/);
});

it('does not say where arguments are without the code that tells', async () => {
  const { say, trace } = await consoleOf(1);
  expect(await say('info frame')).toMatch(/ Arglist at 0x[0-9a-f]+, args: .*\n Locals at 0x/);
  trace.modules.setTransparent('off');
  expect(await say('info frame')).toMatch(
    / Arglist at unknown address\.\n Locals at unknown address, Previous frame's sp is 0x/,
  );
});
