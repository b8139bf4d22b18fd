// Whatever a client may request of the debugger, over traces and programs with much of each thing.
import { growthProblems, nextRequest, refusableUses, type Use } from './steps';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterHost } from '../../../src/adapter/host';
import type { Trace } from '../../../src/trace/trace';
import { decoderHere } from '../../capstone';
import { SessionInProcess } from '../../sessionInProcess';
import { start } from './madePrograms';
import { memoryStart, traces } from './madeTraces';

const decoder = decoderHere();

const none = () => Promise.resolve({ problem: 'None.' });

/** What comes from elsewhere, a request or the answer of a thread, comes in a turn of its own. */
function turn(): void {
  performance.now();
}

/** A host that has one trace, opened with its program. */
const hostOf = (trace: Trace): AdapterHost => ({
  resolve: (file) => file,
  acquireTrace: () => Promise.resolve({ trace, dispose: () => undefined }),
  openProgram: none,
  findProgram: () => Promise.resolve(),
  acquireBranchTrace: none,
  findBranchProgram: () => Promise.resolve(),
  sourceFolders: ['/here'],
  sourceMap: {},
  withoutSource: 'disassembly',
  fileExists: () => Promise.resolve(true),
  readText: () => Promise.resolve('line\n'.repeat(1000)),
  startDecoder: () => ({
    decode: async (...asked) => {
      turn();
      return (await decoder).decode(...asked);
    },
    dispose: () => undefined,
  }),
  connectTarget: none,
  createFile: () => Promise.reject(new Error('None.')),
});

/** Requests that were made. */
const made = new Set<string>();

/** A session that keeps in mind what was requested. */
class Session extends SessionInProcess {
  override request(command: string, given: object = {}): Promise<unknown> {
    made.add(command);
    return super.request(command, given);
  }
}

async function launched(trace: Trace): Promise<SessionInProcess> {
  const session = new Session(hostOf(trace), turn);
  await session.request('initialize', { clientID: 'vscode', supportsInvalidatedEvent: true });
  await session.request('launch', { trace: 'made.tf', program: '' });
  await session.request('configurationDone');
  await session.stopped();
  return session;
}

const hex = (address: number) => `0x${address.toString(16)}`;
const source = { name: 'made.c', path: '/here/made.c' };
const thread = { threadId: 1 };

/** The innermost stack frame. */
async function stackFrame(session: SessionInProcess): Promise<number> {
  const body = (await session.request(
    'stackTrace',
    thread,
  )) as DebugProtocol.StackTraceResponse['body'];
  return body.stackFrames[0]?.id ?? 0;
}

type Node = Pick<DebugProtocol.Variable, 'variablesReference' | 'indexedVariables'>;

/**
 * All of a node, and of the first three nodes in it; numbered children in pages, as VS Code asks.
 */
async function childrenOf(
  session: SessionInProcess,
  { variablesReference, indexedVariables: numbered = 0 }: Node,
  depth = 0,
): Promise<void> {
  const count = 100;
  for (let start = 0; start < Math.max(1, numbered); start += count) {
    const page = numbered > 0 ? { filter: 'indexed', start, count } : {};
    const { variables } = (await session.request('variables', {
      variablesReference,
      ...page,
    })) as DebugProtocol.VariablesResponse['body'];
    await nextRequest();
    if (depth === 2) continue;
    const opened = variables.slice(0, 3).filter((each) => each.variablesReference > 0);
    for (const each of opened) await childrenOf(session, each, depth + 1);
  }
}

async function variables(session: SessionInProcess): Promise<void> {
  const frameId = await stackFrame(session);
  const { scopes } = (await session.request('scopes', {
    frameId,
  })) as DebugProtocol.ScopesResponse['body'];
  for (const scope of scopes) await childrenOf(session, scope);
}

const evaluated = (expression: string, context: string) => async (session: SessionInProcess) =>
  session.request('evaluate', { expression, context, frameId: await stackFrame(session) });

/** What moves, and the stop that comes of it. */
const moved =
  (command: string, given: object = {}) =>
  async (session: SessionInProcess) => {
    const stopped = session.stopped();
    await session.request(command, { ...thread, ...given });
    await stopped;
  };

const each = <One>(count: number, make: (i: number) => One) =>
  Array.from({ length: count }, (_, i) => make(i));

