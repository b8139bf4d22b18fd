// What counts as gdb's own fault where it and the debug adapter differ.
import { expect, it } from 'vitest';
import { differencesOf } from '../../../test/real/differences.mjs';
import { faultsText } from '../../../test/real/report.mjs';

const line = (gdb: string, own: string, byRules: Readonly<Record<string, string>>) =>
  differencesOf('lua', [{ command: 'bt', category: 'backtrace', gdb, own, byRules }], []);

it('is gdb’s where a rule of gdb’s makes our line the same', () => {
  const { tallies, differences, wrong } = line('#0 a\n#1 n=5', '#0 a\n#1 n=<optimized out>', {
    'read-only memory': '#0 a\n#1 n=<optimized out>',
    'overwritten registers': '#0 a\n#1 n=5',
  });
  expect(differences).toEqual([]);
  expect(tallies.get('backtrace')).toEqual({ lines: 1, equal: 1, faults: 1 });
  expect([...wrong]).toEqual([['overwritten registers', 1]]);
  expect(faultsText(tallies, wrong)).toMatch(/^50\.0 % .*: 1 by overwritten registers$/);
});

it('is ours where the rule makes another line of it, or leaves it', () => {
  for (const byRule of ['#1 n=6', '#1 n=<optimized out>']) {
    const { differences, wrong } = line('#1 n=5', '#1 n=<optimized out>', { rule: byRule });
    expect(differences).toHaveLength(1);
    expect(wrong.size).toBe(0);
  }
});

it('is gdb’s where we say more, and by its rule do not', () => {
  const error = 'ERR Cannot access memory at address 0x10';
  const { differences, wrong } = line(error, 'nop\nret', { 'read-only memory': error });
  expect(differences).toEqual([]);
  expect(wrong.get('read-only memory')).toBe(2);
  expect(line(error, 'nop\nret', { rule: `${error}\nret` }).differences).toHaveLength(1);
});
