import { beforeAll, describe, expect, it } from 'vitest';
import { programScopes } from '../../../src/adapter/programScopes';
import type { VariableNode } from '../../../src/adapter/variableTree';
import type { StackFrame } from '../../../src/machine/stackFrame';
import { valueContextOf } from '../../../src/values/value';
import type { FunctionScope, GlobalVariable, Variable } from '../../../src/symbols/scope';
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
  const at = '{int} 0x7fffffffe4bc';

  async function shownIn(change: (helper: StackFrame, n: Variable) => Partial<FunctionScope>) {
    const [helper] = (await app.callStack(1)).frames;
    const [n] = helper?.scope?.parameters ?? [];
    if (!helper?.scope || !n) throw new Error('helper has an argument.');
    const stackFrame = { ...helper, scope: { ...helper.scope, ...change(helper, n) } };
    const context = valueContextOf(await app.machine(1), app.modules.current.loaded, stackFrame);
    const scopes = programScopes(stackFrame, context, { prettyPrint: false }).slice(0, 2);
    const nodes: VariableNode[] = [];
    for (const { children } of scopes) nodes.push(...(await children()));
    return nodes.map(({ name, evaluateName }) => [name, evaluateName]);
  }

  it('have names of their own, and the expression is that of the first', async () => {
    const shown = await shownIn((_, n) => ({ parameters: [n, { ...n, line: 99 }] }));
    expect(shown).toEqual([
      ['n', 'n'],
      ['n (line 99)', at],
      ['buf', 'buf'],
    ]);
  });

  it('in blocks inside each other: the name means the inner one', async () => {
    const shown = await shownIn(({ scope }, n) => {
      const blocks = scope?.blocks ?? [];
      const inner = blocks.map((block) => ({ ...block, variables: [n, ...block.variables] }));
      return { blocks: [...inner, ...inner] };
    });
    expect(shown).toEqual([
      ['n', at],
      ['p', 'p'],
      ['c', 'c'],
      ['n', 'n'],
      ['buf', 'buf'],
      ['n (line 9)', at],
      ['buf (line 11)', '{char [16]} 0x7fffffffe4c0'],
    ]);
  });
});

describe('static variables of several files', () => {
  it('that have one name are reached by their addresses', async () => {
    const [module] = app.modules.current.loaded;
    const [helper] = (await app.callStack(1)).frames;
    if (!module || !helper) throw new Error('The program is at hand.');
    const [g] = await module.program.globalsNamed('g');
    if (!g) throw new Error('The program has g.');
    const program = {
      globalsAt: () => Promise.resolve([]),
      enclosingFunctions: () => Promise.resolve([]),
      async *globals() {
        for (const file of ['/src/a.c', '/src/b.c']) yield await Promise.resolve({ ...g, file });
        yield { ...g, name: 'single', file: '/src/b.c' };
      },
    } as unknown as Program;
    const stackFrame = { ...helper, module: { ...module, program } } as StackFrame;
    const context = valueContextOf(await app.machine(1), app.modules.current.loaded, stackFrame);
    const globals = programScopes(stackFrame, context, { prettyPrint: false }).at(-1);
    const others = (await globals?.children())?.at(-1);
    const files = (await others?.children?.()) ?? [];
    const listed: VariableNode[] = [];
    for (const { children } of files) listed.push(...((await children?.()) ?? []));
    expect(listed.map(({ evaluateName }) => evaluateName)).toEqual([
      '{struct point} 0x404060',
      '{struct point} 0x404060',
      'single',
    ]);
  });
});
