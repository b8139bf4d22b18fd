// A trace of which nothing but the file is there: what it holds is shown all the same.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

let client: TraceClient;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alone-'));
  client = await TraceClient.start();
});

afterEach(async () => {
  await client.stop();
  await rm(folder, { recursive: true });
});

/** Every variable below a reference, those below it before it. */
async function below(variablesReference: number): Promise<DebugProtocol.Variable[]> {
  const { variables } = (await client.variablesRequest({ variablesReference })).body;
  const all = await Promise.all(
    variables.map(async (each) =>
      each.variablesReference > 0 ? [...(await below(each.variablesReference)), each] : [each],
    ),
  );
  return all.flat();
}

const registersOf = { x86_64: 'rip', aarch64: 'pc', s390x: 'pswa', i386: 'eip' };

it.each([
  ['x86_64/app', 'x86_64', 'value'],
  ['x86_64/app-pie', 'x86_64', 'value'],
  ['x86_64/app-memory-only', 'x86_64', 'tracepoint'],
  ['aarch64/t1-regs', 'aarch64', 'value'],
  ['aarch64/t3-memonly', 'aarch64', 'tracepoint'],
  ['s390x/t1-regs', 's390x', 'value'],
  ['s390x/t3-memonly', 's390x', 'tracepoint'],
  ['extra/i386/lanes.plain', 'i386', 'value'],
] as const)('%s has a stack, registers and memory', async (name, machine, pcFrom) => {
  const trace = join(folder, 'alone.tf');
  await copyFile(corpus(`${name}.tf`), trace);
  await client.launchTrace({ trace });
  const collected = { memory: 0 };
  for (let frame = 0; frame < 8; frame++) {
    const top = await client.stackFrame();
    const pc = await client.print('(long) $pc');
    expect(top).toMatchObject({ name: `0x${BigInt(pc).toString(16)}`, line: 0 });
    expect(top.presentationHint).toBeUndefined();
    expect(await client.print(`$${registersOf[machine]}`)).not.toMatch(/<|void/);
    const { scopes } = (await client.scopesRequest({ frameId: top.id })).body;
    const names = ['Registers', 'Trace State Variables', 'Collected Memory', 'Tracepoint'];
    expect(scopes.map((scope) => scope.name)).toEqual(names);
    const [registers = [], , memory = [], tracepoint = []] = await Promise.all(
      scopes.map((scope) => below(scope.variablesReference)),
    );
    const known = registers.filter(({ value }) => value !== '' && !value.startsWith('<'));
    expect(known.length).toBeGreaterThan(pcFrom === 'value' ? 20 : 0);
    expect(tracepoint.length).toBeGreaterThan(4);
    for (const { value } of memory) expect(value).toMatch(/^\d+ bytes?: |^([0-9a-f]{2} )+ /);
    collected.memory += memory.length;
    await client.moving(client.stepInRequest({ threadId: 1 }));
  }
  expect(collected.memory).toBeGreaterThan(0);
});
