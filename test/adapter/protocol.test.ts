// Every message of a session over each trace of the corpus, in both directions, against the
// protocol's own schema: launch, breakpoints of all kinds, what a stop is asked, moves both ways.
import { readdirSync } from 'node:fs';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, it } from 'vitest';
import { corpus } from './client';
import { protocolViolations } from './protocolSchema';
import { RawAdapter, type RawMessage } from './rawAdapter';
import { adapterHere } from './runningAdapter';

const traces = readdirSync(corpus(''), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tf|ctf|btrace)$/.test(name))
  .sort();

/** Messages by what they are, and how often each was seen. */
const seen = new Map<string, number>();

/** What nearly every session says: a few traces have no frames, no program, or no sources. */
const kinds = [
  'initialize',
  'launch',
  'setFunctionBreakpoints',
  'setExceptionBreakpoints',
  'threads',
  'configurationDone',
  'modules',
  'loadedSources',
  'stackTrace',
  'scopes',
  'variables',
  'evaluate',
  'completions',
  'readMemory',
  'dataBreakpointInfo',
  'setDataBreakpoints',
  'breakpointLocations',
  'setBreakpoints',
  'gotoTargets',
  'goto',
  'disassemble',
  'setInstructionBreakpoints',
  'next',
  'stepIn',
  'stepOut',
  'stepBack',
  'continue',
  'pause',
  'reverseContinue',
  'restart',
  'traceMove',
  'traceFrame',
  'refreshSources',
  'disconnect',
  'setValueFormat',
]
  .map((command) => `response ${command}`)
  .concat(
    ['initialized', 'stopped', 'continued', 'breakpoint', 'output', 'invalidated'].map(
      (event) => `event ${event}`,
    ),
  );

interface Violation {
  readonly what: readonly string[];
  readonly message: RawMessage;
}

/** A session whose messages are all held against the schema. */
class CheckedSession {
  readonly violations: Violation[] = [];
  private readonly running = adapterHere();
  private readonly adapter = new RawAdapter(this.running, (message) => {
    this.check(message);
  });
  private received = 0;
  private readonly waiting = new Map<string, () => void>();

  /** What a request is answered with; undefined where it is refused. */
  async ask<Body>(command: string, given: object = {}): Promise<Partial<Body> | undefined> {
    const { success, body } = await this.adapter.ask(command, given);
    return success === true ? { ...(body as Body) } : undefined;
  }

  /** A request that moves, up to the stop. */
  async move(command: string, given: object = { threadId: 1 }): Promise<void> {
    const stopped = this.event('stopped');
    if ((await this.adapter.ask(command, given)).success === true) await stopped;
  }

  event(name: string): Promise<void> {
    return new Promise((heard) => this.waiting.set(name, heard));
  }

  end(): void {
    this.running.end();
  }

