// The blocks that Intel PT packets tell of with the programs that a trace has: from then on they
// are as blocks that a processor stored.
import { TimeSlice } from '../../bytes/timeSlice';
import { BlockColumns, type Blocks, maxBlocks, type PtContents } from '../../format/branchTrace';
import type { ClockRates } from '../../format/intelPt/clock';
import type { ModuleList } from '../moduleList';
import type { FollowProgress } from './blockIndex';
import { BlockGap } from './blockShapes';
import { FlowCode } from './flowCode';
import { type FlowSink, PtFlow } from './ptFlow';

/** Instructions between two looks at the clock. */
const instructionsAtOnce = 1 << 13;

/**
 * Follows the packets to their end, or until there are about as many blocks as are kept, which a
 * gap says. Undefined when cancelled.
 */
export async function ptBlocks(
  { raw, cpu }: PtContents,
  programs: ModuleList,
  rates: ClockRates,
  signal: AbortSignal,
  report: (progress: FollowProgress) => void,
  most = maxBlocks,
): Promise<Blocks | undefined> {
  const columns = new BlockColumns();
  const gaps = new Map<number, number>();
  const sink: FlowSink = {
    run: (begin, end, time) => columns.add(begin, end, time),
    gap: (gap, ip, offset, time) => {
      gaps.set(columns.count, gap);
      columns.add(ip, BigInt(offset), time);
    },
  };
  const code = new FlowCode(programs);
  const flow = new PtFlow(raw, cpu, code, sink, rates);
  const slice = new TimeSlice();
  for (;;) {
    if (columns.count > most - 2 * instructionsAtOnce - 1) {
      sink.gap(BlockGap.ptCancelled, 0n, flow.offset, flow.time);
      break;
    }
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
