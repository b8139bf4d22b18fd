import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/bytes/hex';
import { listAgentExpression, readAgentExpression } from '../../../../src/format/agentExpression';
import {
  assemble,
  maxAgentExpressionLength,
  added,
  choiceCode,
  combined,
  constant,
  extended,
  Label,
  operation,
  type Code,
} from '../../../../src/expressions/agent/code';
import { run } from './agentRuns';

function hex(code: Code, collecting = false): string {
  const made = assemble(code, collecting);
  return 'problem' in made ? made.problem : toHex(made.bytes);
}

describe('numbers', () => {
  it.each([
    [0n, '2200'],
    [255n, '22ff'],
    [256n, '230100'],
    [65_536n, '2400010000'],
    [0x1_0000_0000n, '250000000100000000'],
    [-1n, '22ff1608'],
    [-129n, '23ff7f1610'],
    [-32_769n, '24ffff7fff1620'],
    [-(1n << 40n), '25ffffff0000000000'],
  ])('%d is pushed in the shortest way', async (value, expected) => {
    expect(hex(constant(value))).toBe(`${expected}27`);
    expect((await run(constant(value))).value).toBe(BigInt.asUintN(64, value));
  });

  it('are added up before the run', () => {
    const register: Code = [{ kind: 'register', number: 6 }];
    expect(added(added(register, 16n), -20n)).toEqual([
      ...register,
      ...constant(4n),
      operation('sub'),
    ]);
    expect(added(added(register, 16n), -16n)).toEqual(register);
    expect(added(constant(0x4010n), 8n)).toEqual(constant(0x4018n));
  });
});

describe('reading', () => {
  const fetch: Code = [...constant(8n), { kind: 'fetch', size: 4 }];

  it('records what it reads where it collects', () => {
    expect(hex(fetch)).toBe('22081927');
    expect(hex(fetch, true)).toBe('22080d041927');
    expect(hex([{ kind: 'variable', number: 2 }, operation('pop')], true)).toBe('2c00022e00022927');
  });
});

describe('jumps', () => {
  it('go to the next place of their label', async () => {
    const absolute = (register: number): Code => [
      ...choiceCode(
        combined([{ kind: 'register', number: register }], constant(0n), 'less_signed'),
        combined(constant(0n), [{ kind: 'register', number: register }], 'sub'),
        [{ kind: 'register', number: register }],
      ),
    ];
    const twice = absolute(0);
    const { value } = await run(combined(twice, twice, 'add'), { registers: [(1n << 64n) - 21n] });
    expect(value).toBe(42n);
  });

  it('are listed as gdb lists them', () => {
    const made = assemble(
      choiceCode([{ kind: 'register', number: 1 }], constant(1n), constant(2n)),
      false,
    );
    if ('problem' in made) throw new Error(made.problem);
    expect(listAgentExpression(readAgentExpression(made.bytes))).toEqual([
      '  0  reg 1',
      '  3  if_goto 11',
      '  6  const8 2',
      '  8  goto 13',
      ' 11  const8 1',
      ' 13  end',
    ]);
  });
});

describe('limits', () => {
  it('are those of a line of a trace file', () => {
    const fits: Code = Array.from({ length: maxAgentExpressionLength - 3 }, () =>
      operation('log_not'),
    );
    expect(hex([...constant(1n), ...fits])).toMatch(/27$/);
    expect(hex([...constant(1n), ...fits, operation('log_not')])).toBe(
      'It takes 471 bytes of code, and there is room for 470: record its parts one by one.',
    );
  });

  it('are those of the stack', () => {
    const deep = Array.from({ length: 101 }, () => constant(1n)).flat();
    expect(hex(deep)).toBe('The stack has more than 100 words.');
    expect(hex([operation('add')])).toBe('add needs 2 words on the stack; there are 0.');
  });

  it('are those of jumps', () => {
    expect(hex([{ kind: 'jump', to: new Label(), ifTrue: false }])).toBe(
      'It jumps to where no operation begins.',
    );
  });
});

describe('signs', () => {
  it.each([
    [8, 0x80n],
    [33, 1n << 32n],
    [40, 0xff_0000_0001n],
    [63, 1n << 62n],
  ])('of %d bits are extended without what gdbserver does wrong', async (bits, value) => {
    const code = extended([{ kind: 'register', number: 0 }], bits, true);
    const made = assemble(code, false);
    if ('problem' in made) throw new Error(made.problem);
    const names = readAgentExpression(made.bytes).instructions.filter(
      ({ operation: { name }, operand }) => name === 'ext' && operand > 32n,
    );
    expect(names).toEqual([]);
    const expected = BigInt.asUintN(64, BigInt.asIntN(bits, value));
    expect((await run(code, { registers: [value] })).value).toBe(expected);
  });

  it('are extended once', () => {
    const register: Code = [{ kind: 'register', number: 0 }];
    const once = extended(register, 16, true);
    expect(extended(extended(register, 32, false), 16, true)).toEqual(once);
  });
});
