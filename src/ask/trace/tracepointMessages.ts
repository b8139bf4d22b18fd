// Requests about a tracepoint beyond the summary, and their answers.
import * as v from 'valibot';

const number = v.pipe(v.number(), v.safeInteger());

/** The arguments of each request. `tracepoint`: the file's number. */
export const tracepointRequests = {
  /** Conditions and actions as the target runs them. */
  tracepoint: v.strictObject({ tracepoint: number }),
  /** Looks into every frame of a tracepoint for what its actions should have collected. */
  collectedBy: v.strictObject({ tracepoint: number }),
};

/** An agent expression, decoded. */
export interface DecodedExpression {
  /** Bytes of its code. */
  readonly length: number;
  /** A line for each instruction: offset, operation, operand. */
  readonly instructions: readonly string[];
  /**
   * What it collects, sets and prints, in order; absent where that cannot be written as an
   * expression.
   */
  readonly effects?: readonly string[];
  /** Its value, of a condition. */
  readonly value?: string;
  /** What a target would stop at, a sentence each. */
  readonly problems: readonly string[];
}

export interface DecodedAction {
  readonly text: string;
  readonly expression?: DecodedExpression;
}

/** What applies to some of the tracepoint's locations. */
interface AtLocations {
  /** Run-time addresses; absent if it applies to all of them. */
  readonly locations?: readonly string[];
}

export interface DecodedCondition extends AtLocations {
  readonly expression: DecodedExpression;
}

export interface DecodedActions extends AtLocations {
  /** Done at each step after the hit. */
  readonly stepping: boolean;
  readonly actions: readonly DecodedAction[];
  /** Actions that are not listed. */
  readonly leftOut: number;
}

/** A tracepoint as the target runs it. */
export interface TracepointDetails {
  readonly conditions: readonly DecodedCondition[];
  /** In the order of {@link CollectedByActions.lists}. */
  readonly lists: readonly DecodedActions[];
  /** Source strings of types that gdb does not know. */
  readonly otherSource: readonly string[];
}

/** A frame and the reason, as the end of a sentence. */
export interface FrameBecause {
  readonly frame: number;
  readonly why: string;
}

/** In how many frames an action collected what it should have. */
export interface ActionCount {
  readonly collected: number;
  /** Frames that lack some of it. */
  readonly lacking: number;
  /** Frames in which that is unknown. */
  readonly unknown: number;
  /** Frames where it had nothing to collect. */
  readonly nothing: number;
  /** Frames in which it collected at an address where programs have no memory. */
  readonly nearNull: number;
  readonly firstLacking?: FrameBecause;
  readonly firstUnknown?: FrameBecause;
  readonly firstNearNull?: number;
}

export interface CollectedByActions {
  readonly lists: readonly { readonly frames: number; readonly counts: readonly ActionCount[] }[];
  /** Frames whose list of actions is unknown. */
  readonly unplaced: number;
  /** Frames looked at. */
  readonly frames: number;
}

/** What each request is answered with. */
export interface TracepointAnswers {
  readonly tracepoint: TracepointDetails;
  readonly collectedBy: CollectedByActions;
}

export interface TracepointReports {
  readonly tracepoint: never;
  /** Frames of the trace that are done, of all. */
  readonly collectedBy: { readonly done: number; readonly total: number };
}
