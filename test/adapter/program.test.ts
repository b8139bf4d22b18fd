// The program behind the frames: call stack, variables and expressions, as an editor asks for them.
import { resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

const samples = resolve(import.meta.dirname, '../../samples');
const callqueue = { trace: `${samples}/callqueue.tf`, program: `${samples}/callqueue` };
/** A frame of `answer`, which collected 160 bytes of stack. */
const answer = { ...callqueue, frame: 8 };
const app = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };

let client: TraceClient;

beforeEach(async () => {
  client = await TraceClient.start();
});

afterEach(async () => {
  await client.stop();
});

async function stack() {
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  return body.stackFrames;
}

async function scopesOf(frameId: number) {
  const { body } = await client.scopesRequest({ frameId });
  return new Map(body.scopes.map(({ name, variablesReference }) => [name, variablesReference]));
}

async function linesOf(variablesReference = 0) {
  const { body } = await client.variablesRequest({ variablesReference });
  return body.variables.map(({ name, value }) => `${name} = ${value}`);
}

describe('the call stack', () => {
  it('goes on to main where the stack was collected', async () => {
    await client.launchTrace(answer);
    expect((await stack()).map(({ name, line }) => [name, line])).toEqual([
      ['answer', 86],
      ['main', 100],
    ]);
    const { body } = await client.stackTraceRequest({ threadId: 1, startFrame: 1, levels: 1 });
    expect(body).toMatchObject({ totalFrames: 2, stackFrames: [{ name: 'main' }] });
  });

  it('ends with a row that says what was not collected', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const [top, end] = await stack();
    expect(top).toMatchObject({ name: 'helper', line: 13 });
    expect(end).toMatchObject({ presentationHint: 'label' });
    expect(end?.name).toMatch(/not collected/);
  });

  it('has inlined functions, and the lines where they were inlined', async () => {
    await client.launchTrace({
      trace: corpus('x86_64/app-O2.tf'),
      program: corpus('x86_64/app-O2'),
    });
    const names = (await stack()).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['helper', 'main']);
  });

  it('has the registers and variables of each caller', async () => {
    await client.launchTrace(answer);
    const [, main] = await stack();
    const scopes = await scopesOf(main?.id ?? 0);
    expect(await linesOf(scopes.get('Locals'))).toEqual(['i = 0', 'minute = 8']);
    const groups = await client.variablesRequest({
      variablesReference: scopes.get('Registers') ?? 0,
    });
    const general = await linesOf(groups.body.variables[0]?.variablesReference);
    expect(general).toContain('rip = 0x401492');
    expect(general).toContain('rax = <not saved>');
    const { body } = await client.evaluateRequest({
      expression: 'minute',
      context: 'watch',
      frameId: main?.id ?? 0,
    });
    expect(body.result).toBe('8');
  });

  it('refuses stack frames from before a move', async () => {
    await client.launchTrace(answer);
    const [top] = await stack();
    await client.moving(client.nextRequest({ threadId: 1 }));
    await expect(client.scopesRequest({ frameId: top?.id ?? 0 })).rejects.toThrow(/moved/);
  });
});

describe('variables', () => {
  it('are arguments and locals as gdb lists them', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const [top] = await stack();
    const scopes = await scopesOf(top?.id ?? 0);
    expect(await linesOf(scopes.get('Arguments'))).toEqual([
      'n = 0',
      'p = 0x404060 <g>',
      'c = RED',
    ]);
    expect(await linesOf(scopes.get('Locals'))).toEqual([
      `buf = "n=0", '\\000' <repeats 12 times>`,
    ]);
  });

  it('open to members and elements, with what to type for each', async () => {
    await client.launchTrace(answer);
    const queue = await client.variables('Arguments', 'queue');
    expect(queue.map(({ name, evaluateName }) => [name, evaluateName])).toEqual([
      ['ring', 'queue->ring'],
      ['head', 'queue->head'],
      ['tail', 'queue->tail'],
      ['waiting', 'queue->waiting'],
    ]);
    expect(queue[0]).toMatchObject({ indexedVariables: 8, type: 'struct call [8]' });
    const { body } = await client.variablesRequest({
      variablesReference: queue[0]?.variablesReference ?? 0,
      filter: 'indexed',
      start: 2,
      count: 1,
    });
    expect(body.variables).toMatchObject([{ name: '[2]', evaluateName: 'queue->ring[2]' }]);
  });

  it('of the file are Globals, those not collected too', async () => {
    await client.launchTrace(answer);
    const globals = await client.variables('Globals');
    const values = new Map(globals.map(({ name, value }) => [name, value]));
    expect(values.get('total')).toBe('<unavailable>');
    expect(values.get('agents')).toMatch(/^\{\{name = 0x402008 "Ada", call = 4, busyUntil = 10\}/);
    const queue = globals.find(({ name }) => name === 'queue');
    expect(queue?.evaluateName).toBe('::queue');
    expect(await client.print('::queue.waiting')).toBe('1');
  });
});

