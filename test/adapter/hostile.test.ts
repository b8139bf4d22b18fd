// What no client should send: requests with arguments that are missing, of other types, too large
// or made up, in any order. Each has one answer, and the adapter goes on.
import { afterEach, describe, expect, it } from 'vitest';
import { alterText } from '../fuzz/alter';
import { inRounds, oneOf, timeLimit, type Random } from '../fuzz/rounds';
import { corpus } from './client';
import { RawAdapter } from './rawAdapter';
import { AdapterProgram, adapterHere, type RunningAdapter } from './runningAdapter';

/** Arguments as a good client sends them. */
const requests: Readonly<Record<string, object>> = {
  initialize: { adapterID: 'tracefile', linesStartAt1: true, pathFormat: 'path' },
  launch: { trace: corpus('x86_64/app.tf'), program: '' },
  setBreakpoints: { source: { path: '/x/app.c' }, breakpoints: [{ line: 20, condition: 'i > 2' }] },
  setFunctionBreakpoints: { breakpoints: [{ name: 'main', hitCondition: '3' }] },
  setInstructionBreakpoints: { breakpoints: [{ instructionReference: '0x401136', offset: 4 }] },
  setDataBreakpoints: { breakpoints: [{ dataId: 'expression:counter', accessType: 'write' }] },
  dataBreakpointInfo: { name: 'counter', variablesReference: 0 },
  breakpointLocations: { source: { path: '/x/app.c' }, line: 10, endLine: 30 },
  configurationDone: {},
  threads: {},
  stackTrace: { threadId: 1, startFrame: 0, levels: 20 },
  scopes: { frameId: 1000 },
  variables: { variablesReference: 1, start: 0, count: 100 },
  evaluate: { expression: 'counter + $rax', context: 'watch', frameId: 1000 },
  completions: { text: 'coun', column: 4, frameId: 1000 },
  next: { threadId: 1 },
  stepIn: { threadId: 1 },
  stepOut: { threadId: 1 },
  stepBack: { threadId: 1 },
  continue: { threadId: 1 },
  reverseContinue: { threadId: 1 },
  pause: { threadId: 1 },
  goto: { threadId: 1, targetId: 3 },
  gotoTargets: { source: { path: '/x/app.c' }, line: 20 },
  restart: {},
  readMemory: { memoryReference: '0x401136', offset: -8, count: 64 },
  disassemble: { memoryReference: '0x401136', instructionOffset: -10, instructionCount: 30 },
  modules: { startModule: 0, moduleCount: 10 },
  loadedSources: {},
  source: { sourceReference: 1 },
  cancel: { requestId: 3 },
  setVariable: { variablesReference: 1, name: 'x', value: '1' },
  writeMemory: { memoryReference: '0x1000', data: 'AAAA' },
  noSuchRequest: {},
};

/** Lines as they are typed in the debug console. */
const consoleLines = [
  ...['print n + 1', 'x/4xw $sp', 'info scope main', 'tfind line 13', 'printf "%d %s\\n", n, "a"'],
  ...['ptype struct item', 'list main', 'tdump', 'disassemble /r main', 'set print elements 4'],
  ...[
    'output/x $pc',
    'info tracepoints',
    'frame 1',
    'tfind range 0x401000, 0x402000',
    'info line main',
  ],
  ...[
    'info registers rip',
    'tstatus',
    'print -pretty -- *p',
    'info symbol 0x4040c0',
    'backtrace 3',
  ],
];

function consoleLine(random: Random): string {
  const words =
    '/x /99999999s -- @ , * & $ "%n%*s" {int}0 main app.c:13 on off unlimited -elements'.split(' ');
  return alterText(oneOf(consoleLines, random), random, words);
}

const odd: readonly unknown[] = [
  ...[null, undefined, true, '', 'x', '\u0000', '9'.repeat(5000), '0x', '${x}', '../../etc/passwd'],
  ...[-1, 0, 1.5, 2 ** 31, 2 ** 53, 2 ** 64, 1e308, [], {}, [[]], [null], { length: 1e9 }],
  ...[
    '__proto__',
    'constructor',
    '(((((',
    'sizeof',
    '*(char*)0@99999999',
    "$_regex(counter, '(a+)+$')",
  ],
];

/** Arguments with some of them odd, missing or deeper than they should be. */
function altered(value: unknown, random: Random): unknown {
  if (random(6) === 0) return oneOf(odd, random);
  if (Array.isArray(value)) {
    const items = value.map((item) => altered(item, random));
    return random(4) === 0 ? [...items, ...items, oneOf(odd, random)] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random(8) > 0);
  return Object.fromEntries(entries.map(([name, each]) => [name, altered(each, random)]));
}

/** A session that a good client has begun. */
async function begun(running: RunningAdapter): Promise<RawAdapter> {
  const started = new RawAdapter(running);
  await started.ask('initialize', requests['initialize']);
  const program = corpus('x86_64/app');
  await started.ask('launch', { trace: corpus('x86_64/app.tf'), program });
  await started.ask('configurationDone', {});
  return started;
}

describe('an adapter', () => {
  let running: RunningAdapter;
  afterEach(() => {
    running.end();
  });

  it(
    'answers whatever it is asked, once, and goes on',
    async () => {
      const program = new AdapterProgram();
      running = program;
      const adapter = await begun(program);
      const outcomes = { done: 0, refused: 0 };
      await inRounds(60, 1, async (random) => {
        const asked = Array.from({ length: 20 }, () => {
          if (random(4) === 0) {
            const asked = { expression: consoleLine(random), context: 'repl', frameId: 1000 };
            return adapter.ask('evaluate', asked);
          }
          const command = oneOf(Object.keys(requests), random);
          return adapter.ask(command, altered(requests[command], random));
        });
        for (const { success, message } of await Promise.all(asked)) {
          if (success) outcomes.done++;
          else {
            outcomes.refused++;
            expect(message).toMatch(/\S/);
          }
        }
      });
      expect(outcomes.done).toBeGreaterThan(200);
      expect(outcomes.refused).toBeGreaterThan(100);
      expect(adapter.answeredAgain).toEqual([]);
      expect(program.errors).toBe('');
      expect(program.process.exitCode).toBeNull();
      const { success } = await adapter.ask('evaluate', { expression: '1+1', context: 'watch' });
      expect(success).toBe(true);
    },
    timeLimit,
  );

  it('answers after messages that are none', async () => {
    running = adapterHere();
    const adapter = await begun(running);
    for (const body of [
      '{',
      '',
      'null',
      '[]',
      '7',
      '{"type":"request"}',
      '{"type":"event","seq":1}',
    ]) {
      adapter.send(body);
    }
    const { success } = await adapter.ask('threads', {});
    expect(success).toBe(true);
  });
});
