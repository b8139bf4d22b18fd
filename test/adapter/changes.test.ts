// Who changed a value, asked of the adapter over the sample: the last change, all changes, and the
// stores that may have written it.
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ShownChanges, ShownStores } from '../../src/adapter/changes';
import { corpus, TraceClient } from './client';

const sample = resolve(import.meta.dirname, '../../samples/callqueue.tf');

describe('who changed a value', () => {
  let client: TraceClient;

  const start = async (args: object): Promise<void> => {
    client = await TraceClient.start();
    await client.launchTrace(args);
  };

  const ask = async <T>(command: string, args: object): Promise<T> =>
    ((await client.customRequest(command, args)) as { readonly body: T }).body;

  const changes = (args: object) => ask<ShownChanges>('valueChanges', args);

  afterEach(() => client.stop());

  it('leads from 65535 waiting callers to the line that took one too many', async () => {
    await start({ trace: sample, frame: 214 });
    const expression = 'queue->waiting';
    const { label, changes: found, total } = await changes({ expression, last: true });
    expect({ label, total }).toEqual({ label: 'queue->waiting at 0x404168', total: 1 });
    expect(found).toEqual([
      {
        ...{ before: 213, after: 214, from: '0', to: '65535' },
        interval: 'between frame 213 and frame 214',
      },
    ]);
    const { stores, notes } = await ask<ShownStores>('possibleStores', {
      ...{ expression, before: 213, after: 214 },
    });
    const lines = stores.map(({ source, frame, tracepoints, functionName, kind }) => {
      return [source?.name, source?.line, source?.text, functionName, kind, tracepoints, frame];
    });
    expect(lines).toEqual([
      ['callqueue.c', 86, 'queue->waiting--;', 'answer', 'member', [4], 213],
      ['callqueue.c', 55, 'queue->waiting++;', 'arrive', 'member', [], undefined],
      ['callqueue.c', 66, 'queue->waiting--;', 'hangUp', 'member', [], undefined],
    ]);
    expect(stores[0]?.source?.path).toBe(resolve(sample, '../callqueue.c'));
    expect(stores[0]?.addresses).toEqual(['0x4013b9']);
    expect(notes).toEqual([
      'Code outside of these programs, as memcpy of a library is, may have written it too.',
    ]);
  });

  it('says which frames between did not collect it', async () => {
    await start({ trace: sample, frame: 41 });
    const all = await changes({ expression: 'total.refused' });
    expect(all.total).toBe(12);
    expect(all.changes[0]).toEqual({
      ...{ before: 211, after: 215, from: '0', to: '1' },
      interval: 'between frame 211 and frame 215 (3 frames between did not collect it)',
    });
    const none = await changes({ expression: 'total.refused', last: true });
    expect(none).toEqual({ label: 'total.refused at 0x404174', changes: [], total: 0 });
  });

  it('follows a local variable in its function, and a register everywhere', async () => {
    await start({ trace: sample, frame: 212 });
    const local = await changes({ expression: 'minute', last: true });
    expect(local.label).toBe('minute in answer');
    expect(local.changes.map(({ interval }) => interval)).toEqual([
      'between frame 209 and frame 212 (2 frames between did not collect it in answer)',
    ]);
    const register = await changes({ expression: '$rcx', last: true });
    expect(register.label).toBe('$rcx');
    const given = { expression: '$rcx', before: 209, after: 212 };
    expect(await ask('possibleStores', given)).toEqual({
      stores: [],
      notes: ['It is in no memory: no store writes it.'],
    });
  });

  it('has a command in the console', async () => {
    await start({ trace: sample, frame: 214 });
    const say = async (expression: string) =>
      (await client.evaluateRequest({ expression, context: 'repl' })).body.result;
    const lines = (await say('info changes queue->waiting')).split('\n');
    expect(lines[0]).toBe('queue->waiting at 0x404168: 153 changes');
    expect(lines).toContain('between frame 213 and frame 214: 0 -> 65535');
    expect(lines).toHaveLength(154);
    expect(await say('info changes (char) 3')).toBe('(char) 3 has no other value in any frame.');
  });

  it('says where stores are not known', async () => {
    await start({ trace: corpus('s390x/t1-regs.tf'), program: corpus('s390x/app'), frame: 10 });
    const given = { expression: 'fib_cache[3]', before: 0, after: 10 };
    const { stores, notes } = await ask<ShownStores>('possibleStores', given);
    expect(stores).toEqual([]);
    expect(notes[0]).toBe('Stores are not known for this architecture (s390).');
  });
});
