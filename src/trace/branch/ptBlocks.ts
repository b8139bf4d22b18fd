// The blocks that Intel PT packets tell of with the programs that a trace has: from then on they
// are as blocks that a processor stored.
import { TimeSlice } from '../../bytes/timeSlice';
import { BlockColumns, type Blocks, type PtContents } from '../../format/branchTrace';
import type { ModuleList } from '../moduleList';
import type { FollowProgress } from './blockIndex';
import { FlowCode } from './flowCode';
import { PtFlow } from './ptFlow';

/** Instructions between two looks at the clock. */
const instructionsAtOnce = 1 << 13;

/**
 * Follows the packets to their end, or until there are more blocks than are kept. Undefined when
 * cancelled.
 */
export async function ptBlocks(
  { raw, cpu }: PtContents,
  programs: ModuleList,
  signal: AbortSignal,
  report: (progress: FollowProgress) => void,
): Promise<Blocks | undefined> {
  const columns = new BlockColumns();
  const gaps = new Map<number, number>();
  const state = { isFull: false };
  const add = (begin: bigint, end: bigint) => {
    state.isFull ||= !columns.add(begin, end);
  };
  const code = new FlowCode(programs);
  const flow = new PtFlow(raw, cpu, code, {
    run: add,
    gap(gap, ip, offset) {
      gaps.set(columns.count, gap);
      add(ip, BigInt(offset));
    },
  });
  const slice = new TimeSlice();
  while (!state.isFull) {
    const wanted = flow.advance(instructionsAtOnce);
    if (wanted === 'end') break;
    if (wanted !== undefined) await code.read(wanted);
    if (slice.usedUp) report({ done: flow.offset, of: raw.length, isBytes: true });
    await slice.yieldIfDue();
    if (signal.aborted) return undefined;
  }
  return { ...columns.all, gaps: columnOf(gaps, columns.count) };
}

function columnOf(gaps: ReadonlyMap<number, number>, count: number): Int8Array {
  const column = new Int8Array(count);
  for (const [block, gap] of gaps) column[block] = gap;
  return column;
}
