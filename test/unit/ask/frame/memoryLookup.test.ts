// Memory at what the user typed, and the pointers in it.
import { beforeAll, expect, it } from 'vitest';
import { memoryLookup } from '../../../../src/ask/frame/memoryLookup';
import { pointerInMemory } from '../../../../src/ask/frame/pointer';
import { runWith } from '../../../../src/ask/run';
import { Views } from '../../../../src/ask/views';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';

let app: Trace;
const asked = () => ({ trace: app, views: new Views() });

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

it('is looked up where an expression lies; a mistake has its column', async () => {
  const lookup = (address: string) =>
    memoryLookup.answer(asked(), { frame: 1, address }, runWith());
  expect(await lookup('&g')).toMatchObject({ lookedUp: '0x404060', label: '&g = 0x404060' });
  await expect(lookup('&g + nonsense')).rejects.toHaveProperty('column', 6);
});

it('has a pointer where all of its bytes are known', async () => {
  const pointer = (address: string) =>
    pointerInMemory.answer(asked(), { frame: 1, address }, runWith());
  const [range] = (await app.machine(1)).memory.ranges;
  const known = `0x${(range?.address ?? 0n).toString(16)}`;
  expect(await pointer(known)).toHaveProperty('value');
  expect(await pointer('0x10')).toEqual({});
});
