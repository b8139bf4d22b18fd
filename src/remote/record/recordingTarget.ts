// What a plan is prepared for: a target, as far as packets depend on it.
import type { ByteOrder } from '../../bytes/cursor';
import type { RegisterLayout } from '../../machine/registerLayout';
import type { LoadedModule } from '../../machine/stackFrame';
import type { VariableDefinition } from '../packets/definitions';

/** A target that is connected, with its programs. */
export interface RecordingTarget {
  /** The registers by which its code and masks go: of its own description. */
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  /** Programs and where they lie now, the traced one first. */
  readonly placements: readonly LoadedModule[];
  readonly features: {
    /** Whether the target announced a feature of qSupported. */
    has(name: string): boolean;
    /** Characters that a packet may have at most, without what frames it. */
    readonly packetSize: number;
  };
  /** Trace state variables that it has before any is defined. */
  readonly variables: readonly VariableDefinition[];
  /** qTMinFTPILen: bytes of the shortest instruction that a fast tracepoint can replace; absent or 0 where not known. */
  readonly shortestFastInstruction?: number;
  /** Bytes of the instruction at a run-time address, for fast tracepoints; absent where nothing decodes them. */
  readonly instructionLength?: (address: bigint) => Promise<number | undefined>;
}

/** What a plan asks for and does not get. */
export interface PreparationProblem {
  /** Absent where it is of the whole plan. */
  readonly tracepoint?: number;
  /** What the user typed: a location, a condition, an action. */
  readonly item: string;
  /** A sentence: what and why. */
  readonly message: string;
}
