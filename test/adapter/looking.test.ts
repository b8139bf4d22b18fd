// Looking at a stop: formats, registers, memory, loaded sources and modules, as a client asks for
// them.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

const samples = resolve(import.meta.dirname, '../../samples');
const callqueue = { trace: `${samples}/callqueue.tf`, program: `${samples}/callqueue` };
const app = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app'), frame: 1 };

let client: TraceClient;

beforeEach(async () => {
  client = await TraceClient.start();
});

afterEach(async () => {
  await client.stop();
});

async function valueOf(name: string, ...path: string[]): Promise<string | undefined> {
  const variables = await client.variables(...path);
  return variables.find((variable) => variable.name === name)?.value;
}

/** The bytes of one answer, or its error. */
async function memoryAt(memoryReference: string, count: number, offset = 0) {
  const { body } = await client.readMemory({ memoryReference, count, offset });
  const { address, data = '', unreadableBytes = 0 } = body ?? { address: '' };
  return { address, bytes: Buffer.from(data, 'base64').length, unreadableBytes };
}

describe('the formats of values', () => {
  it('switch for all values, and for one, and back', async () => {
    await client.launchTrace(app);
    const rax = () => valueOf('rax', 'Registers', 'general');
    const eflags = () => valueOf('eflags', 'Registers', 'general');
    const usual = [await rax(), await eflags()];
    expect(usual[0]).toMatch(/^0x/);
    await client.customRequest('setValueFormat', { format: 'decimal' });
    expect(await rax()).toBe(BigInt(usual[0] ?? '').toString());
    await client.customRequest('setValueFormat', { format: 'binary', expression: '$rax' });
    expect(await rax()).toBe(BigInt(usual[0] ?? '').toString(2));
    expect(await client.print('$rax')).toBe(await rax());
    await client.customRequest('setValueFormat', { format: 'natural' });
    expect(await eflags()).toMatch(/^\[ .*\]$/);
    await client.customRequest('setValueFormat', {});
    expect([await rax(), await eflags()]).toEqual(usual);
  });

  it('reach the arguments and their parts, and leave `print` alone', async () => {
    await client.launchTrace({ ...callqueue, frame: 8 });
    const minute = () => valueOf('minute', 'Arguments');
    const usual = Number(await minute());
    await client.customRequest('setValueFormat', { format: 'hexadecimal' });
    expect(await minute()).toBe(`0x${usual.toString(16)}`);
    expect(await client.print('minute')).toBe(`0x${usual.toString(16)}`);
    expect(await client.print('minute,d')).toBe(String(usual));
    const { body } = await client.evaluateRequest({ expression: 'print minute', context: 'repl' });
    expect(body.result).toBe(`$1 = ${usual}`);
    await client.customRequest('setValueFormat', {});
    await client.customRequest('setValueFormat', { format: 'octal', expression: 'queue' });
    expect(await valueOf('waiting', 'Arguments', 'queue')).toMatch(/^0/);
  });

  it('are hexadecimal where the client asks for that', async () => {
    await client.launchTrace({ ...callqueue, frame: 8 });
    const frameId = (await client.stackFrame()).id;
    const evaluated = async (format?: DebugProtocol.ValueFormat) => {
      const asked = { expression: 'minute + 1000', frameId, context: 'watch' };
      const { body } = await client.evaluateRequest({ ...asked, ...(format && { format }) });
      return body.result;
    };
    expect(await evaluated({ hex: true })).toMatch(/^0x/);
    expect(await evaluated()).toMatch(/^\d+$/);
  });

  it.each([[{ format: 'roman' }], [{ format: 7 }], [{ format: 'octal', expression: 7 }]])(
    '%j is an error',
    async (args) => {
      await client.launchTrace(app);
      await expect(client.customRequest('setValueFormat', args)).rejects.toThrow(/setValueFormat/);
      expect(await client.frame()).toBe(1);
    },
  );
});

describe('registers', () => {
  it('are named by their group where they changed since the last stop', async () => {
    await client.launchTrace({ ...callqueue, frame: 1 });
    const general = () => valueOf('general', 'Registers');
    expect(await general()).toBe('');
    await client.moving(client.customRequest('traceFrame', { frame: 2 }));
    const changed = await general();
    expect(changed).toMatch(/^changed: /);
    await client.moving(client.customRequest('traceFrame', { frame: 1 }));
    expect(await general()).toBe(changed);
  });
});

