// What is looked up again and again where there is much that it may be found in.
import { growthOf } from './steps';
import { expect, it } from 'vitest';
import { openMade } from '../symbols/opened';
import { symbolSections, type MadeSection } from '../symbols/elfFile';
import { consoleOf } from '../adapter/console/consoleOf';

const sectionOf = (i: number): MadeSection => ({
  name: `.part${i}`,
  flags: 0x6,
  address: BigInt(0x1000 + 16 * i),
  bytes: new Uint8Array(16),
});

it('the section of an address is found in steps in proportion to the lookups', async () => {
  const growth = await growthOf(200, async (count) => {
    const parts = Array.from({ length: count }, (_, i) => sectionOf(i));
    const symbols = [{ name: 'first', address: 0x1000n, size: 16 }];
    const program = await openMade({ sections: [...parts, ...symbolSections(symbols, count + 2)] });
    return async () => {
      for (const [i, { address = 0n }] of parts.entries()) {
        const found = await program.symbolAt(address + 4n);
        expect(found?.name).toBe(i === 0 ? 'first' : undefined);
      }
    };
  });
  expect(growth).toBeLessThan(1.5);
});

it('displays are taken away in steps in proportion to them', async () => {
  const growth = await growthOf(100, async (count) => {
    const { say } = await consoleOf(2);
    for (let i = 0; i < count; i++) await say('display 1');
    return async () => {
      await say('undisplay');
      expect(await say('info display')).toBe('There are no auto-display expressions now.');
    };
  });
  expect(growth).toBeLessThan(1.5);
});
