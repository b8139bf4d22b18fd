import { beforeAll, describe, expect, it } from 'vitest';
import { programScopes } from '../../../src/adapter/programScopes';
import type { StackFrame } from '../../../src/machine/stackFrame';
import { valueContextOf } from '../../../src/values/value';
import type { GlobalVariable } from '../../../src/symbols/scope';
import type { Program } from '../../../src/symbols/program';
import type { Trace } from '../../../src/trace/trace';
import { traceWithProgram } from '../trace/programInUse';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

/** What "other files" holds where a program has `count` variables there. */
async function otherFiles(count: number) {
  const variable = { name: 'v', file: '/src/many.c' } as GlobalVariable;
  const program = {
    globalsAt: () => Promise.resolve([]),
    async *globals() {
      for (let i = 0; i < count; i++) yield await Promise.resolve(variable);
    },
  } as unknown as Program;
  const module = { program, slide: 0n };
  const stackFrame = { scope: undefined, module, lookupPc: 0n } as unknown as StackFrame;
  const context = valueContextOf(await app.machine(0), [], undefined);
  const [globals] = programScopes(stackFrame, context, { prettyPrint: false });
  const nodes = (await globals?.children()) ?? [];
  return nodes.at(-1)?.children?.();
}

describe('the globals of other files', () => {
  it('are all listed up to 10,000', async () => {
    expect(await otherFiles(10_000)).toMatchObject([{ name: 'many.c', value: '/src/many.c' }]);
  });

  it('end in a line that says how to get more', async () => {
    expect(await otherFiles(10_001)).toMatchObject([
      { name: 'many.c' },
      { name: '…', value: 'only 10,000 variables are listed: type the names of others' },
    ]);
  });
});

describe('two variables of one name', () => {
  it('have names of their own, and the expression is that of the first', async () => {
    const { frames } = await app.callStack(1);
    const [helper] = frames;
    const [n] = helper?.scope?.parameters ?? [];
    if (!helper?.scope || !n) throw new Error('helper has an argument.');
    const stackFrame = {
      ...helper,
      scope: { ...helper.scope, parameters: [n, { ...n, line: 99 }] },
    };
    const context = valueContextOf(await app.machine(1), app.modules.current.loaded, stackFrame);
    const [scope] = programScopes(stackFrame, context, { prettyPrint: false });
    const shown = (await scope?.children())?.map(({ name, evaluateName }) => [name, evaluateName]);
    expect(shown).toEqual([
      ['n', 'n'],
      ['n (line 99)', undefined],
    ]);
  });
});
