import { beforeAll, describe, expect, it } from 'vitest';
import {
  collectedMemoryScope,
  traceStateVariablesScope,
  tracepointScope,
} from '../../../src/adapter/scopes';
import { registerNode, registersOf, registersScope } from '../../../src/adapter/registersScope';
import { ValueFormats, type ShownFormat, type ValueView } from '../../../src/adapter/valueNodes';
import type { ChildNodes, VariableNode } from '../../../src/adapter/variableTree';
import type { FrameState } from '../../../src/machine/frameState';
import type { Trace } from '../../../src/trace/trace';
import { traceWithProgram } from '../trace/programInUse';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

const lines = (nodes: readonly VariableNode[]) =>
  nodes.map(({ name, value }) => `${name}: ${value}`);

async function childrenOf(node: ChildNodes | undefined) {
  return (await node?.children?.()) ?? [];
}

async function elementsOf(node: ChildNodes | undefined, start: number, count: number) {
  return (await node?.elements?.read(start, count)) ?? [];
}

const usual = { prettyPrint: true };

function registerOf(
  machine: FrameState,
  name: string,
  view: ValueView = usual,
): Promise<VariableNode> {
  const register = machine.registers?.layout.registers.find((each) => each.name === name);
  if (!register) throw new Error(`no register ${name}`);
  return registerNode(registersOf(machine, undefined, app.modules.current.loaded), register, view);
}

describe('the Registers scope', () => {
  it('has the registers by group, each once', async () => {
    const machine = await app.machine(0);
    const groups = registersScope(registersOf(machine, undefined), usual);
    expect(groups.map(({ name }) => name)).toEqual([
      'general',
      'float',
      'other',
      'vector',
      'system',
    ]);
    const [rax, rbx] = await childrenOf(groups[0]);
    expect(rax).toMatchObject({ name: 'rax', value: '0x404060', evaluateName: '$rax' });
    expect(rbx?.name).toBe('rbx');
    const names = (await Promise.all(groups.map((group) => childrenOf(group)))).flat();
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    expect(names).toHaveLength(machine.registers?.layout.registers.length ?? -1);
  });

  it('opens memory at what a register points to, and the lanes of a vector', async () => {
    const machine = await app.machine(0);
    expect(await registerOf(machine, 'rip')).toMatchObject({ address: 0x401159n });
    expect(await registerOf(machine, 'rax')).toMatchObject({ address: 0x404060n });
    for (const name of ['eflags', 'cs', 'mxcsr', 'eax', 'xmm0']) {
      expect(await registerOf(machine, name), name).not.toHaveProperty('address');
    }
    const lanes = await childrenOf(await registerOf(machine, 'xmm0'));
    expect(lanes.map(({ name }) => name)).toContain('v4_float');
    const floats = await childrenOf(lanes.find(({ name }) => name === 'v4_float'));
    expect(floats).toHaveLength(4);
  });

  it('says of each register that it was not collected', async () => {
    const trace = await traceWithProgram('x86_64/app-memory-only.tf', 'x86_64/app');
    const machine = await trace.machine(0);
    const rbp = await registerOf(machine, 'rbp');
    expect(rbp.value).toBe('<unavailable>');
    expect(rbp).not.toHaveProperty('address');
    expect(await registerOf(machine, 'xmm0')).not.toHaveProperty('children');
  });
});

describe('the formats of registers', () => {
  const shownAs = async (format: ShownFormat, name: string) => {
    const formats = new ValueFormats();
    formats.setAll(format);
    return (await registerOf(await app.machine(0), name, { ...usual, formats })).value;
  };

  it.each([
    ['natural', 'rax', '4210784'],
    ['natural', 'rip', '(void (*)()) 0x401159 <helper+19>'],
    ['natural', 'eflags', '[ IF ]'],
    ['decimal', 'eflags', '514'],
    ['binary', 'eflags', '1000000010'],
    ['octal', 'rax', '020040140'],
    ['character', 'al', "96 '`'"],
    ['hexadecimal', 'eflags', '0x202'],
  ] as const)('%s of %s is gdb’s', async (format, name, text) => {
    expect(await shownAs(format, name)).toBe(text);
  });

  it('one’s own goes before that of all, until all are as usual again', async () => {
    const formats = new ValueFormats();
    const machine = await app.machine(0);
    const rax = async () => (await registerOf(machine, 'rax', { ...usual, formats })).value;
    formats.setAll('binary');
    formats.set('$rax', 'decimal');
    expect(await rax()).toBe('4210784');
    formats.set('$rax', undefined);
    expect(await rax()).toBe('10000000100000001100000');
    formats.set(' $rax,x', 'decimal');
    formats.setAll(undefined);
    expect(await rax()).toBe('0x404060');
  });

  it('a client that asks for hexadecimal numbers has them, unless the user switched', () => {
    const formats = new ValueFormats();
    formats.clientHex = true;
    expect(formats.ofAll).toBe('hexadecimal');
    formats.setAll('octal');
    expect(formats.ofAll).toBe('octal');
  });
});