const uses: Readonly<Record<string, Use<SessionInProcess>>> = {
  threads: (session) => session.request('threads'),
  stackTrace: (session) => session.request('stackTrace', thread),
  variables,
  loadedSources: (session) => session.request('loadedSources'),
  modules: (session) => session.request('modules'),
  watch: evaluated('$pc + 1', 'watch'),
  hover: evaluated('sound', 'hover'),
  repl: evaluated('info tracepoints', 'repl'),
  completions: (session) => session.request('completions', { text: 'print ', column: 7 }),
  readMemory: (session, count) =>
    session.request('readMemory', { memoryReference: hex(memoryStart), count: 32 * count }),
  disassemble: (session, count) =>
    session.request('disassemble', { memoryReference: hex(start), instructionCount: count }),
  'disassemble backward': (session) =>
    session.request('disassemble', {
      memoryReference: hex(start + 2000),
      ...{ instructionOffset: -50, instructionCount: 100 },
    }),
  setBreakpoints: async (session, count) => {
    await session.request('setBreakpoints', {
      source,
      breakpoints: each(count, (i) => ({ line: i + 1 })),
    });
    await session.request('setBreakpoints', { source, breakpoints: [] });
  },
  setFunctionBreakpoints: async (session, count) => {
    const breakpoints = each(count, (i) => ({ name: `f${i}` }));
    await session.request('setFunctionBreakpoints', { breakpoints });
    await session.request('setFunctionBreakpoints', { breakpoints: [{ name: 'f*' }] });
    await session.request('setFunctionBreakpoints', { breakpoints: [] });
  },
  setInstructionBreakpoints: async (session, count) => {
    const breakpoints = each(count, (i) => ({ instructionReference: hex(start + 16 * i) }));
    await session.request('setInstructionBreakpoints', { breakpoints });
    await session.request('setInstructionBreakpoints', { breakpoints: [] });
  },
  dataBreakpointInfo: async (session) =>
    session.request('dataBreakpointInfo', { name: 'sound', frameId: await stackFrame(session) }),
  'dataBreakpointInfo of bytes': (session) =>
    session.request('dataBreakpointInfo', { name: hex(memoryStart), bytes: 4, asAddress: true }),
  setDataBreakpoints: async (session) => {
    const { dataId } = (await session.request('dataBreakpointInfo', {
      ...{ name: hex(memoryStart), bytes: 4, asAddress: true },
    })) as DebugProtocol.DataBreakpointInfoResponse['body'];
    await session.request('setDataBreakpoints', { breakpoints: [{ dataId }] });
    await session.request('setDataBreakpoints', { breakpoints: [] });
  },
  setExceptionBreakpoints: (session) => session.request('setExceptionBreakpoints', { filters: [] }),
  breakpointLocations: (session) =>
    session.request('breakpointLocations', { source, line: 1, endLine: 1000 }),
  gotoTargets: (session) => session.request('gotoTargets', { source, line: 5 }),
  goto: async (session) => {
    const { targets } = (await session.request('gotoTargets', {
      ...{ source, line: 1 },
    })) as DebugProtocol.GotoTargetsResponse['body'];
    await moved('goto', { targetId: targets[0]?.id ?? 0 })(session);
  },
  source: async (session) => {
    const { stackFrames } = (await session.request(
      'stackTrace',
      thread,
    )) as DebugProtocol.StackTraceResponse['body'];
    const sourceReference = stackFrames[0]?.source?.sourceReference ?? 0;
    await session.request('source', { sourceReference });
  },
  locations: moved('locations', { locationReference: 2 ** 30 }),
  traceFrame: moved('traceFrame', { frame: 0 }),
  traceMove: moved('traceMove', { to: 'first' }),
  refreshSources: (session) => session.request('refreshSources', { sourceMap: { '/a': '/b' } }),
  setValueFormat: (session) => session.request('setValueFormat', { format: 'hexadecimal' }),
  possibleStores: async (session) =>
    session.request('possibleStores', {
      ...{ expression: 'sound', before: 0, after: 1, frameId: await stackFrame(session) },
    }),
  valueChanges: async (session) =>
    session.request('valueChanges', { expression: '$v0', frameId: await stackFrame(session) }),
  continue: moved('continue'),
  reverseContinue: moved('reverseContinue'),
  stepIn: moved('stepIn'),
  next: moved('next'),
  stepOut: moved('stepOut'),
  stepBack: moved('stepBack'),
  restart: moved('restart'),
  pause: moved('pause'),
};

// Some traces have no such thing, and refuse it.
const requested = refusableUses(
  uses,
  (error) => !/is not a function|undefined|adapter is at fault/.test(String(error)),
);

it.each(Object.entries(traces))('many %s are answered in proportion', async (_, made) => {
  const prepare = async (count: number) => launched(await made(count));
  expect(await growthProblems(prepare, requested.uses)).toEqual([]);
});

it('every request was answered over one of them', () => {
  expect([...requested.answered].sort()).toEqual(Object.keys(uses).sort());
});

it('every request that there is was made', () => {
  const known = ['traceSession', 'customRequests'].flatMap((file) => {
    const text = readFileSync(
      path.join(import.meta.dirname, `../../../src/adapter/${file}.ts`),
      'utf8',
    );
    const table = /equests: Readonly<Record<string, .*> = \{\n([^]*?)\n\};/.exec(text)?.[1] ?? '';
    return [...table.matchAll(/^ {2}(\w+)(?:: |,$)/gm)].map(([, name = '']) => name);
  });
  expect(known.length).toBeGreaterThan(30);
  expect(known.filter((name) => !made.has(name))).toEqual([]);
});