  private check(message: RawMessage & { readonly command?: string }): void {
    const { type, event, command = '', success } = message;
    const kind = success === false ? `${type} refused` : `${type} ${event ?? command}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    const what = protocolViolations(message);
    if (type !== 'request' && message.seq !== ++this.received) what.push('seq is not the next');
    if (what.length > 0) this.violations.push({ what, message });
    if (event !== undefined) this.waiting.get(event)?.();
  }
}

const abilities = {
  adapterID: 'tracefile',
  clientID: 'vscode',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  locale: 'en',
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsMemoryReferences: true,
  supportsProgressReporting: true,
  supportsInvalidatedEvent: true,
  supportsMemoryEvent: true,
  supportsANSIStyling: true,
};

/** Lines of the console: values, tables, refusals, and breakpoints that the client hears of. */
const consoleLines = [
  'print $pc',
  'p/x $sp',
  'backtrace',
  'info registers',
  'info line *$pc',
  'x/4i $pc',
  'tstatus',
  'tdump',
  'info tracepoints',
  'info scope main',
  'list',
  'nonsense',
  'info source',
  'break main',
  'tbreak *$pc',
  'watch $pc',
  'info breakpoints',
  'delete',
  'tfind',
  'tfind -1',
];

/** All that a client asks of a stop. */
async function look(
  session: CheckedSession,
  depth: number,
): Promise<DebugProtocol.StackFrame | undefined> {
  await session.ask('threads');
  await session.ask('modules', { startModule: 0, moduleCount: 10 });
  await session.ask('loadedSources');
  const stack = await session.ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
    threadId: 1,
    startFrame: 0,
    levels: 20,
  });
  const frames = stack?.stackFrames ?? [];
  for (const { id, source } of frames.slice(0, depth)) {
    if (source?.sourceReference) {
      await session.ask('source', { source, sourceReference: source.sourceReference });
    }
    const scopes = await session.ask<DebugProtocol.ScopesResponse['body']>('scopes', {
      frameId: id,
    });
    for (const { variablesReference } of scopes?.scopes ?? [])
      await expand(session, variablesReference, depth);
  }
  return frames[0];
}

/** Asks for variables, and of the first few for what they can tell. */
async function expand(session: CheckedSession, variablesReference: number, depth: number) {
  const body = await session.ask<DebugProtocol.VariablesResponse['body']>('variables', {
    variablesReference,
    ...(depth === 1 && { format: { hex: true } }),
  });
  const variables = body?.variables ?? [];
  for (const { evaluateName, memoryReference, name } of variables.slice(0, 2)) {
    const context = ['watch', 'hover', 'clipboard'][depth];
    if (evaluateName !== undefined) {
      await session.ask('evaluate', { expression: evaluateName, context });
    }
    if (memoryReference !== undefined) {
      await session.ask('readMemory', { memoryReference, offset: -4, count: 32 });
    }
    if (depth === 2) await followData(session, { variablesReference, name });
  }
  const compound = variables.filter((each) => each.variablesReference > 0).slice(0, 2);
  if (depth > 0) {
    for (const each of compound) await expand(session, each.variablesReference, depth - 1);
  }
}

async function followData(session: CheckedSession, given: object) {
  type Info = DebugProtocol.DataBreakpointInfoResponse['body'];
  const dataId = (await session.ask<Info>('dataBreakpointInfo', given))?.dataId;
  if (typeof dataId !== 'string') return;
  const breakpoints = [
    { dataId, accessType: 'write', condition: '$pc != 0' },
    { dataId, accessType: 'read' },
  ];
  await session.ask('setDataBreakpoints', { breakpoints });
}

/** What needs the place of a stop: breakpoints there, targets, instructions. */
async function atPlace(session: CheckedSession, top: DebugProtocol.StackFrame | undefined) {
  if (!top) return;
  const { source, line, id: frameId, instructionPointerReference: pc } = top;
  if (source?.path !== undefined) {
    const at = { source, line };
    await session.ask('breakpointLocations', { ...at, endLine: line + 20 });
    await session.ask('setBreakpoints', {
      source,
      breakpoints: [
        { line },
        { line: line + 1, condition: '$pc != 0' },
        { line, hitCondition: '> 2' },
        { line, logMessage: 'pc {$pc} {nothing}' },
        { line: 99999 },
        { line, condition: '((' },
      ],
    });
    const found = await session.ask<DebugProtocol.GotoTargetsResponse['body']>('gotoTargets', at);
    for (const { id: targetId } of found?.targets?.slice(0, 1) ?? [])
      await session.move('goto', { threadId: 1, targetId });
  }
  if (pc !== undefined) {
    await session.ask('disassemble', {
      memoryReference: pc,
      instructionOffset: -20,
      instructionCount: 60,
      resolveSymbols: true,
    });
    const breakpoints = [{ instructionReference: pc }, { instructionReference: pc, offset: 1 }];
    await session.ask('setInstructionBreakpoints', { breakpoints });
  }
  for (const text of ['print $', 'info ', 'p ma', 'tfind ', 'x/4x ', 'set print '])
    await session.ask('completions', { text, column: text.length + 1, frameId });
  for (const context of ['watch', 'hover', 'repl'])
    await session.ask('evaluate', { expression: '$trace_frame + nothing', frameId, context });
}

const moves = ['next', 'stepIn', 'stepOut', 'stepBack', 'continue', 'reverseContinue', 'pause'];

/** The adapter's own requests, and such as a trace has no answer to. */
const others: readonly (readonly [string, object])[] = [
  ['refreshSources', { sourceMap: { '/build': corpus('x86_64') } }],
  ['setValueFormat', { format: 'hexadecimal' }],
  ['setValueFormat', { format: 'nonsense' }],
  ['setValueFormat', {}],
  ['exceptionInfo', { threadId: 1 }],
  ['setVariable', { variablesReference: 1, name: 'x', value: '1' }],
  ['cancel', { progressId: 'nothing' }],
  ['locations', { locationReference: 2 ** 30 + 1 }],
  ['variables', { variablesReference: 2 ** 30 }],
  ['nonsense', {}],
];

async function drive(session: CheckedSession, trace: string): Promise<void> {
  await session.ask('initialize', abilities);
  const initialized = session.event('initialized');
  if (!(await session.ask('launch', { trace }))) return;
  await initialized;
  await session.ask('setFunctionBreakpoints', {
    breakpoints: [{ name: 'main' }, { name: 'no*', condition: '1' }, { name: '' }],
  });
  await session.ask('setExceptionBreakpoints', { filters: [] });
  await session.move('configurationDone', {});
  await atPlace(session, await look(session, 2));
  for (const command of moves) {
    await session.move(command);
    await session.ask('stackTrace', { threadId: 1, levels: 1 });
  }
  await session.move('stepIn', { threadId: 1, granularity: 'instruction' });
  await session.move('traceMove', { to: 'nextHit' });
  await session.move('traceFrame', { frame: 0 });
  for (const [command, given] of others) await session.ask(command, given);
  for (const expression of consoleLines)
    await session.ask('evaluate', { expression, context: 'repl' });
  await look(session, 1);
  await session.move('restart', {});
  await session.ask('disconnect');
}

describe('a session over', () => {
  it.concurrent.each(traces)('%s says nothing that the protocol does not have', async (trace) => {
    const session = new CheckedSession();
    await drive(session, corpus(trace));
    session.end();
    expect(session.violations).toEqual([]);
  });

  it('all of them said something of every kind', () => {
    // A branch trace has no frames to go to, and some programs have no lines.
    const least = traces.filter((name) => !name.endsWith('.btrace')).length - 7;
    const often = [...seen].filter(([, times]) => times >= least).map(([kind]) => kind);
    expect(often).toEqual(expect.arrayContaining(kinds));
    expect(seen.get('response refused')).toBeGreaterThan(5 * least);
  });
});

describe('a message that the protocol does not have', () => {
  const planted: readonly (readonly [string, object])[] = [
    [
      'StoppedEvent/body/reason must be string',
      { type: 'event', seq: 1, event: 'stopped', body: { reason: 5 } },
    ],
    [
      "ScopesResponse/body/scopes/0 must have required property 'expensive'",
      {
        type: 'response',
        seq: 1,
        request_seq: 1,
        success: true,
        command: 'scopes',
        body: { scopes: [{ name: 'Locals', variablesReference: 1 }] },
      },
    ],
    [
      'VariablesResponse/body/variables/0/variablesReference must match format "int32"',
      {
        type: 'response',
        seq: 1,
        request_seq: 1,
        success: true,
        command: 'variables',
        body: { variables: [{ name: 'n', value: '1', variablesReference: 2 ** 31 }] },
      },
    ],
    [
      "BreakpointEvent/body/breakpoint must have required property 'verified'",
      {
        type: 'event',
        seq: 1,
        event: 'breakpoint',
        body: { reason: 'new', breakpoint: { id: 1 } },
      },
    ],
    [
      "SetBreakpointsRequest/arguments must have required property 'source'",
      { type: 'request', seq: 1, command: 'setBreakpoints', arguments: {} },
    ],
  ];

  it.each(planted)('is found: %s', (violation, message) => {
    expect(protocolViolations(message)).toEqual([violation]);
  });
});
