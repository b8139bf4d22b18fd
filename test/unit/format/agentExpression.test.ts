import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/bytes/hex';
import {
  checkAgentExpression,
  listAgentExpression,
  readAgentExpression,
} from '../../../src/format/agentExpression';
import { describeAgentExpression } from '../../../src/format/agentExpressionText';

const read = (hex: string) => readAgentExpression(fromHex(hex.replaceAll(' ', '')));
const problems = (hex: string) =>
  checkAgentExpression(read(hex)).map(({ offset, message }) => `${offset}: ${message}`);
const names = {
  register: (number: number) => (number === 6 ? 'rbp' : undefined),
  variable: (number: number) => (number === 2 ? 'hits' : undefined),
};

const meaning = (hex: string) => describeAgentExpression(read(hex), names);

describe('an agent expression', () => {
  it('is listed, printf with its text', () => {
    expect(listAgentExpression(read('22fb 16 08 2200 2200 34 01 0004 25640a00 27'))).toEqual([
      '  0  const8 251',
      '  2  ext 8',
      '  4  const8 0',
      '  6  const8 0',
      '  8  printf "%d\n", 1 args',
      ' 16  end',
    ]);
  });

  it('is listed up to what cannot be read', () => {
    expect(listAgentExpression(read('2201 99 27'))).toEqual([
      '  0  const8 1',
      '  2  0x99 is no operation.',
    ]);
    expect(listAgentExpression(read('2201 2400'))).toEqual([
      '  0  const8 1',
      '  2  The operand of const32 is cut off.',
    ]);
  });

  it.each([
    ['', ['0: The expression is empty.']],
    ['27', []],
    ['2201', ['0: The expression goes on beyond its last byte: it has no end here.']],
    ['02 27', ['0: add needs 2 words on the stack; there are 0.']],
    ['2201 32 01 27', ['2: pick needs 2 words on the stack; there are 1.']],
    ['2201 20 0009 27', ['2: It goes on at 9, where no instruction begins.']],
    ['2201 20 0001 27', ['2: It goes on at 1, where no instruction begins.']],
    ['2201 20 0007 2202 27', ['7: The stack has 0 or 1 words here, by the way that is taken.']],
    ['2201 99', ['2: 0x99 is no operation.']],
    ['21 0000', []],
    [`${'2201'.repeat(101)}27`, ['200: The stack has more than 100 words.']],
  ])('is found right or wrong: %s', (hex, expected) => {
    expect(problems(hex)).toEqual(expected);
  });
});

describe('what it means', () => {
  it.each([
    ['26 0006 22 10 02 22 ec 16 08 02 22 04 0c 27', ['collect 4 bytes at $rbp - 4'], undefined],
    ['26 0006 22 10 02 0d 08 1a 22 00 c8 2f 27', undefined, undefined],
    [
      '26 0006 0d 08 1a 23 00c8 2f 27',
      ['collect 8 bytes at $rbp', 'collect the string at *(uint64_t *) $rbp, at most 200 bytes'],
      undefined,
    ],
    ['2c 0002 22 01 02 16 40 2d 0002 27', ['$hits = $hits + 1'], '$hits + 1'],
    ['2c 0002 2e 0002 29 27', ['collect $hits'], undefined],
    ['24 00404020 19 16 20 22 03 2b 14 27', [], '3 < *(int32_t *) 0x404020'],
    ['26 0001 20 0009 22 00 27 00 22 01 27', undefined, undefined],
    ['26 0001 20 000b 22 00 21 000d 22 01 27', [], '$reg1 != 0'],
    ['26 0001 26 0002 06 27', [], '$reg1 /u $reg2'],
    ['22 07 22 02 22 03 33 03 03 27', [], '-2'],
    ['2201 20 000a 22 05 21 000c 22 07 27', [], '1 ? 7 : 5'],
    ['21 0000', undefined, undefined],
    ['02 27', undefined, undefined],
  ])('is written as people write it: %s', (hex, effects, value) => {
    const found = meaning(hex);
    if (effects === undefined) expect(found).toBeUndefined();
    else expect(found).toEqual({ effects, value });
  });

  it('joins what both ways of a jump do', () => {
    expect(meaning('26 0001 20 000e 2c 0002 2e 0002 29 27 2c 0003 2e 0003 29 27')?.effects).toEqual(
      ['if ($reg1) { collect $tsv3 }', 'if (!($reg1)) { collect $hits }'],
    );
    expect(meaning('26 0001 20 000a 2e 0002 27 2e 0002 27')?.effects).toEqual(['collect $hits']);
  });

  it('is left alone where it would be too long', () => {
    expect(meaning(`26 0001 ${'28 02 '.repeat(60)}27`)).toBeUndefined();
    const forks = Array.from(
      { length: 20 },
      (_, at) => `26 0001 20 ${(6 + 6 * at).toString(16).padStart(4, '0')}`,
    );
    expect(describeAgentExpression(read(`${forks.join('')}27`))).toBeUndefined();
  });
});

describe('random bytes', () => {
  it('are read, listed, checked and described without a word', () => {
    let state = 3;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
    for (let round = 0; round < 5000; round++) {
      const bytes = Uint8Array.from({ length: random() % 40 }, () => random() % 0x36);
      const expression = readAgentExpression(bytes);
      const listed = expression.instructions.reduce(
        (total, { offset, next }) => total + next - offset,
        0,
      );
      expect(listed).toBe(expression.problem?.offset ?? bytes.length);
      const found = checkAgentExpression(expression);
      if (describeAgentExpression(expression))
        expect(found.filter(({ message }) => /needs/.test(message))).toEqual([]);
      expect(listAgentExpression(expression).length).toBeGreaterThanOrEqual(
        expression.instructions.length,
      );
    }
  });
});