describe('containers of the library', () => {
  const containers = corpus('programs/containers/containers.plain.tf');

  it('are shown as what they hold, with what they are made of below', async () => {
    await client.launchTrace({ trace: containers, frame: 1 });
    const [numbers] = await client.variables('Arguments');
    expect(numbers).toMatchObject({
      value: 'std::vector of length 4, capacity 4 = {1, 2, 3, 4}',
      indexedVariables: 4,
    });
    const parts = await client.variables('Arguments', 'numbers');
    expect(parts.map(({ name, value }) => [name, value])).toEqual([
      ['[raw]', ''],
      ['[0]', '1'],
      ['[1]', '2'],
      ['[2]', '3'],
      ['[3]', '4'],
    ]);
  });

  it('are shown as they are made where the launch asks for it', async () => {
    await client.launchTrace({ trace: containers, frame: 1, prettyPrint: false });
    const [numbers] = await client.variables('Arguments');
    expect(numbers?.value).toMatch(/^\{<std::_Vector_base<int, std::allocator<int> >> = /);
    expect(numbers).not.toHaveProperty('indexedVariables');
  });
});

describe('values by a Natvis file', () => {
  const folder = resolve(import.meta.dirname, '../unit/expressions/natvis');
  const shapes = `${folder}/shapes.natvis`;
  const launch = { trace: `${folder}/containers.tf`, program: `${folder}/containers` };

  it('are shown in the Variables view, a watch and the console, opened part by part', async () => {
    await client.launchTrace({ ...launch, visualizerFile: shapes });
    const [, fill] = await stack();
    const frameId = fill?.id ?? 0;
    const evaluate = async (expression: string, context: string) =>
      (await client.evaluateRequest({ expression, context, frameId })).body;
    const locals = await linesOf((await scopesOf(frameId)).get('Locals'));
    expect(locals).toContain('origin = (1, 2) = {x = 1, y in hex = 0x11, [not here] = 2}');
    const watched = await evaluate('matrix', 'watch');
    expect(watched).toMatchObject({ result: '2 by 3 = {1, 2, 3, 4, 5, 6}', indexedVariables: 6 });
    const tree = await evaluate('tree', 'hover');
    expect(await linesOf(tree.variablesReference)).toEqual([
      '[count] = 3',
      '[0] = 1',
      '[1] = 2',
      '[raw] = ',
    ]);
    const ring = await evaluate('ring', 'watch');
    expect((await linesOf(ring.variablesReference))[0]).toBe('node 1 = 0x1');
    expect((await evaluate('print origin', 'repl')).result).toMatch(/ = \(1, 2\) = \{x = 1, /);
    expect((await evaluate('print/r origin', 'repl')).result).toMatch(/ = \{x = 1, y = 2\}$/);
    expect((await evaluate('disable pretty-printer global shapes', 'repl')).result).toBe(
      '8 printers disabled\n3 of 11 printers enabled',
    );
    const [, again] = await stack();
    const raw = await linesOf((await scopesOf(again?.id ?? 0)).get('Locals'));
    expect(raw).toContain('origin = {x = 1, y = 2}');
  });

  it('say once where the file is wrong', async () => {
    const said: string[] = [];
    client.on('output', ({ body }: DebugProtocol.OutputEvent) => said.push(body.output));
    const wrong = `${folder}/wrong.natvis`;
    await client.launchTrace({ ...launch, visualizerFile: [wrong, `${folder}/none.natvis`] });
    const [, fill] = await stack();
    for (let i = 0; i < 2; i++) await linesOf((await scopesOf(fill?.id ?? 0)).get('Locals'));
    expect(said.filter((line) => line.includes('.natvis')).map((line) => line.trim())).toEqual([
      `${folder}/none.natvis cannot be read.`,
      `${wrong}:3: “{” at column 1 has no “}”.`,
      `${wrong}:6: No symbol "z" in current context.`,
    ]);
  });
});

describe('debugging information in other files', () => {
  const tour = (name: string) => corpus(`programs/tour/${name}`);

  it.each(['tour-split', 'tour-split4', 'tour-separate', 'tour-dwz', 'tour-zstd'])(
    'of %s says the same',
    async (program) => {
      const shown = async (name: string) => {
        await client.launchTrace({ trace: tour('tour-dwarf5.plain.tf'), program: tour(name) });
        const lines = [];
        for (const { id, name: callee, presentationHint } of await stack()) {
          if (presentationHint === 'label') continue;
          const scopes = await scopesOf(id);
          lines.push(callee, await linesOf(scopes.get('Arguments')));
          lines.push(await linesOf(scopes.get('Locals')));
        }
        await client.stop();
        return lines;
      };
      const parted = await shown(program);
      client = await TraceClient.start();
      expect(parted).toEqual(await shown('tour-dwarf5'));
      expect(parted.flat().length).toBeGreaterThan(4);
      client = await TraceClient.start();
    },
  );
});

describe('a value too big to be written', () => {
  it('is opened element by element', async () => {
    const meter = (name: string) => corpus(`extra/x86_64/${name}`);
    await client.launchTrace({ trace: meter('meter.full.tf') });
    const globals = await client.variables('Globals');
    const history = globals.find(({ name }) => name === 'history');
    expect(history).toMatchObject({
      value: '{...}',
      indexedVariables: expect.any(Number) as number,
    });
    const count = history?.indexedVariables ?? 0;
    const { body } = await client.variablesRequest({
      variablesReference: history?.variablesReference ?? 0,
      filter: 'indexed',
      start: count - 1,
      count: 5,
    });
    expect(body.variables.map(({ name }) => name)).toEqual([`[${count - 1}]`]);
  });
});

describe('expressions', () => {
  const repl = async (expression: string) =>
    (await client.evaluateRequest({ expression, context: 'repl' })).body.result;

  it('are C’s, with gdb’s formats', async () => {
    await client.launchTrace(answer);
    expect(await client.print('queue->ring[0].caller')).toBe(String.raw`"555-9320\000\000\000"`);
    expect(await client.print('queue->waiting * 2 + 1')).toBe('3');
    expect(await client.print('minute,x')).toBe('0x8');
    expect(await client.print('agent')).toBe('(struct agent *) 0x404040 <agents>');
    expect(await client.print('sizeof(struct call)')).toBe('24');
    await expect(client.print('agents[1].call + 1')).rejects.toThrow('value is not available');
    await expect(client.print('minute +')).rejects.toThrow(/^Column 9/);
  });

  it('are printed with a history in the console', async () => {
    await client.launchTrace(answer);
    expect(await repl('p queue->waiting')).toBe('$1 = 1');
    expect(await repl('p/x $rip')).toBe('$2 = 0x4013a7');
    expect(await repl('print $1 + 41')).toBe('$3 = 42');
    expect(await repl('queue->waiting')).toBe('1');
  });
});

describe('modules', () => {
  it('are the program and its shared object, each where it lay', async () => {
    const pie = (name: string) => corpus(`extra/pie/${name}`);
    await client.launchTrace({
      trace: pie('gears.both.tf'),
      program: pie('gears'),
      programs: [{ program: pie('libgearbox.so') }],
    });
    const { body } = (await client.customRequest('modules', {})) as DebugProtocol.ModulesResponse;
    expect(body).toMatchObject({
      totalModules: 2,
      modules: [{ name: 'gears' }, { name: 'libgearbox.so' }],
    });
    for (const { addressRange, symbolStatus } of body.modules) {
      expect(addressRange).toMatch(/^0x[5-7][0-9a-f]{11}$/);
      expect(symbolStatus).toMatch(/agree/);
    }
  });
});
