// Emacs' dap-mode as a client of the adapter: its own commands, what its session and its trees hold
// after them, and the manual's settings and commands. What is right was read from gdb (`target
// tfile`, `tfind`, `bt`, `print`) and samples/README.md.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Emacs, lispString } from './emacs';

const root = resolve(import.meta.dirname, '../..');
const trace = resolve(root, 'samples/callqueue.tf');
const source = resolve(root, 'samples/callqueue.c');

let emacs: Emacs;

beforeAll(async () => {
  emacs = await Emacs.start(root);
  const manual = await readFile(resolve(root, 'docs/otherEditors.md'), 'utf8');
  const snippets = [...manual.matchAll(/^```elisp\n(.*?)^```$/gms)];
  expect(snippets).toHaveLength(3);
  for (const [, lisp = ''] of snippets) {
    await emacs.evaluate(`(progn ${lisp.replaceAll(/^;;.*$/gm, '')})`);
  }
});

afterEach(() => emacs.evaluate('(tester-end)'));

afterAll(() => emacs.quit());

/** Calls a command as its key would; `typed` is what it asks for. */
const call = (command: string, ...typed: string[]) =>
  emacs.evaluate(`(tester-call #'${command})`, ...typed);

/** Calls a command with the cursor on a line of the source. */
const callAt = (line: number, command: string, ...typed: string[]) =>
  emacs.evaluate(`(tester-call-at ${lispString(source)} ${line} #'${command})`, ...typed);

/** Debugs the sample from a frame on; a template's nil comes as null. */
async function debugFrom(frame: number): Promise<void> {
  await emacs.evaluate(`(dap-register-debug-template "Frame ${frame}"
    (list :type "tracefile" :request "launch" :trace ${lispString(trace)} :program nil :frame ${frame}))`);
  await call('dap-debug', `Frame ${frame}`);
}

/** Where dap-mode's session and its window stand, and in which frame. */
async function expectStop(name: string, line: number, frame: number): Promise<void> {
  const stop = { function: name, file: source, line, shown: `${source}:${line}` };
  expect(await emacs.evaluate('(tester-stop)')).toEqual(stop);
  expect(await shown('$trace_frame')).toBe(`=> ${frame}`);
}

/** What `dap-eval` shows. */
const shown = (expression: string) => emacs.evaluate(`(tester-eval ${lispString(expression)})`);

const breakpoints = () => emacs.evaluate(`(tester-breakpoints ${lispString(source)})`);

const stack = () => emacs.evaluate('(tester-stack)');

const parts = (...path: string[]) =>
  emacs.evaluate(`(tester-parts ${path.map(lispString).join(' ')})`);

const type = (line: string) => emacs.evaluate(`(tester-type ${lispString(line)})`);

const output = () => emacs.evaluate('(tester-output)');

/**
 * The line for a stop at a breakpoint; its number counts every time that dap-mode sends its
 * breakpoints anew.
 */
const stopAt = (place: string): unknown =>
  expect.stringMatching(new RegExp(`^Breakpoint \\d+ at ${place}$`));

const session = (slot: string) => emacs.evaluate(`(dap--debug-session-${slot} (dap--cur-session))`);

describe('launching in dap-mode', () => {
  it('asks for the trace', async () => {
    await call('dap-debug', 'GDB Trace', trace);
    await expectStop('main', 94, 0);
    expect(await session('state')).toBe('running');
  });

  it('takes the manual’s template with all its arguments', async () => {
    await call('dap-debug', 'Queue trace');
    expect(await stack()).toEqual(['arrive:47', expect.any(String)]);
    expect(await shown('$trace_frame')).toBe('=> 245');
  });

  it('says why there is nothing to debug', async () => {
    const missing = `${trace}.gone`;
    await emacs.evaluate(`(tester-call #'dap-debug (list
      :type "tracefile" :request "launch" :name "Gone" :trace ${lispString(missing)}))`);
    const sentence = `${missing} cannot be read: there is no such file.`;
    expect(await session('error-message')).toBe(sentence);
  });

  it('ends with the adapter', async () => {
    await debugFrom(0);
    await call('dap-disconnect');
    expect(await session('state')).toBe('terminated');
    const alive = '(process-live-p (dap--debug-session-proc (dap--cur-session)))';
    expect(await emacs.evaluate(alive)).toBeNull();
  });
});

