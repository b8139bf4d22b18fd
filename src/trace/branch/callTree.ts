// The calls and returns of a branch trace, by the rules of gdb's `record function-call-history`:
// the trace is cut into segments, ranges of instructions in one activation of a function, and
// each has a level. A call begins an activation a level deeper, and so does a jump to the beginning
// of a function; a return continues with the nearest caller in the function returned to, and where
// none is known, that one is a level above; code of another function that was reached otherwise
// takes the place of the one before. Of most segments only the steps from one to the next are kept,
// a few bytes each; those of a piece of the trace are made again when they are asked for.
import { partitionPoint } from '../../bytes/arrays';
import { RecentResults } from '../../bytes/cache';
import type { TimeSlice } from '../../bytes/timeSlice';
import { type Link, noActivation, type SharedActivations, sharedActivations } from './activations';
import { type BlockShape, type BlockGap, type TracedFunction } from './blockShapes';
import { CallPiece, type PieceStart, startOfTrace } from './callPiece';
import { CallStep, CallSteps } from './callSteps';
import { BranchKind } from './instructionMap';

/** A range of instructions in one activation of a function, or a gap. */
export interface CallSegment {
  /** From 1, as gdb counts. */
  readonly number: number;
  /** 0 for the outermost function of the trace. */
  readonly level: number;
  /** Numbers of its first and last instruction; of a gap, its own. */
  readonly first: number;
  readonly last: number;
  readonly function: TracedFunction;
  /** Why instructions are missing; 0 where none are. */
  readonly gap: BlockGap;
}

/** What is kept of a piece of the trace. */
interface KeptPiece {
  readonly steps: CallSteps;
  /** How it begins. */
  readonly start: PieceStart;
  /** The number of its first instruction. */
  readonly first: number;
  /** As {@link CallPiece.foundBefore}. */
  readonly foundBefore: number | undefined;
}

/** Segments of a piece. */
const segmentsInPiece = 1 << 12;
/** Pieces that are kept made: each takes about a tenth of a megabyte. */
const keptPieces = 32;

/** Segments by place from 0. Blocks are added in the order in which they ran. */
export class CallTree {
  /** How many segments there are, gaps among them. */
  count = 0;
  gapCount = 0;
  private readonly shared: SharedActivations = sharedActivations();
  private readonly pieces: KeptPiece[] = [];
  /** The piece to which segments are added. */
  private piece: CallPiece;
  private steps = new CallSteps();
  private readonly made = new RecentResults<number, CallPiece>(keptPieces);
  private latest: CallPiece;
  private before: BlockShape | undefined;
  private lowest = 0;
  private greatest = 0;
  private lastNumber = 0;

  constructor(
    private readonly functions: readonly TracedFunction[],
    private readonly length = segmentsInPiece,
  ) {
    this.piece = new CallPiece(this.shared, startOfTrace, false);
    this.latest = this.piece;
  }

  /** Levels that there are. */
  get depth(): number {
    return this.count === 0 ? 0 : this.greatest - this.lowest + 1;
  }

  at(place: number): CallSegment {
    const piece = this.pieceOf(place);
    const activation = piece.activationAt(place);
    return {
      number: place + 1,
      level: this.level(place),
      first: piece.firstOf(place),
      gap: piece.gapOf(place),
      last: place + 1 < this.count ? this.firstOf(place + 1) - 1 : this.lastNumber,
      function: this.functions[piece.activations.functionOf(activation)] ?? nowhere,
    };
  }

  level(place: number): number {
    const piece = this.pieceOf(place);
    return piece.activations.level(piece.activationAt(place)) - this.lowest;
  }

  /** The number of the first instruction of a segment. */
  firstOf(place: number): number {
    const kept = place % this.length === 0 ? this.pieces[place / this.length] : undefined;
    return kept ? kept.first : this.pieceOf(place).firstOf(place);
  }

  isGap(place: number): boolean {
    return this.pieceOf(place).gapOf(place) !== 0;
  }

  /** The place of the segment that holds an instruction. */
  placeOf(instruction: number): number {
    const { pieces, piece } = this;
    const isAdded = instruction >= piece.firstOf(piece.start.from);
    if (isAdded || pieces.length === 0) return piece.placeOf(instruction);
    const next = partitionPoint(pieces.length, (at) => (pieces[at]?.first ?? 0) > instruction);
    return this.pieceOf(Math.max(0, next - 1) * this.length).placeOf(instruction);
  }

  /** Whether two segments belong to one activation of a function. */
  isSameActivation(place: number, other: number): boolean {
    return this.pieceOf(place).activationAt(place) === this.pieceOf(other).activationAt(other);
  }

  /** The known callers of a segment's activation, innermost first, at most `most`. */
  callersOf(place: number, most = maxCallers): readonly Caller[] {
    const callers: Caller[] = [];
    const piece = this.pieceOf(place);
    const { activations } = piece;
    let at = piece.activationAt(place);
    for (let up = activations.caller(at); up !== noActivation; up = activations.caller(at)) {
      if (callers.length === most) break;
      const link = activations.link(at);
      const segment = activations.linkSegment(at);
      callers.push({
        function: this.functions[activations.functionOf(up)] ?? nowhere,
        link,
        segment,
      });
      at = up;
    }
    return callers;
  }

