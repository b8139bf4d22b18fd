// What registers and stack hold at each instruction of a function: found by following its code from
// the entry through all its branches, as compilers do to check theirs. Where two ways meet, what
// differs is not known.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Emulator, EmulatedStep } from './emulator';
import { EmulatedState } from './state';

/** A run of the bytes of a function's code. */
export interface CodePiece {
  /** Bytes from the function's entry; negative where it is before it. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/**
 * How sure it is that code is reached in a state, the surest first: from the entry; through a jump
 * whose targets are not in the code; by going on after calls, some of which may not return; as a
 * part that nothing leads to, such as what catches exceptions.
 */
enum Trust {
  reached,
  table,
  afterCalls,
  other,
}

/** A run of instructions that are executed one after the other. */
interface Block {
  readonly state: EmulatedState;
  readonly trust: Trust;
}

/** A way into a block. */
interface Edge extends Block {
  readonly to: number;
}

/** Instructions are looked at so many times each before the function is given up. */
const maxVisits = 40;
/** Instructions between two looks at the clock. */
const stepsAtOnce = 2048;

/** The states of one function. Offsets are bytes from its entry. */
export class FunctionStates {
  private readonly blocks = new Map<number, Block>();
  /** Where blocks may begin, ascending. */
  private starts: readonly number[] = [];
  private readonly targets = new Set<number>();
  private readonly afterEnds = new Set<number>();
  /** Ways that are yet to be followed, by how sure they are. */
  private readonly edges: readonly Edge[][] = [[], [], [], []];
  /** What the jumps deepest in the stack have in common whose targets are not in the code. */
  private atIndirectJumps: EmulatedState | undefined;
  /** What all calls have in common from inside the function's stack frame. */
  private afterCalls: EmulatedState | undefined;
  private steps = 0;
  private visits = 0;
  private readonly slice = new TimeSlice();

  private constructor(
    private readonly pieces: readonly CodePiece[],
    private readonly emulator: Emulator,
  ) {}

  /** Follows the code of a function; undefined where that takes too long. */
  static async of(
    pieces: readonly CodePiece[],
    emulator: Emulator,
  ): Promise<FunctionStates | undefined> {
    const states = new FunctionStates(pieces, emulator);
    await states.findStarts();
    const { convention, entrySlots } = emulator;
    states.add(0, EmulatedState.atEntry(convention, entrySlots), Trust.reached);
    const isWhole =
      (await states.follow(Trust.reached)) &&
      (await states.followStarts(states.atTables, Trust.table)) &&
      (await states.follow(Trust.afterCalls)) &&
      (await states.followStarts(states.atTables ?? states.afterCalls, Trust.other));
    return isWhole ? states : undefined;
  }

  /** The state before the instruction that holds an offset; undefined where nothing leads there. */
  at(offset: number): { readonly state: EmulatedState; readonly size: number } | undefined {
    const start = lastAtMost(this.starts, offset, (each) => this.blocks.has(each));
    const block = start === undefined ? undefined : this.blocks.get(start);
    if (start === undefined || !block) return undefined;
    const state = block.state.clone();
    for (let next = start; next <= offset;) {
      const before = state.clone();
      const step = this.execute(next, state);
      if (!step) return undefined;
      if (offset < next + step.size) return { state: before, size: step.size };
      next += step.size;
      if (leavesBlock(step) && !(step.hasDelaySlot && offset < next + step.size)) return undefined;
    }
    return undefined;
  }

  /** Reads all code once for the places where jumps lead to, and where ways end. */
  private async findStarts(): Promise<void> {
    const found = new Set([0]);
    const { convention, alignment } = this.emulator;
    for (const { start, bytes } of this.pieces) {
      found.add(start);
      let isAfterCall = false;
      let isPadded = false;
      for (let offset = start; offset < start + bytes.length;) {
        const step = this.execute(offset, EmulatedState.atEntry(convention, []));
        if (isPadded && !step?.isPadding) {
          // A call that does not return may be all that is before it.
          this.afterEnds.add(offset);
          found.add(offset);
        }
        isPadded = isAfterCall && step?.isPadding === true;
        isAfterCall = step?.flow === 'call' || isPadded;
        const after = offset + (step?.size ?? alignment) + (step?.hasDelaySlot ? step.size : 0);
        if (step?.target !== undefined && this.has(offset + step.target)) {
          found.add(offset + step.target);
          this.targets.add(offset + step.target);
        }
        if (step && step.flow !== 'next' && step.flow !== 'call') found.add(after);
        if (!step || step.flow === 'jump' || step.flow === 'indirect' || step.flow === 'end') {
          this.afterEnds.add(after);
          found.add(after);
        }
        offset += step?.size ?? alignment;
        await this.look();
      }
    }
    this.starts = [...found].filter((offset) => this.has(offset)).sort((a, b) => a - b);
    this.visits = 0;
  }