describe('moving in dap-mode', () => {
  it('steps forward', async () => {
    await debugFrom(143);
    await expectStop('hangUp', 65, 143);
    await call('dap-next');
    await expectStop('hangUp', 65, 146);
    await call('dap-step-in');
    await expectStop('hangUp', 65, 147);
    await call('dap-step-in');
    await expectStop('hangUp', 66, 148);
    await call('dap-step-out');
    await expectStop('main', 94, 149);
  });

  it('steps back, and back to a breakpoint, with the manual’s commands', async () => {
    await debugFrom(152);
    await call('gdb-trace-step-back');
    await expectStop('answer', 86, 151);
    await call('gdb-trace-step-back');
    await expectStop('main', 94, 150);
    await callAt(65, 'dap-breakpoint-add');
    await call('gdb-trace-reverse-continue');
    await expectStop('hangUp', 65, 146);
    await call('gdb-trace-reverse-continue');
    await expectStop('hangUp', 65, 143);
    await call('gdb-trace-restart');
    await expectStop('main', 94, 0);
  });

  it('says at the ends of the trace that these are its ends', async () => {
    await debugFrom(1);
    await call('gdb-trace-reverse-continue');
    await expectStop('main', 94, 0);
    await call('dap-continue');
    await expectStop('arrive', 47, 245);
    expect(await output()).toEqual([
      'Frame 0 of 246 · tracepoint 5 · This is the first frame.',
      'Frame 245 of 246 · tracepoint 2 · This is the last frame.',
    ]);
  });

  it('goes to a frame from the console', async () => {
    await debugFrom(0);
    expect(await type('tfind 152')).toMatch(/^Found trace frame 152, tracepoint 4\n/);
    await expectStop('answer', 86, 152);
    expect(await type('tfind 246')).toMatch(/failed to find/);
    expect(await type('output $trace_frame')).toBe('152');
  });
});

describe('breakpoints in dap-mode', () => {
  it('are verified, set before the session and during it, and stop', async () => {
    await callAt(86, 'dap-breakpoint-add');
    await debugFrom(143);
    expect(await breakpoints()).toEqual([{ line: 86, verified: true }]);
    await callAt(65, 'dap-breakpoint-add');
    await callAt(73, 'dap-breakpoint-add');
    expect(await breakpoints()).toEqual([
      { line: 73, verified: false },
      { line: 65, verified: true },
      { line: 86, verified: true },
    ]);
    await call('dap-continue');
    await expectStop('hangUp', 65, 146);
    await callAt(65, 'dap-breakpoint-toggle');
    await call('dap-continue');
    await expectStop('answer', 86, 151);
    expect(await output()).toEqual([
      stopAt('hangUp, callqueue.c:65 · frame 146 of 246'),
      stopAt('answer, callqueue.c:86 · frame 151 of 246'),
    ]);
  });

  it('stop where their condition holds', async () => {
    await callAt(86, 'dap-breakpoint-add');
    await debugFrom(0);
    await callAt(86, 'dap-breakpoint-condition', 'call->state == HUNG_UP');
    await call('dap-continue');
    await expectStop('answer', 86, 152);
  });

  it('print their message for each frame that they pass', async () => {
    await callAt(65, 'dap-breakpoint-add');
    await debugFrom(140);
    await callAt(65, 'dap-breakpoint-log-message', 'call {call->number}');
    await callAt(86, 'dap-breakpoint-add');
    await call('dap-continue');
    await call('dap-continue');
    await expectStop('answer', 86, 151);
    expect(await output()).toEqual([
      stopAt('answer, callqueue.c:86 · frame 141 of 246'),
      'frame 143: call 74',
      'frame 146: call 73',
      stopAt('answer, callqueue.c:86 · frame 151 of 246'),
    ]);
  });
});

describe('looking in dap-mode', () => {
  it('at the call stack', async () => {
    await debugFrom(152);
    expect(await stack()).toEqual(['answer:86', 'main:100']);
    await call('dap-up-stack-frame');
    expect(await emacs.evaluate('(tester-stop)')).toMatchObject({ function: 'main', line: 100 });
    expect(await shown('minute')).toBe('=> 134');
    await call('dap-down-stack-frame');
    await expectStop('answer', 86, 152);
  });

  it('at a call stack that was not collected', async () => {
    await debugFrom(143);
    const end = 'The return address at 0x7fffffffed08 was not collected.:0';
    expect(await stack()).toEqual(['hangUp:65', end]);
  });

  it('at variables', async () => {
    await debugFrom(152);
    const lines = await emacs.evaluate('(tester-locals)');
    expect(lines).toEqual(
      expect.arrayContaining([
        '▾ Arguments',
        '  ▸ queue: 0x4040a0 <queue>',
        '  ▸ agent: 0x404060 <agents+32>',
        '    minute: 134',
        '▾ Locals',
        '  ▸ call: 0x4040b8 <queue+24>',
        '    $answered: 70',
      ]),
    );
    expect(await parts('Locals', 'call')).toEqual([
      ['number', '74'],
      ['state', 'HUNG_UP'],
      ['arrived', '129'],
      ['caller', '"555-4455\\000\\000\\000"'],
    ]);
    expect(await parts('Arguments', 'agent')).toEqual([
      ['name', '0x402012 "Joan"'],
      ['call', '74'],
      ['busyUntil', '141'],
    ]);
    expect(await parts('Registers', 'general')).toContainEqual(['rip', '0x4013a7']);
  });

  it('at expressions', async () => {
    await debugFrom(152);
    expect(await shown('queue->waiting')).toBe('=> 4');
    expect(await shown('total')).toBe('=> <unavailable>');
    expect(await shown('nothing')).toMatch(/No symbol "nothing" in current context/);
    const whole =
      '{number = 74, state = HUNG_UP, arrived = 129, caller = "555-4455\\000\\000\\000"}';
    expect(await type('p *call')).toBe(`$1 = ${whole}`);
    const watched = await emacs.evaluate('(tester-watch "call->state")');
    expect(watched).toContainEqual(expect.stringMatching(/call->state: HUNG_UP$/));
  });
});