describe('memory', () => {
  it('is read from every kind of value: registers, pointers, variables, arrays, stack frames', async () => {
    await client.launchTrace({ ...callqueue, frame: 8 });
    const references: Record<string, string | undefined> = {};
    const note = (variables: readonly DebugProtocol.Variable[]) => {
      for (const { name, memoryReference } of variables) references[name] = memoryReference;
    };
    note(await client.variables('Registers', 'general'));
    note(await client.variables('Arguments'));
    note(await client.variables('Arguments', 'queue'));
    const { instructionPointerReference } = await client.stackFrame();
    for (const name of ['rip', 'rsp', 'rdi', 'queue', 'agent', 'minute', 'waiting', 'ring']) {
      expect(references[name], name).toMatch(/^0x/);
    }
    expect(references['eflags']).toBeUndefined();
    const all = [...Object.values(references), instructionPointerReference];
    for (const reference of all) {
      if (reference === undefined) continue;
      for (const count of [0, 1, 131_072]) {
        const { bytes, unreadableBytes } = await memoryAt(reference, count);
        expect(bytes + unreadableBytes).toBe(count);
      }
    }
    expect((await memoryAt(references['rip'] ?? '', 8)).bytes).toBe(8);
  });

  it('has ranges smaller than a block, from exactly their first byte', async () => {
    await client.launchTrace({ ...callqueue, frame: 9 });
    const ranges = (await client.variables('Collected Memory')).map(
      ({ memoryReference = '', value }) => [memoryReference, parseInt(value, 10)] as const,
    );
    const small = ranges.filter(([, length]) => length < 16);
    expect(small.length).toBeGreaterThan(0);
    for (const [address, length] of ranges) {
      expect(await memoryAt(address, 4096), address).toEqual({
        address,
        bytes: length,
        unreadableBytes: 4096 - length,
      });
      expect((await memoryAt(address, 8, -8)).address).toBe(
        `0x${(BigInt(address) - 8n).toString(16)}`,
      );
    }
  });

  it('has no way to be written', async () => {
    await client.launchTrace(app);
    for (const request of ['writeMemory', 'setVariable', 'setExpression']) {
      await expect(client.customRequest(request, {}), request).rejects.toThrow(/no request/);
    }
  });
});

describe('loaded sources and modules', () => {
  const loaded = async () => {
    const { body } = (await client.customRequest(
      'loadedSources',
    )) as DebugProtocol.LoadedSourcesResponse;
    return body.sources;
  };

  it('are the files of the program, those that are here at their place', async () => {
    await client.launchTrace(callqueue);
    expect(await loaded()).toContainEqual({
      name: 'callqueue.c',
      path: `${samples}/callqueue.c`,
    });
  });

  it('say of a file that is not here where it was looked for, once a person asks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'looking-'));
    for (const name of ['app.tf', 'app'])
      copyFileSync(corpus(`x86_64/${name}`), join(folder, name));
    await client.launchTrace({ trace: join(folder, 'app.tf'), program: join(folder, 'app') });
    const missing = (await loaded()).find(({ name }) => name === 'app.c');
    const { body } = await client.sourceRequest({ sourceReference: missing?.sourceReference ?? 0 });
    expect(body.content).toContain('was not found on this machine');
    expect(client.output.join('')).not.toContain('was not found');
    rmSync(folder, { recursive: true });
  });

  it('are of several programs, each with its build id, its slide and how that is known', async () => {
    const pie = (name: string) => corpus(`extra/pie/${name}`);
    await client.launchTrace({
      trace: pie('gears.both.tf'),
      program: pie('gears'),
      programs: [{ program: pie('libgearbox.so') }],
    });
    const { body } = (await client.customRequest('modules')) as DebugProtocol.ModulesResponse;
    expect(body.modules.map(({ name }) => name)).toEqual(['gears', 'libgearbox.so']);
    for (const { version, addressRange, symbolStatus } of body.modules) {
      expect(version).toMatch(/^build id [\da-f]{8,}$/);
      expect(addressRange).toMatch(/^0x[\da-f]+$/);
      expect(symbolStatus).toMatch(/tracepoint/);
    }
    const names = (await loaded()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['gears.c', 'gearbox.c']));
  });
});
