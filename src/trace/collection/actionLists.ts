// What a tracepoint does at a hit and at the steps after it. Each location has actions of its own in a trace file; they
// are the same unless the tracepoint's locations are of different programs or functions.
import { toHex } from '../../bytes/hex';
import type { Action, Tracepoint } from '../../format/description';
import type { Trace } from '../trace';

/** Actions that some of a tracepoint's locations share. */
export interface SharedActions {
  /** Done at each step that `while-stepping` collects; otherwise at the hit. */
  readonly stepping: boolean;
  /** Run-time addresses of the locations. */
  readonly locations: readonly bigint[];
  readonly actions: readonly Action[];
}

/** The lists of a tracepoint: those of hits, then those of steps; none where nothing is collected. */
export function actionLists({ locations }: Tracepoint): SharedActions[] {
  return [false, true].flatMap((stepping) => {
    const lists = new Map<string, { locations: bigint[]; actions: readonly Action[] }>();
    for (const { address, actions, steppingActions } of locations) {
      const own = stepping ? steppingActions : actions;
      const key = own.map(actionKey).join(';');
      const known = lists.get(key);
      if (known) known.locations.push(address);
      else lists.set(key, { locations: [address], actions: own });
    }
    return [...lists.values()]
      .filter(({ actions }) => actions.length > 0)
      .map((list) => ({ stepping, ...list }));
  });
}

function actionKey(action: Action): string {
  switch (action.kind) {
    case 'registers':
      return `R${action.mask}`;
    case 'memory':
      return `M${action.baseRegister ?? ''},${action.offset},${action.length}`;
    case 'expression':
      return `X${toHex(action.bytecode)}`;
    case 'static-data':
      return 'L';
    case 'unknown':
      return action.text;
  }
}

/**
 * The list by which a frame was collected. Undefined where the frame's PC does not tell which of several it was, or
 * where the location has no actions.
 */
export function listOf(
  trace: Trace,
  lists: readonly SharedActions[],
  tracepoint: Tracepoint,
  frame: number,
): SharedActions | undefined {
  const isStep = trace.stepping.isStep(frame);
  const own = lists.filter(({ stepping }) => stepping === isStep);
  const pc = trace.pc(frame)?.pc;
  const atLocation = own.find(({ locations }) => pc !== undefined && locations.includes(pc));
  if (atLocation) return atLocation;
  const [only, ...others] = own;
  const isForAll = only?.locations.length === tracepoint.locations.length;
  return isForAll && others.length === 0 ? only : undefined;
}
