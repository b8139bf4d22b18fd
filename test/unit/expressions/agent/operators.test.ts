// Every operator on every pair of the types of C, against what the evaluator of recorded frames
// computes.
import { describe, expect, it } from 'vitest';
import {
  arithmetic as evaluated,
  compare,
  complement as complemented,
  negate,
  type ArithmeticOperator,
  type ComparisonOperator,
} from '../../../../src/expressions/arithmetic';
import { BaseTypes, type LanguageSemantics } from '../../../../src/expressions/languageSemantics';
import { convert, wrap, type ScalarType } from '../../../../src/expressions/scalar';
import {
  lowerConversion,
  lowerArithmetic,
  lowerComparison,
  lowerSigned,
} from '../../../../src/expressions/lowering/operators';
import { isObject, type LoweredNumber } from '../../../../src/expressions/lowering/lowered';
import { AgentBackEnd, type AgentValue } from '../../../../src/expressions/agent/agentBackEnd';
import type { CompileSite } from '../../../../src/expressions/agent/compileSite';
import { constant, type Code } from '../../../../src/expressions/agent/code';
import { run } from './agentRuns';

const samples = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  -128n,
  200n,
  0x7fff_ffffn,
  -0x8000_0000n,
  0xffff_fffen,
  -(1n << 63n),
];
const operators: readonly ArithmeticOperator[] = ['+', '-', '*', '/', '%', '&', '|', '^'];
const comparisons: readonly ComparisonOperator[] = ['==', '!=', '<', '>', '<=', '>='];

const targets = [
  ['64 bits', { addressSize: 8, machine: 62 }],
  ['32 bits', { addressSize: 4, machine: 3 }],
] as const;

