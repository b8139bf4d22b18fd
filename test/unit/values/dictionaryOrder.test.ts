import { describe, expect, it } from 'vitest';
import { inDictionaryOrder } from '../../../src/values/frameVariables';
import { DW_LANG } from '../../../src/symbols/dwarf/constants';

const order = (text: string, declared: number, language: number): string =>
  inDictionaryOrder(
    text.split(' ').map((name) => ({ name })),
    declared,
    language,
  )
    .map(({ name }) => name)
    .join(' ');

describe('the names of a block', () => {
  it('are in the order of the file while gdb has one bucket for them', () => {
    expect(order('fs toclose var vidx', 4, DW_LANG.C11)).toBe('fs toclose var vidx');
  });

  it('are in that of its hash table, whose size all names count for', () => {
    // Lua's localstat, and a block with a typedef that is no variable: gdb 13's `info locals` and
    // `info scope`.
    expect(order('fs toclose var vidx kind nvars nexps e', 8, DW_LANG.C11)).toBe(
      'toclose var kind e fs vidx nvars nexps',
    );
    expect(order('i1 i2 i3 i4 i5 i6 i7 w', 9, DW_LANG.C11)).toBe('i1 i3 i5 i7 w i2 i4 i6');
    expect(order('fs toclose var vidx', 5, DW_LANG.C_plus_plus_14)).toBe('toclose var fs vidx');
  });
});
