// Transitions of a state that were found: named as the user reads them, and with filters for their
// frames. Shells and pages read the same.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { noClock, recordingNotes } from '../../trace/intervals/intervalNotes';
import type { DurationUnit } from '../../trace/intervals/intervals';
import { neverSeen, type NeverSeen } from '../../trace/intervals/neverSeen';
import {
  stateText,
  transitionsOf,
  type FollowedState,
  type State,
  type Transitions,
} from '../../trace/intervals/transitions';
import type { FrameList } from '../../trace/list/frameList';
import { commonBy } from '../../trace/list/groups';
import type { Trace } from '../../trace/trace';
import { wholeNumber } from '../question';
import { passOf, type QuestionRun } from '../run';
import { TraceView } from '../traceView';
import { durationStatistics } from './durations';

/** From one state to another. */
const statePair = v.strictObject({ from: v.string(), to: v.string() });

/** A transition of an answer. */
export const transitionRow = v.strictObject({
  ...statePair.entries,
  count: wholeNumber,
  /** Of them, those with frames in between that did not collect the value. */
  overGaps: wholeNumber,
  /** The frame in which it is seen first. */
  first: wholeNumber,
  /** How long the state before had lasted, in microseconds or frames. */
  durations: v.optional(durationStatistics),
});
export type TransitionRow = v.InferOutput<typeof transitionRow>;

/** Of an enumeration: pairs that are no transition in the trace. */
export const neverSeenPairs = v.strictObject({ total: wholeNumber, pairs: v.array(statePair) });

/** Frames that a filter names one by one. */
const maxNamedFrames = 300;

interface Found {
  readonly transitions: Transitions;
  readonly followed: FollowedState;
}

export class FoundTransitions extends TraceView<Found> {
  /** The transitions over frames of a list. */
  static async find(
    trace: Trace,
    list: FrameList,
    followed: FollowedState,
    unit: DurationUnit | undefined,
    run: QuestionRun,
  ): Promise<FoundTransitions> {
    const transitions = await transitionsOf(list, followed, unit, passOf(run));
    if (!transitions || run.signal.aborted) throw new RequestFailed('cancelled');
    return new FoundTransitions(trace, { transitions, followed }, unit);
  }

  constructor(
    trace: Trace,
    found: Found,
    private readonly askedUnit: DurationUnit | undefined,
  ) {
    super(trace, found);
  }

  get unit(): DurationUnit {
    return this.found.transitions.unit;
  }

  /** Pairs of states. */
  get total(): number {
    return this.found.transitions.transitions.length;
  }

  /** Transitions of pairs that are too many to be kept. */
  get others(): number {
    return this.found.transitions.others;
  }

  /** Frames that did not collect the state. */
  get gaps(): number {
    return this.found.transitions.gaps;
  }

  /** What the trace cannot say, in sentences. */
  get notes(): string[] {
    const isUntimed = this.askedUnit === undefined && this.unit === 'frames' && this.total > 0;
    return [...recordingNotes(this.trace), ...(isUntimed ? [noClock()] : [])];
  }

  /** Of an enumeration, as far as that is known. */
  get neverSeen(): Promise<NeverSeen | undefined> {
    const { followed, transitions } = this.found;
    return neverSeen(followed.value, transitions);
  }

  /** Some of the pairs, the most frequent first. */
  async rows(first: number, end: number): Promise<TransitionRow[]> {
    const { followed, transitions } = this.found;
    const { states } = transitions;
    const rows: TransitionRow[] = [];
    for (const { from, to, frames, ...counts } of transitions.transitions.slice(first, end)) {
      rows.push({
        from: await stateText(states[from], followed.value),
        to: await stateText(states[to], followed.value),
        first: frames[0] ?? 0,
        ...counts,
      });
    }
    return rows;
  }

  /** The first states, in the order in which they came. */
  async states(most: number): Promise<{ state: string; frames: number; first: number }[]> {
    const { followed, transitions } = this.found;
    const named = async (state: State) => ({
      state: await stateText(state, followed.value),
      frames: state.frames,
      first: state.frame,
    });
    const states = [];
    for (const state of transitions.states.slice(0, most)) states.push(await named(state));
    return states;
  }

  /**
   * A filter that shows the frames of a pair: it names them where they are few, else it says the
   * change itself. `note`: what the filter shows beside them.
   */
  async filterOf(row: number): Promise<{ readonly filter: string; readonly note?: string }> {
    const { transitions, followed } = this.found;
    const { value: state, key } = followed;
    const transition = transitions.transitions[row];
    if (!transition) throw new RequestFailed(t('There is no such transition.'));
    const { frames, to } = transition;
    const changed = await this.changeTo(frames[0] ?? 0);
    const isOnlyOne = transitions.transitions.filter((each) => each.to === to).length === 1;
    if (changed !== undefined && isOnlyOne && !key) return { filter: changed };
    if (frames.length <= maxNamedFrames) {
      return { filter: Array.from(frames, (frame) => `$trace_frame == ${frame}`).join(' || ') };
    }
    if (changed === undefined || key) {
      throw new RequestFailed(t('No filter can say which frames these are.'));
    }
    const name = await stateText(transitions.states[to], state);
    return {
      filter: changed,
      note: t('The filter shows all changes to {0}: these are too many to name.', name),
    };
  }

  /**
   * A condition that holds where the state becomes what it is in a frame; undefined if none can.
   */
  private async changeTo(frame: number): Promise<string | undefined> {
    const { value } = this.found.followed;
    const common = await commonBy(this.trace, { kind: 'value', value })(frame, undefined);
    const condition = common?.condition;
    return condition && `$_changed(${value.text}) && ${condition}`;
  }
}
