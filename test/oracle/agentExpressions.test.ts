// Agent expressions against gdb: its `maint agent` lists the same instructions, and what an
// expression is said to mean has, in a frame, the value of the expression that it was compiled
// from.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes/hex';
import {
  checkAgentExpression,
  listAgentExpression,
  readAgentExpression,
} from '../../src/format/agentExpression';
import { describeAgentExpression, type AgentNames } from '../../src/format/agentExpressionText';
import { askGdb } from './askGdb';
import { corpus } from './corpusTrace';

interface Recorded {
  readonly form: 'condition' | 'collect';
  readonly expression: string;
  /** What gdb sent; nothing where it sent the address and length alone. */
  readonly bytecodes: readonly string[];
  /** By `maint agent` or `maint agent-eval`. */
  readonly listing: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/agentExpressions/expressions.json'), 'utf8'),
) as readonly Recorded[];
const compiled = recorded.filter(({ bytecodes }) => bytecodes.length === 1);
const names: AgentNames = {
  register: (number) => ({ 6: 'rbp', 7: 'rsp', 16: 'rip' })[number],
  variable: (number) => ({ 2: 'hits' })[number],
};

const read = ({ bytecodes }: Recorded) => readAgentExpression(fromHex(bytecodes[0] ?? ''));

/** With types that gdb knows without a program's. */
function inTypesOfC(text: string): string {
  const types: Readonly<Record<string, string>> = { 8: 'char', 16: 'short', 32: 'int', 64: 'long' };
  return text.replace(
    /(u?)int(\d+)_t/g,
    (_, u: string, bits: string) => `${u === '' ? 'signed' : 'unsigned'} ${types[bits] ?? ''}`,
  );
}

describe('the instructions', () => {
  it('are those that gdb lists', () => {
    expect(compiled.map((each) => listAgentExpression(read(each)))).toEqual(
      compiled.map(({ listing }) => listing),
    );
    expect(compiled).toHaveLength(76);
  });

  it('are found right', () => {
    expect(compiled.flatMap((each) => checkAgentExpression(read(each)))).toEqual([]);
  });
});

describe('the meaning', () => {
  it('has the value of the expression', async () => {
    const conditions = compiled.flatMap((each) => {
      const value = describeAgentExpression(read(each), names)?.value;
      // gdb writes no unsigned operators, and prints no assignment in a frame.
      if (
        each.form !== 'condition' ||
        value === undefined ||
        /[/%<>]u| = /.test(each.expression + value)
      )
        return [];
      return [{ expression: each.expression, value }];
    });
    const questions = conditions.flatMap(({ expression, value }) => [
      `output/d (long) (${expression})`,
      `output/d (long) (${inTypesOfC(value)})`,
    ]);
    const frames = [
      ['meter.plain', 0],
      ['meter.plain', 16],
      ['meter.string', 2],
      ['meter.null', 4],
      ['meter.disabled', 4],
    ] as const;
    const commands = frames.flatMap(([name, frame]) => [
      `target tfile ${path.join(corpus, `extra/x86_64/${name}.tf`)}`,
      `tfind ${frame}`,
      ...questions,
    ]);
    const said = await askGdb('gdb', path.join(corpus, 'extra/x86_64/meter'), commands);
    const answers = said.filter((_, at) => commands[at]?.startsWith('output'));
    const compared = frames
      .flatMap(() => conditions)
      .flatMap((each, at) => {
        const [ofExpression = '', ofMeaning] = answers.slice(2 * at, 2 * at + 2);
        return /^-?\d+$/.test(ofExpression) ? [{ ...each, ofExpression, ofMeaning }] : [];
      });
    expect(compared.filter(({ ofExpression, ofMeaning }) => ofExpression !== ofMeaning)).toEqual(
      [],
    );
    expect(compared).toHaveLength(127);
    expect(new Set(compared.map(({ expression }) => expression)).size).toBe(37);
  });
});
