import { describe, expect, it } from 'vitest';
import { itemsToCollect } from '../../../../src/trace/collection/itemsToCollect';

const items = (...commands: string[]) => itemsToCollect({ commands }, false);

describe('what commands collect', () => {
  it('is listed but for what is collected at steps', () => {
    const commands = [
      'collect $regs, f(a, b)',
      'while-stepping 2',
      'collect c',
      'end',
      'collect d',
    ];
    expect(items(...commands)).toEqual(['$regs', 'f(a, b)', 'd']);
    expect(itemsToCollect({ commands }, true)).toEqual(['c']);
  });

  it('is found in lines that are made to take long', () => {
    const many = 400_000;
    expect(items(`${'a'.repeat(many)}\nb\nc`)).toEqual([]);
    expect(items(`collect${' '.repeat(many)}x\ny`)).toEqual(['x\ny']);
  });
});
