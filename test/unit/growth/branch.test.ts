// Whatever the page of a branch trace may ask, over many blocks: calls as deep as they are many,
// calls one after the other, and code that is not known.
import { growthProblems, nextRequest, type Use } from './steps';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import type { BranchAsked } from '../../../src/ask/branch/branchAsked';
import { branchQuestions, type BranchQuestions } from '../../../src/ask/branch/branchQuestions';
import { OutlineView } from '../../../src/ask/branch/outlineView';
import { runWith } from '../../../src/ask/run';
import { Views } from '../../../src/ask/views';
import { openProgram } from '../../../src/symbols/openProgram';
import { BranchTrace } from '../../../src/trace/branch/branchTrace';
import { Outline } from '../../../src/trace/branch/outline';
import * as moves from '../../../src/trace/branch/stepping';
import { decoderHere } from '../../capstone';
import { branchFolder } from '../../oracle/branchTrace';

type Block = readonly [begin: number, end: number];

/** The function `factorial`: to its jump, from there to its call of itself, and behind that. */
const enter: readonly Block[] = [
  [0x401014, 0x401023],
  [0x40102c, 0x401034],
];
const leave: Block = [0x401039, 0x40103e];

const made: Readonly<Record<string, (count: number) => Block[]>> = {
  'calls in each other': (count) => [
    ...Array.from({ length: count }, () => enter).flat(),
    ...Array.from({ length: count }, () => leave),
  ],
  'calls one after the other': (count) =>
    Array.from({ length: count }, () => [...enter, leave]).flat(),
  gaps: (count) => Array.from({ length: count }, (_, i) => [0x1000 + 64 * i, 0x1010 + 64 * i]),
};

/** A followed trace, with the number of its outline. */
interface Opened extends BranchAsked {
  readonly view: number;
}

async function opened(blocks: readonly Block[]): Promise<Opened> {
  const rows = blocks.map(([begin, end]) => `<block begin="${begin}" end="${end}"/>`).reverse();
  const bytes = new TextEncoder().encode(`<btrace version="1.0">${rows.join('')}</btrace>`);
  const decoder = await decoderHere();
  const read = await BranchTrace.open(new MemorySource(bytes), 'made', () => decoder);
  if ('problem' in read) throw new Error(read.problem);
  const { trace } = read;
  const file = path.join(branchFolder, 'tree');
  const found = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in found) throw new Error(found.problem);
  await trace.modules.use({ ...found, dispose: () => undefined }, 0n);
  const execution = await trace.execution();
  if (!execution) throw new Error('no execution');
  const sourceLine = () => Promise.resolve('line');
  const views = new Views();
  const view = views.add(new OutlineView(await Outline.of(execution.calls)));
  return { trace, execution, views, view, sourceLine };
}

const page = 100;
const all = { segment: 1, expanded: true, all: true };

async function pages(count: number, ask: (first: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += page) {
    await ask(first);
    await nextRequest();
  }
}

const { expand, tree, blocks, instructions, depth, rowOf } = branchQuestions;

const uses: Readonly<Record<keyof BranchQuestions, Use<Opened>>> = {
  expand: (asked) => expand.answer(asked, { view: asked.view, ...all }, runWith()),
  tree: (asked) =>
    pages(asked.execution.calls.count, (first) =>
      tree.answer(asked, { view: asked.view, first, count: page }, runWith()),
    ),
  blocks: (asked) =>
    pages(asked.execution.blocks.blockCount, (first) =>
      blocks.answer(asked, { first, count: page }, runWith()),
    ),
  instructions: (asked) =>
    instructions.answer(asked, { around: asked.execution.blocks.count }, runWith()),
  depth: (asked) => depth.answer(asked, { columns: 100, axis: 'instruction' }, runWith()),
  rowOf: (asked) =>
    rowOf.answer(asked, { view: asked.view, instruction: asked.execution.blocks.count }, runWith()),
  move: async ({ trace, execution }) => {
    const known = [...Object.values(moves.jumps), moves.instruction(1), moves.lineInto, moves.out];
    for (const move of known) await move({ trace, execution, from: 1 });
    for (const move of [...known, moves.lineBack, moves.outBack]) {
      await move({ trace, execution, from: execution.blocks.count });
    }
  },
};

it.each(Object.entries(made))('many %s are answered in proportion', async (_, blocks) => {
  const prepare = (count: number) => opened(blocks(count));
  const followed: Use<Opened> = (__, count) => opened(blocks(count));
  expect(await growthProblems(prepare, { ...uses, followed })).toEqual([]);
});
