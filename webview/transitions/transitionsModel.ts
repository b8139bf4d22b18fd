// The tab "Transitions": which state is followed, and what was found. No DOM in here.
import type { TransitionTable } from '../../src/ask/time/findTransitions';
import { Asked } from '../asked';
import type { TransitionsState } from '../intervals/intervalsState';
import { ignoringFailure, type Ask } from '../requests';
import { RequestError } from '../../src/wire/page';

/** What the tab needs of the page. */
interface TransitionsHost {
  readonly ask: Ask;
  changed(): void;
  state(): TransitionsState;
  remember(state: TransitionsState): void;
  /** Whether the tab is in front. */
  isShown(): boolean;
  /** Shows only the frames in which a condition holds. */
  showFrames(condition: string): void;
}

export class TransitionsModel {
  readonly asked: Asked<TransitionTable>;
  /** What is to be said of the filter that was set last. */
  filterNote: string | undefined;
  /** The frames or their values are others than when it was asked. */
  private isStale = true;

  constructor(private readonly host: TransitionsHost) {
    this.asked = new Asked(() => {
      host.changed();
    });
  }

  get state(): TransitionsState {
    return this.host.state();
  }

  get found(): TransitionTable | undefined {
    return this.asked.answer;
  }

  /** Follows another state; an empty one: none. */
  show(state: TransitionsState): void {
    this.host.remember(state);
    this.refresh();
  }

  /** The frames or their values are others now. */
  refresh(): void {
    this.isStale = true;
    this.update();
  }

  /** Asks for what is wanted, if the user can see it. */
  update(): void {
    if (!this.isStale || !this.host.isShown()) return;
    this.isStale = false;
    this.filterNote = undefined;
    const { state, key } = this.state;
    this.clear();
    if (state === '') return;
    void this.asked.ask((signal, report) =>
      this.host.ask('findTransitions', { state, key }, { signal, report }),
    );
  }

  /** Stops following. */
  stop(): void {
    this.clear();
  }

  /** Shows the frames of a transition alone. */
  async filter(row: number): Promise<void> {
    const { found } = this;
    if (!found) return;
    try {
      const { filter, note } = await this.host.ask('transitionFilter', { view: found.view, row });
      this.filterNote = note;
      this.host.showFrames(filter);
    } catch (error) {
      if (!(error instanceof RequestError)) return;
      this.filterNote = error.message;
    }
    this.host.changed();
  }

  /** Forgets what was found, and has the host forget it too. */
  private clear(): void {
    const { found } = this;
    this.asked.clear();
    if (found) void ignoringFailure(() => this.host.ask('closeView', { view: found.view }));
  }
}
