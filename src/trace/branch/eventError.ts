// Whether an event of Intel Processor Trace can happen where the flow is, as libipt checks it.
import { DecodeError } from '../../format/intelPt/decodeError';
import type { ExecutionMode } from '../../format/intelPt/packets';
import type { PtEvent } from '../../format/intelPt/ptEvent';

/** Where a flow is when an event is taken. */
interface FlowPlace {
  /** Run-time address of the next instruction. */
  readonly ip: bigint;
  /** Whether branches are recorded. */
  readonly isEnabled: boolean;
  readonly mode: ExecutionMode;
}

/** What is wrong with an event at a place; undefined where nothing is. */
export function eventError(
  event: PtEvent,
  { ip, isEnabled, mode }: FlowPlace,
): DecodeError | undefined {
  const unlessEnabled = isEnabled ? undefined : DecodeError.unexpectedContext;
  const isElsewhere = event.ip !== undefined && event.ip !== ip;
  switch (event.kind) {
    case 'enabled':
    case 'stop':
      return isEnabled ? DecodeError.unexpectedContext : undefined;
    case 'disabled':
      return unlessEnabled;
    case 'asyncDisabled':
      if (event.ip !== undefined && ip !== event.from) return DecodeError.badQuery;
      return unlessEnabled;
    case 'asyncBranch':
      return ip === event.from ? unlessEnabled : DecodeError.badQuery;
    case 'asyncPaging':
    case 'asyncVmcs':
      return isElsewhere ? DecodeError.badQuery : undefined;
    case 'execMode': {
      const isOther = mode !== undefined && mode !== event.mode;
      return event.isStatus && isEnabled && isOther ? DecodeError.badStatusUpdate : undefined;
    }
    case 'exstop':
    case 'mwait':
      return isElsewhere && isEnabled ? DecodeError.badQuery : undefined;
    case 'overflow':
    case 'note':
    case 'paging':
    case 'ptwrite':
    case 'tsx':
    case 'vmcs':
      return undefined;
  }
}
