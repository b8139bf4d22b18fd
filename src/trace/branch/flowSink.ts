// What the flow of Intel Processor Trace tells, and whom.
import type { BlockGap } from './blockShapes';

/** What a flow tells of. */
export interface FlowSink {
  /**
   * Instructions ran from one address to another, each after the other. `time`: of the first, in
   * ticks of the time stamp counter; undefined where no packet tells it.
   */
  run: (begin: bigint, end: bigint, time: bigint | undefined) => void;
  /**
   * Some are missing. `ip`: where the flow was. `offset`: bytes of the packets read so far. `time`:
   * since when.
   */
  gap: (gap: BlockGap, ip: bigint, offset: number, time: bigint | undefined) => void;
}

export const nobody: FlowSink = { run: () => undefined, gap: () => undefined };
