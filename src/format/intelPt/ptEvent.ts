// What happens to a recorded flow beside branches that the code itself tells.
import type { ExecutionMode } from './packets';

/** What happened. */
export type PtEventKind =
  | 'enabled'
  | 'disabled'
  | 'asyncDisabled'
  | 'asyncBranch'
  | 'overflow'
  | 'paging'
  | 'asyncPaging'
  | 'vmcs'
  | 'asyncVmcs'
  | 'execMode'
  | 'tsx'
  | 'stop'
  | 'exstop'
  | 'mwait'
  | 'ptwrite'
  /** Power states, frequencies, maintenance, control flow of the system: nothing to follow. */
  | 'note';

/** An event. */
export interface PtEvent {
  kind: PtEventKind;
  /** Where it took effect; of a branch, where it led. Undefined where that is not recorded. */
  ip: bigint | undefined;
  /** Where the branch came from. */
  from: bigint | undefined;
  /** Tells of a state that holds already. */
  isStatus: boolean;
  mode: ExecutionMode;
  /** Of a transaction: whether it was aborted. */
  aborted: boolean;
}

/** An event of which no more is known than is given. */
export function newEvent(kind: PtEventKind, given: Partial<PtEvent> = {}): PtEvent {
  return {
    kind,
    ip: undefined,
    from: undefined,
    isStatus: false,
    mode: undefined,
    aborted: false,
    ...given,
  };
}
