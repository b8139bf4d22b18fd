// Branch traces as tables, against what gdb says of them (test/corpus/branches/README.md): the same
// calls and instructions.
import { describe, expect, it } from 'vitest';
import {
  exportBranches,
  type BranchExportFormat,
  type BranchRows,
} from '../../src/trace/branch/exportBranches';
import { branchOracle, openBranchTrace } from './branchTrace';

interface Row {
  readonly number: number;
  readonly level?: number;
  readonly function?: string;
  readonly first_line?: number;
  readonly last_line?: number;
  readonly first_instruction?: number;
  readonly last_instruction?: number;
  readonly address?: string;
  readonly symbol?: string;
  readonly instruction?: string;
  readonly time?: number;
  readonly gap?: string;
}

type Opened = Awaited<ReturnType<typeof openBranchTrace>>;

async function exported(
  { trace, execution }: Opened,
  rows: BranchRows,
  format: BranchExportFormat,
): Promise<string> {
  let text = '';
  const sink = {
    write: (bytes: Uint8Array) => {
      text += new TextDecoder().decode(bytes);
      return Promise.resolve();
    },
  };
  expect(await exportBranches(trace, execution, { rows, format }, sink)).toBe(true);
  return text;
}

async function rowsOf(opened: Opened, rows: BranchRows): Promise<Row[]> {
  const lines = (await exported(opened, rows, 'jsonLines')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

const documents = [
  { name: 'tree-pt', program: 'tree' },
  { name: 'tree-pt-gaps', program: 'tree' },
  { name: 'tree-O2-pt', program: 'tree-O2' },
];

describe.each(documents)('$name', ({ name, program }) => {
  const opening = openBranchTrace(`${name}.btrace`, program);
  const said = branchOracle(name);
  const answers = (question: string) => (said.get(question) ?? []).map((line) => line.trimEnd());

  it('has the calls that gdb counts', async () => {
    const lines = (await rowsOf(await opening, 'calls')).map((row) => {
      if (row.gap !== undefined) return `${row.number}\t${row.gap}`;
      const { first_line: first, last_line: last } = row;
      const range = first === last ? first : `${first},${last}`;
      const where = first === undefined ? '' : ` tree.c:${range}`;
      const instructions = `${row.first_instruction},${row.last_instruction}`;
      const indent = '  '.repeat(row.level ?? 0);
      return `${row.number}\t${indent}${row.function}\tinst ${instructions}\tat${where}`;
    });
    const expected = answers('record function-call-history /cil');
    // gdb adds the instruction before which the target is stopped, which no packet tells of.
    const newest = expected.pop()?.replace(/,(\d+)\t/, (_, last) => `,${Number(last) - 1}\t`);
    expect(lines).toEqual([...expected, newest]);
  });

  it('has the instructions that gdb lists', async () => {
    const lines = (await rowsOf(await opening, 'instructions')).map((row) =>
      row.gap === undefined
        ? `${row.number} ${row.address} ${row.instruction?.replace(/\s+/g, ' ')}`
        : `${row.number} ${row.gap}`,
    );
    const expected = answers('record instruction-history').map((line) =>
      line.replace(/^(\d+)\t(?:=>)?\s*0x0*(\w+) <[^>]*>:\t/, '$1 0x$2 ').replace(/\s+/g, ' '),
    );
    expect(lines).toEqual(expected);
  });
});

describe('an export', () => {
  it('has times, as CSV too', async () => {
    const opened = await openBranchTrace('tree-pt-times.btrace', 'tree');
    const times = (await rowsOf(opened, 'calls')).map(({ time }) => time);
    const { blocks, calls } = opened.execution;
    const expected = times.map((_, place) => Number(blocks.timeAt(calls.firstOf(place))));
    expect(times).toEqual(expected);
    expect(new Set(times).size).toBe(17);
    const [head = '', first = ''] = (await exported(opened, 'calls', 'csv')).split('\r\n');
    expect(head).toMatch(/^number,level,function,/);
    expect(first).toBe(`1,1,_start,,,,1,3,${times[0]},`);
  });

  it('ends where it is cancelled', async () => {
    const { trace, execution } = await openBranchTrace('tree.btrace', 'tree');
    const run = { signal: AbortSignal.abort() };
    const what = { rows: 'calls', format: 'csv' } as const;
    const sink = { write: () => Promise.resolve() };
    expect(await exportBranches(trace, execution, what, sink, run)).toBe(false);
  });
});