  /** Adds what runs in the next block, from the number of its first instruction on. */
  addBlock(shape: BlockShape, first: number): void {
    const { before } = this;
    this.before = shape;
    this.lastNumber = first + shape.count - (shape.gap === 0 ? 1 : 0);
    shape.runs.forEach((run, i) => {
      const number = first + run.from;
      if (this.count === 0) this.add(CallStep.resume, run.function, number);
      else if (i > 0) this.switchTo(run.function, number);
      else if (!before || before.gap !== 0 || shape.beginUnknown) {
        this.add(CallStep.resume, run.function, number);
      } else this.follow(before.last, run.function, run.start, number);
    });
    if (shape.gap !== 0) this.add(CallStep.gap, shape.gap, first + shape.count);
  }

  /** Goes from the last instruction of a block to the first of the next, in a function. */
  private follow(last: BlockShape['last'], to: number, start: bigint, number: number): void {
    const { name } = this.functions[this.piece.current] ?? nowhere;
    switch (last.kind) {
      case BranchKind.return:
        // The dynamic linker returns to the function that it resolved, which then returns for it.
        if (name === '_dl_runtime_resolve') this.add(CallStep.tailCall, to, number);
        else this.add(CallStep.leave, to, number);
        return;
      case BranchKind.call:
        // A call of the next instruction asks where the code is.
        if (last.address + BigInt(last.size) === start) this.switchTo(to, number);
        else this.add(CallStep.call, to, number);
        return;
      case BranchKind.jump:
        this.jump(to, start, number, name);
        return;
      case BranchKind.none:
        this.switchTo(to, number);
    }
  }

  private jump(to: number, start: bigint, number: number, from: string): void {
    const entry = this.functions[to]?.start;
    if (entry === start) this.add(CallStep.tailCall, to, number);
    else if (from.startsWith('_Unwind_') && this.piece.hasCallerIn(to)) {
      this.add(CallStep.leave, to, number);
    } else if (entry === undefined && to !== this.piece.current) {
      this.add(CallStep.tailCall, to, number);
    } else this.switchTo(to, number);
  }

  /** Continues in a function that was entered neither by a call nor by a return. */
  private switchTo(to: number, number: number): void {
    if (to !== this.piece.current) this.add(CallStep.switchTo, to, number);
  }

  private add(step: CallStep, of: number, number: number): void {
    if (this.piece.count === this.length) this.beginPiece();
    this.steps.add(step, of, number);
    this.piece.take(step, of, number);
    this.count++;
    if (step === CallStep.gap) this.gapCount++;
  }

  private beginPiece(): void {
    const { piece, steps } = this;
    piece.finish();
    steps.seal();
    const { start, foundBefore } = piece;
    this.pieces.push({ steps, start, first: piece.firstOf(start.from), foundBefore });
    this.steps = new CallSteps();
    this.piece = new CallPiece(this.shared, piece.end, false);
    this.latest = this.piece;
  }

  private pieceOf(place: number): CallPiece {
    const { latest, piece, made } = this;
    if (latest.holds(place)) return latest;
    const index = Math.floor(place / this.length);
    if (index >= this.pieces.length) return piece;
    this.latest = made.get(index, () => this.again(index) ?? piece);
    return this.latest;
  }

  /** Makes a piece again. */
  private again(index: number): CallPiece | undefined {
    const kept = this.pieces[index];
    if (!kept) return undefined;
    const piece = new CallPiece(this.shared, kept.start, true);
    kept.steps.replay((step, of, number) => {
      piece.take(step, of, number);
    });
    const next = this.pieces[index + 1];
    piece.finish(next ? next.foundBefore : this.piece.foundBefore);
    return piece;
  }

  /**
   * Ends the adding. Levels count from the outermost function that the trace shows: that may be
   * known last.
   */
  async measureLevels(slice: TimeSlice): Promise<void> {
    this.piece.finish();
    const { stretches } = this.shared;
    let lowest = Infinity;
    let greatest = -Infinity;
    for (let at = 0; at < stretches.count; at++) {
      const [low, high] = stretches.levelsOf(at) ?? [lowest, greatest];
      lowest = Math.min(lowest, low);
      greatest = Math.max(greatest, high);
      if ((at & 0xfff) === 0) await slice.yieldIfDue();
    }
    if (this.count > 0) [this.lowest, this.greatest] = [lowest, greatest];
  }
}

/** A caller of a segment's activation. */
export interface Caller {
  readonly function: TracedFunction;
  readonly link: Link;
  /**
   * Index of the segment that called, or, after a return, of the first one that was returned to.
   */
  readonly segment: number;
}

/** Callers that are listed at most. */
const maxCallers = 1000;

const nowhere: TracedFunction = { name: '??', start: undefined };
