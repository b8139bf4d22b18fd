// What runs in the different blocks of a branch trace, as columns.
import { type BlockShape, type Run, unfollowed } from './blockShapes';
import type { BranchKind } from './instructionMap';
import { NumberColumn } from './numberColumn';

/** The place of the shape of blocks that are not followed. */
export const unfollowedPlace = 0;

/** Shapes by place; addresses count from where a block begins. */
export class ShapeColumns {
  private readonly counts = new NumberColumn();
  private readonly gaps = new NumberColumn();
  private readonly beginUnknown = new NumberColumn();
  private readonly lastOffsets = new NumberColumn();
  private readonly lastSizes = new NumberColumn();
  private readonly lastKinds = new NumberColumn();
  private readonly runsFrom = new NumberColumn();
  private readonly runFunctions = new NumberColumn();
  private readonly runCounts = new NumberColumn();
  private readonly runOffsets = new NumberColumn();

  constructor() {
    this.add(unfollowed, 0n);
  }

  /** Keeps a shape of blocks from an address on; gives its place. */
  add({ count, gap, beginUnknown, last, runs }: BlockShape, begin: bigint): number {
    this.counts.add(count);
    this.gaps.add(gap);
    this.beginUnknown.add(beginUnknown ? 1 : 0);
    this.lastOffsets.add(count === 0 ? 0 : Number(last.address - begin));
    this.lastSizes.add(last.size);
    this.lastKinds.add(last.kind);
    for (const run of runs) {
      this.runFunctions.add(run.function);
      this.runCounts.add(run.from);
      this.runOffsets.add(Number(run.start - begin));
    }
    return this.runsFrom.add(this.runFunctions.length - runs.length);
  }

  /** The shape of a block from an address on. */
  at(place: number, begin: bigint): BlockShape {
    return {
      count: this.counts.at(place),
      gap: this.gaps.at(place),
      beginUnknown: this.beginUnknown.at(place) === 1,
      runs: this.runsOf(place, begin),
      last: {
        address: begin + BigInt(this.lastOffsets.at(place)),
        size: this.lastSizes.at(place),
        kind: this.lastKinds.at(place) as BranchKind,
      },
    };
  }

  private runsOf(place: number, begin: bigint): Run[] {
    const runs: Run[] = [];
    const end = this.endOfRuns(place);
    for (let at = this.runsFrom.at(place); at < end; at++) {
      const start = begin + BigInt(this.runOffsets.at(at));
      runs.push({ function: this.runFunctions.at(at), from: this.runCounts.at(at), start });
    }
    return runs;
  }

  private endOfRuns(place: number): number {
    const isLast = place + 1 === this.runsFrom.length;
    return isLast ? this.runFunctions.length : this.runsFrom.at(place + 1);
  }
}
