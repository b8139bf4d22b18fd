// Rows of the blocks, the oldest first.
import * as v from 'valibot';
import { hexAddress } from '../../bytes/hex';
import type { TracedBlock } from '../../trace/branch/blockIndex';
import { gapText, lineText } from '../../trace/branch/text';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';
import { maxRows } from './tree';

const blockRow = v.strictObject({
  /** From 1, the oldest. */
  block: wholeNumber,
  begin: v.string(),
  end: v.string(),
  functionName: v.string(),
  lines: v.exactOptional(v.string()),
  /** Number of its first instruction. */
  first: wholeNumber,
  count: wholeNumber,
  ticks: v.exactOptional(v.number()),
  gap: v.exactOptional(v.string()),
});

/** A range of code without a branch; its addresses are the text to show. */
export type BlockRow = v.InferOutput<typeof blockRow>;

export const blocks = question({
  input: v.strictObject({ first: wholeNumber, count: wholeNumber }),
  result: v.array(blockRow),
  answer: (asked: BranchAsked, { first, count }) => {
    const { blocks, calls } = asked.execution;
    const rows: Promise<BlockRow>[] = [];
    const end = Math.min(blocks.blockCount, first + Math.min(count, maxRows));
    for (let number = first; number < end; number++) {
      const block = blocks.at(number);
      if (block) rows.push(rowOfBlock(asked, number, block));
    }
    return calls.count === 0 ? Promise.resolve([]) : Promise.all(rows);
  },
});

async function rowOfBlock(
  { trace, execution }: BranchAsked,
  number: number,
  block: TracedBlock,
): Promise<BlockRow> {
  const { blocks, calls } = execution;
  const { begin, end, first, count, gap, isGap } = block;
  const [from, to] = await Promise.all([
    trace.modules.current.locate(begin === 0n && !isGap ? end : begin),
    isGap ? undefined : trace.modules.current.locate(end),
  ]);
  const segment = calls.at(calls.placeOf(first));
  const ticks = blocks.ticksAt(first);
  const lines =
    from.source && to?.source && from.source.file === to.source.file
      ? orderedLines(from.source.file, from.source.line, to.source.line)
      : undefined;
  return {
    block: number + 1,
    begin: begin === 0n ? '?' : hexAddress(begin),
    end: isGap ? '?' : hexAddress(end),
    functionName: from.functionName ?? segment.function.name,
    ...(lines && { lines: lineText(lines) }),
    ...(ticks !== undefined && { ticks }),
    first,
    count,
    ...(gap !== 0 && { gap: gapText(gap) }),
  };
}

function orderedLines(file: string, one: number, other: number) {
  return { file, first: Math.min(one, other), last: Math.max(one, other) };
}
