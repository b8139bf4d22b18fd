import { describe, expect, it } from 'vitest';
import { readActions } from '../../../src/format/actions';

describe('actions', () => {
  it('reads each kind', () => {
    expect(readActions('R0fffffffffffffffffff').actions).toEqual([
      { kind: 'registers', mask: '0fffffffffffffffffff' },
    ]);
    expect(readActions('M-1,4040c0,80').actions).toEqual([
      { kind: 'memory', baseRegister: undefined, offset: 0x4040c0n, length: 0x80 },
    ]);
    expect(readActions('M7,10,4').actions).toEqual([
      { kind: 'memory', baseRegister: 7, offset: 0x10n, length: 4 },
    ]);
    expect(readActions('X00000005,2600062210').actions).toEqual([
      { kind: 'expression', bytecode: Uint8Array.of(0x26, 0, 6, 0x22, 0x10) },
    ]);
    expect(readActions('L').actions).toEqual([{ kind: 'static-data' }]);
    expect(readActions('')).toEqual({ actions: [], steppingActions: [] });
  });

  it('reads several in one line, an inner S and a trailing dash', () => {
    const { actions, steppingActions } = readActions('R03M-1,10,2X00000001,27LSR01X00000001,27-');
    expect(actions.map(({ kind }) => kind)).toEqual([
      'registers',
      'memory',
      'expression',
      'static-data',
    ]);
    expect(steppingActions.map(({ kind }) => kind)).toEqual(['registers', 'expression']);
    expect(readActions('-')).toEqual({ actions: [], steppingActions: [] });
  });

  it('keeps what it cannot read', () => {
    expect(readActions('R1Q77,R2').actions).toEqual([
      { kind: 'registers', mask: '1' },
      { kind: 'unknown', text: 'Q77,R2' },
    ]);
    expect(readActions('X0000000F,26').actions).toEqual([
      { kind: 'unknown', text: 'X0000000F,26' },
    ]);
    expect(readActions('M-1,10').actions).toEqual([{ kind: 'unknown', text: 'M-1,10' }]);
    expect(readActions('M-1,1,fffffffffffffffff').actions[0]?.kind).toBe('unknown');
    for (const base of ['-', '123456789', '-123456789']) {
      expect(readActions(`M${base},0,8`).actions[0]?.kind).toBe('unknown');
    }
  });

  it('keeps the rest of a line of very many actions as text', () => {
    const { actions } = readActions('L'.repeat(10_005));
    expect(actions).toHaveLength(10_001);
    expect(actions.at(-1)).toEqual({ kind: 'unknown', text: 'LLLLL' });
  });
});
