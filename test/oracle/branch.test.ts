// Branch traces against gdb's own words: a stub gave gdb the same documents
// (test/corpus/branches/README.md), and gdb said what its histories are, where each kind of step
// leads from each instruction, and what the stack is there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hexAddress } from '../../src/bytes/hex';
import { stackAt } from '../../src/adapter/branch/stack';
import { type Execution, executedFrom } from '../../src/trace/branch/branchTrace';
import * as moves from '../../src/trace/branch/stepping';
import { callHistoryLine, instructionHistory } from '../../src/trace/branch/text';
import { branchFolder, branchOracle, openBranchTrace } from './branchTrace';

const traces = [
  { name: 'tree', program: 'tree', slide: 0n, calls: 42, instructions: 310 },
  { name: 'tree-tail', program: 'tree', slide: 0n, calls: 21, instructions: 134 },
  { name: 'tree-gaps', program: 'tree', slide: 0n, calls: 47, instructions: 0 },
  { name: 'tree-O2', program: 'tree-O2', slide: 0x7fff_f7ff_b000n, calls: 31, instructions: 182 },
] as const;

/** Steps by gdb's commands; it has `reverse-step` too, for which DAP has no request. */
const steps: Readonly<Record<string, moves.BranchMove>> = {
  stepi: moves.instruction(1),
  'reverse-stepi': moves.instruction(-1),
  nexti: moves.instructionOver(1),
  'reverse-nexti': moves.instructionOver(-1),
  step: moves.lineInto,
  next: moves.lineOver,
  finish: moves.out,
  'reverse-next': moves.lineBack,
  'reverse-finish': moves.outBack,
};

interface Difference {
  readonly why: string;
  /** Numbers of instructions with where this leads from them, by trace and command. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Where this goes elsewhere than gdb, and why. */
const differences = JSON.parse(
  readFileSync(path.join(branchFolder, 'differences.json'), 'utf8'),
) as readonly Difference[];

function answers(name: string, question: string): readonly string[] {
  const found = [...branchOracle(name)].find(([asked]) => asked.startsWith(question))?.[1];
  if (!found) throw new Error(`gdb was not asked for ${question}.`);
  return found;
}

/** Where a move leads; the recording's end where gdb stops at one. */
async function leads(
  move: moves.BranchMove,
  trace: Parameters<moves.BranchMove>[0]['trace'],
  execution: Execution,
  from: number,
  isBack: boolean,
): Promise<number> {
  const to = await move({ trace, execution, from });
  return to ?? (isBack ? 1 : execution.blocks.count);
}

describe.each(traces)('$name', ({ name, program, slide, calls, instructions }) => {
  const opened = openBranchTrace(`${name}.btrace`, program);

  it('is at the address that gdb was given', async () => {
    const { trace } = await opened;
    expect(trace.modules.traced).toMatchObject({ state: 'placed', slide });
  });

  it('has gdb’s history of function calls', async () => {
    const { trace, execution } = await opened;
    const expected = answers(name, 'record function-call-history').map((line) => line.trimEnd());
    expect(expected).toHaveLength(calls);
    const lines: string[] = [];
    for (let place = 0; place < execution.calls.count; place++) {
      lines.push((await callHistoryLine(trace, execution, execution.calls.at(place))).trimEnd());
    }
    expect(lines).toEqual(expected);
  });

  it('has gdb’s history of instructions', async () => {
    const { trace, execution } = await opened;
    const expected = answers(name, 'record instruction-history');
    // gdb gives up at code that it cannot read.
    const said = expected.filter((line) => !line.startsWith('ERR '));
    expect(said).toHaveLength(instructions);
    const all = [...executedFrom(execution, 1)].slice(0, said.length);
    expect(await instructionHistory(trace, all, 'att')).toEqual(said);
  });

  it('has gdb’s stacks', async () => {
    const { execution } = await opened;
    const rows = answers(name, 'stacks');
    let levels = 0;
    for (const row of rows) {
      const [number = '', ...expected] = row.split(' ');
      const stack = stackAt(execution, Number(number)).map((level) => level());
      const addresses = expected.map((level) => BigInt(level.split(':')[0] ?? 0));
      expect(
        stack.map(({ address }) => hexAddress(address ?? 0n)),
        `stack at ${number}`,
      ).toEqual(addresses.map(hexAddress));
      levels += stack.length;
    }
    expect([rows.length, levels]).toEqual(stackCounts[name]);
  });

  it('steps as gdb does, or differs as it is listed', async () => {
    const { trace, execution } = await opened;
    const rows = answers(name, 'steps');
    const commands = headOf(name);
    let same = 0;
    let listed = 0;
    for (const row of rows) {
      const [number = '', ...expected] = row.split(' ');
      for (const [i, command] of commands.entries()) {
        const move = steps[command];
        const said = expected[i] ?? '';
        // gdb refuses to finish the outermost function.
        if (!move || said.endsWith('!')) continue;
        const isBack = command.startsWith('reverse');
        const got = await leads(move, trace, execution, Number(number), isBack);
        const wanted = said.startsWith('end') ? execution.blocks.count : Number.parseInt(said, 10);
        const other = differences.find(
          ({ rows }) => rows[`${name} ${command}`]?.[number] !== undefined,
        );
        expect(got, `${command} from ${number}`).toBe(
          other?.rows[`${name} ${command}`]?.[number] ?? wanted,
        );
        if (other) listed++;
        else same++;
      }
    }
    expect([same, listed]).toEqual(stepCounts[name]);
  });
});

function headOf(name: string): readonly string[] {
  const head = [...branchOracle(name).keys()].find((asked) => asked.startsWith('steps')) ?? '';
  return head.split(' ').slice(1);
}

/** Stacks that were compared, and their levels. */
const stackCounts: Readonly<Record<string, readonly number[]>> = {
  tree: [310, 1274],
  'tree-tail': [134, 498],
  'tree-gaps': [313, 1267],
  'tree-O2': [182, 670],
};

/** Steps that lead where gdb's do, and those that are listed to differ. */
const stepCounts: Readonly<Record<string, readonly number[]>> = {
  tree: [2637, 143],
  'tree-tail': [1081, 97],
  'tree-gaps': [2655, 148],
  'tree-O2': [1410, 218],
};