  private async look(): Promise<boolean> {
    if (++this.steps % stepsAtOnce === 0) await this.slice.yieldIfDue();
    return ++this.visits < maxVisits * (1000 + this.size);
  }

  private get size(): number {
    return this.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  private has(offset: number): boolean {
    return this.pieces.some(({ start, bytes }) => offset >= start && offset < start + bytes.length);
  }

  private execute(offset: number, state: EmulatedState): EmulatedStep | undefined {
    const piece = this.pieces.find(
      ({ start, bytes }) => offset >= start && offset < start + bytes.length,
    );
    return piece && this.emulator.execute(piece.bytes, offset - piece.start, offset, state);
  }

  private add(to: number, state: EmulatedState, trust: Trust): void {
    if (this.has(to)) this.edges[trust]?.push({ to, state: state.clone(), trust });
  }

  /** Follows all ways that are at least so sure; false where that takes too long. */
  private async follow(least: Trust): Promise<boolean> {
    for (;;) {
      const edge = this.edges
        .slice(0, least + 1)
        .find((edges) => edges.length > 0)
        ?.pop();
      if (!edge) return true;
      if (this.enter(edge) && !(await this.run(edge.to))) return false;
    }
  }

  /** Whether a way into a block tells something new of it: the surest tell. */
  private enter({ to, state, trust }: Edge): boolean {
    const known = this.blocks.get(to);
    if (known && known.trust < trust) return false;
    if (known?.trust === trust) return known.state.join(state);
    this.blocks.set(to, { state: state.clone(), trust });
    return true;
  }

  /** Follows a block to its end. */
  private async run(start: number): Promise<boolean> {
    const block = this.blocks.get(start);
    if (!block) return true;
    const state = block.state.clone();
    let isAfterCall = false;
    for (let offset = start; ;) {
      if (!(await this.look())) return false;
      const step = this.execute(offset, state);
      if (!step) return true;
      isAfterCall = step.flow === 'call' || (isAfterCall && step.isPadding === true);
      let next = offset + step.size;
      if (step.hasDelaySlot) {
        this.execute(next, state);
        next += step.size;
      }
      const { trust } = block;
      if (trust !== Trust.table && trust !== Trust.other) this.keep(step, state);
      if (step.target !== undefined) this.add(offset + step.target, state, trust);
      if (step.flow === 'conditional') this.add(next, state, trust);
      if (leavesBlock(step)) return true;
      offset = next;
      if (!this.isStart(offset)) continue;
      this.add(offset, state, isAfterCall && trust < Trust.afterCalls ? Trust.afterCalls : trust);
      return true;
    }
  }

  private isStart(offset: number): boolean {
    return lastAtMost(this.starts, offset, () => true) === offset;
  }

  /**
   * Follows code to which no way leads so far: the cases of a switch begin as the jump through its
   * table leaves things, what catches exceptions as calls do.
   */
  private async followStarts(state: EmulatedState | undefined, trust: Trust): Promise<boolean> {
    if (!state) return true;
    const ends = this.starts.filter((start) => this.afterEnds.has(start));
    const ordered = [
      ...ends.filter((start) => !this.targets.has(start)),
      ...ends.filter((start) => this.targets.has(start)),
      ...(trust === Trust.other ? this.starts : []),
    ];
    for (const start of ordered) {
      if (this.blocks.has(start)) continue;
      this.add(start, state, trust);
      if (!(await this.follow(trust))) return false;
    }
    return true;
  }

  /**
   * How jumps through tables leave things. What jumps from where the function was entered, though
   * it has a stack frame for calls, leaves it by a tail call.
   */
  private get atTables(): EmulatedState | undefined {
    const { atIndirectJumps: state } = this;
    return state && (this.depth(state) < 0 || !this.afterCalls) ? state : undefined;
  }

  /** Keeps how an instruction leaves things that code can begin with to which no way leads. */
  private keep({ flow, isIndirect }: EmulatedStep, state: EmulatedState): void {
    if (flow === 'call' && this.depth(state) < 0) {
      this.afterCalls ??= state.clone();
      this.afterCalls.join(state);
    }
    if (flow !== 'indirect' && !isIndirect) return;
    const depth = this.depth(state);
    const known = this.atIndirectJumps;
    if (!known || depth < this.depth(known)) this.atIndirectJumps = state.clone();
    else if (depth === this.depth(known)) known.join(state);
  }

  /** Bytes from the stack pointer at the entry; the least where that is not known. */
  private depth(state: EmulatedState): number {
    return state.get(this.emulator.convention.sp)?.offset ?? -Infinity;
  }
}

function leavesBlock({ flow }: EmulatedStep): boolean {
  return flow !== 'next' && flow !== 'call';
}

/** The last of ascending numbers that is at most `limit`, of those that are wanted. */
function lastAtMost(
  numbers: readonly number[],
  limit: number,
  isWanted: (number: number) => boolean,
): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0; i--) {
    const number = numbers[i];
    if (number !== undefined && isWanted(number)) return number;
  }
  return undefined;
}