describe('what changed since the stop before', () => {
  const groups = async (now: number, before: number) =>
    registersScope(
      registersOf(await app.machine(now), undefined),
      usual,
      registersOf(await app.machine(before), undefined),
    ).map(({ value }) => value);

  it('is named by its group', async () => {
    expect((await groups(1, 0))[0]).toMatch(/^changed: .*\brip\b|and \d+ more$/);
    expect((await groups(1, 1)).join('')).toBe('');
  });
});

describe('the Trace State Variables scope', () => {
  it('has every variable that the file defines, collected or not', async () => {
    expect(
      lines(await childrenOf(traceStateVariablesScope(app.recording, await app.machine(0), usual))),
    ).toEqual(['$trace_timestamp: <unavailable>', '$hits: <unavailable>']);
    expect(
      lines(await childrenOf(traceStateVariablesScope(app.recording, await app.machine(1), usual))),
    ).toEqual(['$trace_timestamp: <unavailable>', '$hits: 4']);
  });
});

describe('the Collected Memory scope', () => {
  it('has a node for each run of addresses, with its first bytes', async () => {
    expect(
      lines(await childrenOf(collectedMemoryScope(app.modules.current, await app.machine(3)))),
    ).toEqual(['0x7fffffffe4bc: 4 bytes: 00 00 00 00']);
    const [stack] = await childrenOf(
      collectedMemoryScope(app.modules.current, await app.machine(0)),
    );
    expect(stack).toMatchObject({
      value: '256 bytes: 60 40 40 00 00 00 00 00 00 00 00 00 00 00 00 00 …',
      address: 0x7fffffffe4b0n,
      elements: { count: 16 },
    });
  });

  it('names what it begins with', async () => {
    const trace = await traceWithProgram('extra/x86_64/meter.circular.tf', 'extra/x86_64/meter');
    const scope = await childrenOf(
      collectedMemoryScope(trace.modules.current, await trace.machine(0)),
    );
    expect(scope.map(({ name }) => name)).toEqual(['0x404040 <energy>', '0x4041a0 <averages>']);
  });

  it('gives the rows that are asked for', async () => {
    const [stack] = await childrenOf(
      collectedMemoryScope(app.modules.current, await app.machine(0)),
    );
    const rows = await elementsOf(stack, 0, 16);
    expect(rows).toHaveLength(16);
    expect(rows[3]).toEqual({
      name: '0x7fffffffe4e0',
      value: '00 e5 ff ff ff 7f 00 00 cd 12 40 00 00 00 00 00  ..........@.....',
      evaluateName: '{unsigned char [16]} 0x7fffffffe4e0',
      address: 0x7fffffffe4e0n,
    });
    expect(await elementsOf(stack, 3, 2)).toEqual(rows.slice(3, 5));
    expect(await elementsOf(stack, 15, 100)).toEqual(rows.slice(15));
  });
});

describe('the Tracepoint scope', () => {
  it('says where a step stands and what collected it', async () => {
    expect(lines(await tracepointScope(app.recording, await app.machine(3)))).toEqual([
      'number: 3',
      'set at: app.c:16',
      'location: 0x401201',
      'condition: n > 5',
      'actions: 6 lines',
      'while-stepping: 3',
      'hits: 14',
      'usage: 62044 bytes',
      'stepping frame: yes',
      'frame offset: 0x370e',
      'frame size: 832 bytes',
    ]);
  });

  it('has the actions as they were typed', async () => {
    const facts = await tracepointScope(app.recording, await app.machine(0));
    const actions = facts.find(({ name }) => name === 'actions');
    expect(lines(await childrenOf(actions))).toEqual([
      '1: collect $regs',
      '2: collect *(unsigned char*)$rsp@256',
    ]);
  });

  it('has every location, a pass count, and damage', async () => {
    const boxes = await traceWithProgram('extra/x86_64/boxes.memory.tf', 'extra/x86_64/boxes');
    const twoLocations = Array.from({ length: 12 }, (_, frame) => frame).find(
      (frame) => boxes.recording.pc(frame) === undefined,
    );
    const facts = await tracepointScope(boxes.recording, await boxes.machine(twoLocations ?? -1));
    const locations = facts.filter(({ name }) => name === 'location');
    expect(locations.map(({ address }) => address)).toEqual([0x401abbn, 0x401af9n]);

    const empty = await traceWithProgram('extra/x86_64/meter.empty.tf', 'extra/x86_64/meter');
    const frame = Array.from({ length: 21 }, (_, at) => at).find(
      (at) => empty.recording.index.tracepoint(at) === 2,
    );
    const texts = lines(await tracepointScope(empty.recording, await empty.machine(frame ?? -1)));
    expect(texts).toContain('pass count: 6');
    expect(texts).toContain('frame size: 0 bytes');

    const circular = await traceWithProgram('extra/x86_64/meter.circular.tf', 'extra/x86_64/meter');
    expect(
      lines(await tracepointScope(circular.recording, await circular.machine(16))).at(-1),
    ).toMatch(/^damage: A block is of an unknown type/);
  });
});
