// Branch traces that no processor wrote: without a program, with gaps, with any numbers, with
// programs that are not theirs.
import path from 'node:path';
import * as moves from '../../../../src/trace/branch/stepping';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { openProgram } from '../../../../src/symbols/openProgram';
import {
  BranchTrace,
  type Execution,
  instructionSetOfPrograms,
  executedFrom,
} from '../../../../src/trace/branch/branchTrace';
import { DifferentBlocks, followBlocks } from '../../../../src/trace/branch/blockNumbering';
import { BranchFunctions } from '../../../../src/trace/branch/blockShapes';
import { CallTree } from '../../../../src/trace/branch/callTree';
import { capstoneSteps, InstructionMap } from '../../../../src/trace/branch/instructionMap';
import { Outline } from '../../../../src/trace/branch/outline';
import { decoderHere } from '../../../capstone';
import { branchFolder, openBranchTrace } from '../../../oracle/branchTrace';

/** Opens blocks, the oldest first, with a program of the corpus where one is named. */
async function opened(
  blocks: readonly (readonly [bigint, bigint])[],
  program?: string,
  slide?: bigint,
): Promise<{ trace: BranchTrace; execution: Execution }> {
  const rows = blocks.map(([begin, end]) => `<block begin="${begin}" end="${end}"/>`).reverse();
  const bytes = new TextEncoder().encode(`<btrace version="1.0">${rows.join('')}</btrace>`);
  const decoder = await decoderHere();
  const read = await BranchTrace.open(new MemorySource(bytes), 'made', () => decoder);
  if ('problem' in read) throw new Error(read.problem);
  const { trace } = read;
  if (program !== undefined) {
    const file = path.join(branchFolder, program);
    const found = await openProgram(new MemorySource(readFileSync(file)), file);
    if ('problem' in found) throw new Error(found.problem);
    await trace.modules.use({ ...found, dispose: () => undefined }, slide);
  }
  const execution = await trace.execution();
  if (!execution) throw new Error('no execution');
  return { trace, execution };
}

const segments = ({ calls }: Execution): string[] =>
  Array.from({ length: calls.count }, (_, place) => {
    const { level, function: named, gap, first, last } = calls.at(place);
    return `${level} ${gap === 0 ? named.name : `gap ${gap}`} ${first}-${last}`;
  });

describe('blocks', () => {
  it('without a program are an instruction and a gap each', async () => {
    const { execution } = await opened([
      [0x1000n, 0x1010n],
      [0x2000n, 0x2000n],
    ]);
    expect(segments(execution)).toEqual(['0 ?? 1-1', '0 gap 2 2-2', '0 ?? 3-3']);
  });

  it('whose beginning is not known hold their last instruction', async () => {
    const { execution } = await opened([[0n, 0x401034n]], 'tree', 0n);
    expect([...executedFrom(execution, 1)]).toEqual([
      { kind: 'instruction', number: 1, address: 0x401034n },
    ]);
    expect(segments(execution)).toEqual(['0 factorial 1-1']);
  });

  it('that end before they begin, or are too long to be, are gaps', async () => {
    const { execution } = await opened(
      [
        [0x401014n, 0x401013n],
        [0x401014n, 0xffff_ffff_ffff_ffffn],
      ],
      'tree',
      0n,
    );
    expect(segments(execution)).toEqual(['0 gap 1 1-1', '0 gap 1 2-2']);
    expect(await moves.end(1)({ trace: {} as BranchTrace, execution, from: 1 })).toBeUndefined();
  });

  it('of any numbers neither throw nor hang, and every move ends', async () => {
    let seed = 1;
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % most;
    };
    const blocks = Array.from({ length: 3000 }, () => {
      const begin = BigInt(0x400ff0 + random(0x250));
      return [begin, begin + BigInt(random(40)) - 4n] as const;
    });
    const { trace, execution } = await opened(blocks, 'tree', 0n);
    const all = [
      ...[moves.instruction, moves.instructionOver, moves.call, moves.back, moves.block].flatMap(
        (each) => [each(1), each(-1)],
      ),
      moves.lineInto,
      moves.lineOver,
      moves.lineBack,
      moves.out,
      moves.outBack,
    ];
    for (let i = 0; i < 200; i++) {
      const from = 1 + random(execution.blocks.count);
      for (const move of all) {
        const to = await move({ trace, execution, from });
        if (to === undefined) continue;
        expect(to).toBeGreaterThanOrEqual(1);
        expect(to).toBeLessThanOrEqual(execution.blocks.count);
        expect(execution.blocks.isGap(to)).toBe(false);
      }
    }
  });
});

