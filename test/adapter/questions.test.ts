// In every frame of the recorded traces the questions answer what the debug adapter does: the call
// stack, variables, registers, expressions and gdb's commands.
import { runWith } from '../../src/ask/run';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeHost } from '../../src/commandLine/nodeHost';
import { AskedTrace } from '../../src/ask/askedTrace';
import { evaluateOverFrames } from '../../src/ask/frame/evaluate';
import { frame as frameQuestion } from '../../src/ask/frame/frame';
import { gdbCommands } from '../../src/ask/frame/gdb';
import { corpusTraces, programs } from '../oracle/corpusTrace';
import { corpus, TraceClient } from './client';

const expressions = ['$pc', '$trace_func', '$tracepoint', 'n', '*p', '$sp,x'];
const commands = ['bt', 'info locals', 'info registers pc', 'tdump'];

let framesCompared = 0;
let valuesCompared = 0;

/** One of the corpus holds no frames: there is nothing to ask. */
const tracesWithFrames = corpusTraces.filter(([, count]) => count > 0);

describe.each(tracesWithFrames)('%s', (name, count) => {
  const trace = corpus(`${name}.tf`);
  const program = programs[name];
  const given = { trace, ...(program !== undefined && { program: corpus(program) }) };
  let asked: AskedTrace;
  beforeAll(async () => {
    asked = await AskedTrace.open(given, nodeHost());
  });
  afterAll(() => {
    asked.dispose();
  });

  it('is answered as the adapter does, frame by frame', async () => {
    const client = await TraceClient.start();
    try {
      await client.launchTrace(given);
      for (let frame = 0; frame < count; frame++) {
        await client.moving(client.customRequest('traceFrame', { frame }));
        const details = await frameQuestion.answer(
          asked,
          { frame, level: 0, registers: 'all' },
          runWith(),
        );
        const { stackFrames } = (await client.stackTraceRequest({ threadId: 1 })).body;
        const frameId = stackFrames[0]?.id ?? 0;
        expect(stackOf(details)).toEqual(stackFrames.map(adapterCall));
        const { scopes } = (await client.scopesRequest({ frameId })).body;
        const shown = {
          Arguments: details.arguments,
          Locals: details.locals,
          Registers: details.registers,
          'Trace State Variables': details.traceStateVariables,
        };
        for (const [scope, ours] of Object.entries(shown)) {
          const theirs = await adapterValues(client, scopes, scope);
          expect(ours.map(({ name: each, value }) => [each, value])).toEqual(theirs);
          valuesCompared += theirs.length;
        }
        const { answers } = await evaluateOverFrames.answer(
          asked,
          { frames: [frame], level: 0, expressions },
          runWith(),
        );
        for (const { expression, value, problem } of answers[0]?.values ?? []) {
          expect(value ?? problem).toBe(await adapterAnswer(client, frameId, expression, 'watch'));
        }
        const run = await gdbCommands.answer(asked, { frames: [frame], commands }, runWith());
        for (const { command, output } of run.answers[0]?.outputs ?? []) {
          const theirs = await adapterAnswer(client, frameId, command, 'repl');
          expect(lastWords(output)).toBe(lastWords(theirs));
        }
        framesCompared++;
      }
    } finally {
      await client.stop();
    }
  });
});

it('has compared every frame', () => {
  expect(framesCompared).toBe(corpusTraces.reduce((sum, [, count]) => sum + count, 0));
  expect(valuesCompared).toBeGreaterThan(30_000);
});

type Details = Awaited<ReturnType<typeof frameQuestion.answer>>;

function stackOf({ stack, stackEnd }: Details) {
  return [
    ...stack.map(({ function: name, line = 0, file }) => [name, line, file]),
    ...(stackEnd === undefined ? [] : [[stackEnd, 0, undefined]]),
  ];
}

function adapterCall({ name, line, source }: DebugProtocol.StackFrame) {
  return [name, line, line > 0 ? source?.path : undefined];
}

async function adapterValues(
  client: TraceClient,
  scopes: readonly DebugProtocol.Scope[],
  scope: string,
): Promise<[string, string][]> {
  const reference = scopes.find(({ name }) => name === scope)?.variablesReference;
  // Without a program there are neither arguments nor locals.
  if (reference === undefined) return [];
  const nodes = (await client.variablesRequest({ variablesReference: reference })).body.variables;
  const values: DebugProtocol.Variable[] = [];
  for (const node of nodes) {
    if (scope !== 'Registers') values.push(node);
    else {
      const under = await client.variablesRequest({ variablesReference: node.variablesReference });
      values.push(...under.body.variables);
    }
  }
  return values.map(({ name, value }) => [name, value]);
}

async function adapterAnswer(
  client: TraceClient,
  frameId: number,
  expression: string,
  context: string,
): Promise<string> {
  try {
    return (await client.evaluateRequest({ expression, context, frameId })).body.result;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What was said before an answer is another message of the adapter. */
function lastWords(text: string): string {
  return text.split('\n').at(-1) ?? '';
}
