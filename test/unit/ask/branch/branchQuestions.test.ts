// What the page of a branch trace is told of the calls and the instructions that ran.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BranchAsked } from '../../../../src/ask/branch/branchAsked';
import { branchQuestions } from '../../../../src/ask/branch/branchQuestions';
import { OutlineView } from '../../../../src/ask/branch/outlineView';
import { maxRows } from '../../../../src/ask/branch/tree';
import { runWith } from '../../../../src/ask/run';
import { Views } from '../../../../src/ask/views';
import { MemorySource } from '../../../../src/bytes/source';
import { openProgram } from '../../../../src/symbols/openProgram';
import { BranchTrace, type Execution } from '../../../../src/trace/branch/branchTrace';
import { Outline } from '../../../../src/trace/branch/outline';
import { decoderHere } from '../../../capstone';
import { branchFolder, openBranchTrace } from '../../../oracle/branchTrace';

const { expand, rowOf, tree, blocks, instructions, move } = branchQuestions;
const program = path.join(branchFolder, 'tree');
const run = runWith;

async function asked(opened: { trace: BranchTrace; execution: Execution }) {
  const views = new Views();
  const view = views.add(new OutlineView(await Outline.of(opened.execution.calls)));
  const sourceLine = (_: string, line: number) => Promise.resolve(`text of line ${line}`);
  const face: BranchAsked = { ...opened, views, sourceLine };
  return { face, view };
}

/** A recording of these blocks of the program `tree`, the oldest first. */
async function recorded(...ran: readonly string[]) {
  const lines = ran.map((block) => `<block begin="0x${block.replace('-', '" end="0x')}"/>`);
  const xml = `<btrace version="1.0">${lines.reverse().join('')}</btrace>`;
  const source = new MemorySource(new TextEncoder().encode(xml));
  const decoder = await decoderHere();
  const read = await BranchTrace.open(source, 'made', () => decoder);
  const found = await openProgram(new MemorySource(readFileSync(program)), program);
  if ('problem' in read || 'problem' in found) throw new Error('no trace');
  const { trace } = read;
  await trace.modules.use({ ...found, dispose: () => undefined }, 0n);
  const execution = await trace.execution();
  if (!execution) throw new Error('no execution');
  return { trace, execution };
}

describe('the tree of calls', () => {
  it('expands and collapses one row, or all', async () => {
    const { face, view } = await asked(await openBranchTrace('tree.btrace', 'tree'));
    const rows = async (expanded: boolean, all: boolean) =>
      (await expand.answer(face, { view, segment: 1, expanded, all }, run())).rows;
    expect(await rows(false, true)).toBe(3);
    expect(await rows(true, false)).toBe(10);
    expect(await rows(true, true)).toBe(42);
  });

  it('has the row of an instruction, and its block', async () => {
    const { face, view } = await asked(await openBranchTrace('tree.btrace', 'tree'));
    const place = await rowOf.answer(face, { view, instruction: 200 }, run());
    const [row] = await tree.answer(face, { view, first: place.row, count: 1 }, run());
    const [block] = await blocks.answer(face, { first: place.block, count: 1 }, run());
    expect(row?.first).toBeLessThanOrEqual(200);
    expect(row?.last).toBeGreaterThanOrEqual(200);
    const { first = 0, count = 0 } = block ?? {};
    expect([first <= 200, first + count > 200]).toEqual([true, true]);
  });

  it('says how long each call took: until what follows it', async () => {
    const { face, view } = await asked(await openBranchTrace('tree-pt-times.btrace', 'tree'));
    const rows = await tree.answer(face, { view, first: 0, count: maxRows }, run());
    let checked = 0;
    for (const [i, { level, ticks = 0, totalTicks = 0 }] of rows.entries()) {
      const next = rows.slice(i + 1).find((row) => row.level <= level);
      if (!next) continue;
      expect(ticks + totalTicks).toBe(next.ticks);
      if (ticks > 0) checked++;
    }
    expect(checked).toBeGreaterThan(0);
  });

  it('is told in parts, however much is asked for', async () => {
    const call = ['401014-401023', '40102c-401034', '401039-40103e'];
    const calls = Array.from({ length: 2 * maxRows }, () => call).flat();
    const { face, view } = await asked(await recorded(...calls));
    await expand.answer(face, { view, segment: 1, expanded: true, all: true }, run());
    const all = { first: 0, count: 1e9 };
    expect(await tree.answer(face, { view, ...all }, run())).toHaveLength(maxRows);
    expect(await blocks.answer(face, all, run())).toHaveLength(maxRows);
  });
});

describe('the blocks', () => {
  it('have lines where they begin and end in one source file', async () => {
    const { execution } = await recorded('401014-401023');
    const linesOf = async (end: string) => {
      const locate = (address: bigint) =>
        Promise.resolve({
          source: address === 0x401014n ? { file: 'a.c', line: 8 } : { file: end, line: 3 },
        });
      const face = { execution, trace: { modules: { current: { locate } } } };
      const [block] = await blocks.answer(face as never, { first: 0, count: 1 }, run());
      return block?.lines;
    };
    expect(await linesOf('a.c')).toBe('a.c:3-8');
    expect(await linesOf('inlined.h')).toBeUndefined();
  });
});

describe('the instructions', () => {
  it('have the text of a line where it begins, and again after a gap', async () => {
    // Each block ends within an instruction.
    const { face } = await asked(await recorded('401000-401002', '401000-401002'));
    const rows = await instructions.answer(face, { around: 1 }, run());
    const shown = rows.map(({ gap, place, source }) => gap ?? `${place?.line}: ${source}`);
    const block = [
      '8: text of line 8',
      '8: undefined',
      expect.stringContaining('overflow') as string,
    ];
    expect(shown).toEqual([...block, ...block]);
  });
});

it('moves by the names of moves alone', async () => {
  const { face } = await asked(await openBranchTrace('tree.btrace', 'tree'));
  face.trace.moveTo(2, 'a test');
  expect(await move.answer(face, { to: 'nextInstruction' }, run())).toEqual({ instruction: 3 });
  for (const to of ['constructor', 'toString', '']) {
    expect(await move.answer(face, { to }, run())).toEqual({});
  }
});