describe('following', () => {
  const blocks = (pairs: readonly (readonly [bigint, bigint])[]) => ({
    count: pairs.length,
    begins: BigUint64Array.from(pairs, ([begin]) => begin),
    ends: BigUint64Array.from(pairs, ([, end]) => end),
  });

  it('tells blocks apart by all of their addresses', () => {
    const high = 1n << 40n;
    const different = new DifferentBlocks(4);
    const places = [
      [1n, 9n],
      [2n, 9n],
      [1n + high, 9n],
      [1n, 9n],
      [1n, 9n + high],
      [2n, 9n],
    ].map(([begin = 0n, end = 0n]) => different.placeOf(begin, end));
    expect(places).toEqual([0, 1, 2, 0, 3, 1]);
  });

  it('ends where too much that differs was followed: the rest are gaps, and are counted', async () => {
    const { trace } = await opened([], 'tree', 0n);
    const set = instructionSetOfPrograms(trace.modules.current, 'att');
    const map = new InstructionMap(trace.modules.current, capstoneSteps(await decoderHere(), set));
    const functions = new BranchFunctions(trace.modules.current);
    const given = blocks([
      [0x401219n, 0x40121fn],
      [0x401199n, 0x4011a2n],
      [0x401219n, 0x401219n],
      [0x401219n, 0x40121fn],
    ]);
    const { signal } = new AbortController();
    const calls = new CallTree(functions.all);
    const following = { map, functions, calls, signal, report: () => undefined };
    const index = await followBlocks(given, following, 4);
    expect(index?.unfollowed).toBe(1);
    const counts = [0, 1, 2, 3].map((block) => index?.countOf(block));
    expect(counts[2]).toBe(0);
    expect(index?.at(2)?.gap).toBe(1);
    expect(counts[3]).toBe(counts[0]);
    expect(counts[0]).toBeGreaterThan(0);
  });

  it('is stopped by a person, and begins anew when it is asked for', async () => {
    const { trace } = await opened([[0x401219n, 0x40121fn]], 'tree', 0n);
    trace.stopFollowing();
    const stopped = trace.execution();
    trace.stopFollowing();
    expect(await stopped).toBeUndefined();
    expect((await trace.execution())?.calls.count).toBe(1);
  });
});

describe('a program', () => {
  it('with which no branch agrees is refused, and its sentence says so', async () => {
    const { trace } = await opened(
      [
        [0x401219n, 0x401220n],
        [0x401199n, 0x4011a2n],
      ],
      'tree',
    );
    expect(trace.modules.traced.state).toBe('problem');
    expect(trace.modules.traced.explanation).toMatch(
      /^tree is another program: none of 1 branches agrees/,
    );
  });

  it('without an address of its own is not placed by too few branches', async () => {
    // _start calls main: one branch that agrees with one place.
    const slide = 0x5555_5555_4000n;
    const { trace } = await opened(
      [
        [slide + 0x109bn, slide + 0x10a1n],
        [slide + 0x1000n, slide + 0x1004n],
      ],
      'tree-O2',
    );
    expect(trace.modules.traced).toMatchObject({ state: 'unplaced', offered: [slide] });
  });

  it('is used where the user says that it lay', async () => {
    const { trace } = await opened([[0x401219n, 0x40121fn]], 'tree-O2', 0x1000n);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', slide: 0x1000n });
  });
});

describe('the outline', () => {
  it('hides what a row calls, and reveals a row', async () => {
    const { execution } = await openBranchTrace('tree.btrace', 'tree');
    const outline = await Outline.of(execution.calls);
    expect(outline.count).toBe(42);
    // The first factorial, with what it calls until it goes on.
    expect(outline.stateOf(2)).toBe(true);
    outline.set(2, false);
    expect([outline.count, outline.placeAt(3)]).toEqual([37, 8]);
    expect(outline.reveal(5)).toBe(5);
    expect(outline.count).toBe(42);
    outline.setAll(false);
    expect(outline.placeAt(0)).toBe(0);
    expect(outline.stateOf(5)).toBeUndefined();
    expect(outline.reveal(3)).toBe(3);
  });
});
