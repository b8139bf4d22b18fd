// Two frames side by side: the one that was pinned and the one that is selected, unless the user
// says others. Compared when the tab is in front. No DOM in here.
import type { FrameComparison } from '../../src/ask/frame/compareFrames';
import type { ComparedState } from '../pageState';
import type { Ask } from '../requests';
import { RequestCancelled } from '../../src/wire/page';

/** What the view needs of the page. */
interface CompareHost {
  readonly ask: Ask;
  compared(): ComparedState;
  /** The selected frame. */
  selected(): number | undefined;
  /** Whether the tab is in front. */
  isShown(): boolean;
  changed(): void;
  remember(change: Partial<ComparedState>): void;
}

export class CompareModel {
  /** The last comparison, be it of other frames than those that are wanted now. */
  kept: FrameComparison | undefined;
  /** What it is of. */
  private keptFor = '';
  /** Why it is missing. */
  problem: string | undefined;
  isBusy = false;
  /** Rows that are the same in both are shown too. */
  all = false;
  /** A frame that the user chose for the right side; without one it is the selected frame. */
  private chosen: number | undefined;
  private askedFor = '';
  private asking = new AbortController();

  constructor(private readonly host: CompareHost) {}

  /** The comparison of the two frames; undefined until it has come. */
  get comparison(): FrameComparison | undefined {
    return this.keptFor === this.wanted ? this.kept : undefined;
  }

  get left(): number | undefined {
    return this.host.compared().pinned;
  }

  get right(): number | undefined {
    return this.chosen ?? this.host.selected();
  }

  /** Whether the right side follows the selection. */
  get follows(): boolean {
    return this.chosen === undefined;
  }

  /** Keeps a frame to compare others with. */
  pin(frame: number): void {
    this.host.remember({ pinned: frame });
    this.update();
  }

  /** Sets the right side; undefined for the selected frame. */
  setRight(frame: number | undefined): void {
    this.chosen = frame;
    this.update();
  }

  swap(): void {
    const { left, right } = this;
    if (left === undefined || right === undefined) return;
    this.chosen = left;
    this.pin(right);
  }

  setAll(all: boolean): void {
    this.all = all;
    this.update();
  }

  /** The program is another now. */
  refresh(): void {
    this.askedFor = '';
    this.keptFor = '';
    this.update();
  }

  /** Compares, if the frames are others than before and the user can see it. */
  update(): void {
    const { left, right, wanted } = this;
    if (this.host.isShown() && wanted !== this.askedFor) {
      this.askedFor = wanted;
      this.asking.abort();
      this.asking = new AbortController();
      this.problem = undefined;
      if (left === undefined || right === undefined) this.kept = undefined;
      else void this.compare(left, right, this.asking.signal);
    }
    this.host.changed();
  }

  /** The two frames and how they are compared. */
  private get wanted(): string {
    const { left, right, all } = this;
    return `${left ?? ''} ${right ?? ''} ${all ? 'all' : ''}`;
  }

  private async compare(left: number, right: number, signal: AbortSignal): Promise<void> {
    this.isBusy = true;
    const { all, wanted } = this;
    try {
      this.kept = await this.host.ask('compare', { left, right, all }, { signal });
      this.keptFor = wanted;
    } catch (error) {
      if (error instanceof RequestCancelled) return;
      this.kept = undefined;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isBusy = false;
    this.host.changed();
  }
}