describe.each(targets)('on a target of %s', (_, target) => {
  const types = new BaseTypes(target, 'c');
  const semantics: LanguageSemantics = {
    types,
    language: 'c',
    machine: target.machine,
    typesOnly: false,
  };
  const backEnd = new AgentBackEnd(semantics, {} as CompileSite);
  const all: readonly ScalarType[] = [
    'signed char',
    'unsigned char',
    'short',
    'unsigned short',
    'int',
    'unsigned int',
    'long',
    'unsigned long',
    'long long',
    'unsigned long long',
  ].map((name) => types.named(name) ?? types.int);
  const pairs = all.flatMap((left) => all.map((right) => [left, right] as const));

  /** Both operands in registers, as their types have them. */
  const inRegisters = (
    left: ScalarType,
    right: ScalarType,
  ): [LoweredNumber<Code>, LoweredNumber<Code>] => [
    { type: left, word: [{ kind: 'register', number: 0 }] },
    { type: right, word: [{ kind: 'register', number: 1 }] },
  ];
  const codeOf = (value: AgentValue): Code => {
    if (isObject(value)) throw new Error('It is no number.');
    return value.word;
  };
  const word = (value: bigint): bigint => BigInt.asUintN(64, value);

  async function compareAll(
    make: (a: LoweredNumber<Code>, b: LoweredNumber<Code>) => Promise<AgentValue>,
    expected: (a: bigint, b: bigint, left: ScalarType, right: ScalarType) => bigint | undefined,
  ): Promise<{ compared: number; differing: unknown[] }> {
    const differing: unknown[] = [];
    let compared = 0;
    for (const [left, right] of pairs) {
      const code = codeOf(await make(...inRegisters(left, right)));
      for (const x of samples) {
        for (const y of samples) {
          const [a, b] = [wrap(x, left), wrap(y, right)];
          const wanted = expected(a, b, left, right);
          if (wanted === undefined) continue;
          const { value } = await run(code, { registers: [word(a), word(b)] });
          compared++;
          if (value !== word(wanted)) {
            differing.push({ left, a, right, b, value, wanted: word(wanted) });
          }
        }
      }
    }
    return { compared, differing };
  }

  const scalar = (type: ScalarType, value: bigint) => ({ kind: 'integer', type, value }) as const;
  const whole = (result: ReturnType<typeof evaluated>) =>
    result.kind === 'integer' ? result.value : undefined;

  it.each(operators)('%s', async (operator) => {
    const { compared, differing } = await compareAll(
      (a, b) => lowerArithmetic(operator, a, b, backEnd),
      (a, b, left, right) => {
        // -2^63 / -1 has no result in 64 bits, and there is none for 0.
        if ('/%'.includes(operator) && (b === 0n || (a === -(1n << 63n) && b === -1n)))
          return undefined;
        try {
          return whole(evaluated(operator, scalar(left, a), scalar(right, b), semantics));
        } catch {
          return undefined;
        }
      },
    );
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(9000);
  });

  it.each(comparisons)('%s', async (operator) => {
    const { compared, differing } = await compareAll(
      (a, b) => lowerComparison(operator, a, b, backEnd),
      (a, b, left, right) =>
        compare(operator, scalar(left, a), scalar(right, b), semantics) ? 1n : 0n,
    );
    expect(differing).toEqual([]);
    expect(compared).toBe(pairs.length * samples.length ** 2);
  });

  it.each(['<<', '>>'] as const)('%s', async (operator) => {
    const differing: unknown[] = [];
    for (const type of all) {
      for (const sample of samples) {
        for (const by of [0n, 1n, 5n, 31n]) {
          const value = wrap(sample, type);
          const left: LoweredNumber<Code> = { type, word: [{ kind: 'register', number: 0 }] };
          const count = { type: types.int, word: constant(by) };
          const code = codeOf(await lowerArithmetic(operator, left, count, backEnd));
          const ran = await run(code, { registers: [word(value)] });
          const wanted = whole(
            evaluated(operator, scalar(type, value), scalar(types.int, by), semantics),
          );
          if (ran.value !== word(wanted ?? 0n)) differing.push({ type, value, by, ran, wanted });
        }
      }
    }
    expect(differing).toEqual([]);
  });

  it('converts as C does', async () => {
    const differing: unknown[] = [];
    for (const [from, to] of [...pairs, ...all.map((type) => [type, types.bool] as const)]) {
      const number = { type: from, word: [{ kind: 'register', number: 0 }] as const };
      const { word: code } = lowerConversion(number, to, backEnd);
      for (const sample of samples) {
        const value = wrap(sample, from);
        const wanted = whole(convert(scalar(from, value), to, target.machine)) ?? 0n;
        const ran = await run(code, { registers: [word(value)] });
        if (ran.value !== word(wanted)) differing.push({ from, to, value, ran, wanted });
      }
    }
    expect(differing).toEqual([]);
  });

  it('negates and complements', async () => {
    const differing: unknown[] = [];
    for (const type of all) {
      const operand: LoweredNumber<Code> = { type, word: [{ kind: 'register', number: 0 }] };
      for (const sample of samples) {
        const value = wrap(sample, type);
        const ran = (['-', '~'] as const).map(async (operator) =>
          run(codeOf(await lowerSigned(operator, operand, backEnd)), { registers: [word(value)] }),
        );
        const wanted = [
          negate(scalar(type, value), semantics),
          complemented(scalar(type, value), semantics),
        ];
        const [a, b] = await Promise.all(ran);
        const [x, y] = wanted.map((each) => word(whole(each) ?? 0n));
        if (a?.value !== x || b?.value !== y) differing.push({ type, value, a, b, x, y });
      }
    }
    expect(differing).toEqual([]);
  });

  it('computes the right side of && and || where it matters', async () => {
    const left = [{ kind: 'register', number: 0 }] as const;
    const right = [...constant(0n), { kind: 'fetch', size: 4 }] as const;
    const memory = new Uint8Array([0, 0, 1, 0]);
    for (const [operator, value, expected, reads] of [
      ['&&', 0n, 0n, 0],
      ['&&', 5n, 1n, 1],
      ['||', 5n, 1n, 0],
      ['||', 0n, 1n, 1],
    ] as const) {
      const [a, b] = [left, right].map((code) => ({ type: types.int, word: code }));
      if (!a || !b) throw new Error('no operands');
      const code = await backEnd.logical(operator, a, () => Promise.resolve(b));
      const ran = await run(code, { registers: [value], memory, collecting: true });
      expect([operator, value, ran.value, ran.collected.length]).toEqual([
        operator,
        value,
        expected,
        reads,
      ]);
    }
  });
});
