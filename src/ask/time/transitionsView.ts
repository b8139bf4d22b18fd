// Answers the page's tab "Transitions".
import { t } from '@vscode/l10n';
import { AllFrames } from '../../trace/list/frameList';
import { commonBy } from '../../trace/list/groups';
import { noClock, recordingNotes } from '../../trace/intervals/intervalNotes';
import { neverSeen } from '../../trace/intervals/neverSeen';
import { stateText, transitionsOf, type Transitions } from '../../trace/intervals/transitions';
import type { FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import { RequestFailed } from '../../bytes/requestFailed';
import { type Run, passOf } from '../run';
import type { TypedExpressions } from './intervalsView';
import type { TransitionRow } from './intervalMessages';
import type { Answers, Reports, RequestArguments } from '../traceRequests';

/** Transitions that are listed, and pairs that were never seen. */
const maxRows = 500;
/** Frames that a filter names one by one. */
const maxNamedFrames = 300;

/** Transitions that were found, with what was asked. */
interface FoundTransitions {
  readonly transitions: Transitions;
  readonly state: FrameValue;
  readonly hasKey: boolean;
}

/** The transitions that one page shows. */
export class TransitionsView {
  private found: FoundTransitions | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly typed: Pick<TypedExpressions, 'value'>,
  ) {}

  /** After a new index or program: what was found holds no more. */
  reset(): void {
    this.found = undefined;
  }

  async find(
    asked: RequestArguments<'transitions'>,
    run: Run<Reports['transitions']>,
  ): Promise<Answers['transitions']> {
    const { trace, typed } = this;
    this.reset();
    const state = await typed.value(asked.state);
    const key = asked.key === '' ? undefined : await typed.value(asked.key);
    await trace.recording.indexed;
    const frames = new AllFrames(trace.recording.index);
    const pass = passOf(run);
    const transitions = await transitionsOf(frames, { value: state, key }, undefined, pass);
    if (!transitions) return { unit: 'frames', rows: [], left: 0, gaps: 0, notes: [] };
    this.found = { transitions, state, hasKey: key !== undefined };
    const never = await neverSeen(state, transitions);
    const { unit, gaps, others } = transitions;
    const listed = transitions.transitions.slice(0, maxRows);
    return {
      ...{ unit, gaps, left: transitions.transitions.length - listed.length + others },
      rows: await rowsOf(transitions, listed, state),
      ...(never && {
        neverSeen: { total: never.total, pairs: never.pairs.slice(0, maxRows) },
      }),
      notes: [
        ...recordingNotes(trace),
        ...(unit === 'frames' && listed.length > 0 ? [noClock()] : []),
      ],
    };
  }

  /** Names the frames where they are few, else by the change itself. */
  async filter({
    row,
  }: RequestArguments<'transitionFilter'>): Promise<Answers['transitionFilter']> {
    const { found, trace } = this;
    const transition = found?.transitions.transitions[row];
    if (!found || !transition) throw new RequestFailed(t('There is no such transition.'));
    const { transitions, state, hasKey } = found;
    const { frames, to } = transition;
    const [first = 0] = frames;
    const common = await commonBy(trace, { kind: 'value', value: state })(first, undefined);
    const condition = common?.condition;
    const changed = condition && `$_changed(${state.text}) && ${condition}`;
    const isOnlyOne = transitions.transitions.filter((each) => each.to === to).length === 1;
    if (changed !== undefined && isOnlyOne && !hasKey) return { filter: changed };
    if (frames.length <= maxNamedFrames) {
      return { filter: Array.from(frames, (frame) => `$trace_frame == ${frame}`).join(' || ') };
    }
    if (changed === undefined || hasKey) {
      throw new RequestFailed(t('No filter can say which frames these are.'));
    }
    const name = await stateText(transitions.states[to], state);
    return {
      filter: changed,
      note: t('The filter shows all changes to {0}: these are too many to name.', name),
    };
  }
}

async function rowsOf(
  { states }: Transitions,
  listed: Transitions['transitions'],
  state: FrameValue,
): Promise<TransitionRow[]> {
  const rows: TransitionRow[] = [];
  for (const { from, to, count, overGaps, frames, durations } of listed) {
    rows.push({
      from: await stateText(states[from], state),
      to: await stateText(states[to], state),
      ...{ count, overGaps, first: frames[0] ?? 0 },
      ...(durations && { durations }),
    });
  }
  return rows;
}
