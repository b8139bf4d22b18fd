// Where a tracepoint sits, as its expressions see it: the function and its call frame information
// at one address, the programs around it, the target's registers and trace state variables.
// Nothing has been recorded yet.
import type { ByteOrder } from '../../bytes/cursor';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import type { EvaluationContext } from '../context';
import { linkAddress } from '../../machine/linkAddress';
import type { RegisterLayout } from '../../machine/registerLayout';
import type { LoadedModule, StackFrame } from '../../machine/stackFrame';
import { FrameState } from '../../machine/frameState';
import { surroundingsOf } from '../../values/value';
import { type PlaceReader, AgentRegisters } from './agentPlace';

/** A target, as far as expressions go. */
export interface AgentTarget {
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  /** Programs and where they are loaded. */
  readonly placements: readonly LoadedModule[];
  /** The number of a trace state variable, by its name without `$`. */
  readonly variable: (name: string) => number | undefined;
}

/** A target at one address of its code. */
export interface CompileSite extends PlaceReader {
  readonly target: AgentTarget;
  /** The innermost stack frame there; nothing is known of its registers. */
  readonly frame: StackFrame;
  /** Call frame information at the address; absent where the program has none. */
  readonly row: CallFrameRow | undefined;
  /** What names are looked up in. */
  readonly context: EvaluationContext;
}

/** The scene at a run-time address. */
export async function compileSiteAt(target: AgentTarget, address: bigint): Promise<CompileSite> {
  const { layout, order, placements } = target;
  const { placement, scope } = await functionAt(address, placements);
  const row = await placement?.program.callFrameAt(linkAddress(address, placement.slide));
  const frame: StackFrame = {
    ...{ level: 0, pc: address, lookupPc: address, placement, scope },
    ...{ kind: 'normal', cfa: undefined },
    register: () => ({ kind: 'unavailable' }),
    registerNamed: () => ({ kind: 'unavailable' }),
    left: () => ({ kind: 'unavailable' }),
    caller: () => Promise.resolve(undefined),
  };
  const machine = new FrameState(emptyFrame(order), layout, undefined, []);
  const surroundings = surroundingsOf(machine, placements, frame);
  const context = { machine, surroundings, convenience: () => undefined };
  return { registers: new AgentRegisters(layout), order, target, frame, row, context };
}

async function functionAt(
  address: bigint,
  placements: readonly LoadedModule[],
): Promise<Pick<StackFrame, 'placement' | 'scope'>> {
  for (const placement of placements) {
    const [scope] = await placement.program.scopesAt(linkAddress(address, placement.slide));
    if (scope) return { placement, scope };
  }
  for (const placement of placements) {
    const name = await placement.program.functionAt(linkAddress(address, placement.slide));
    if (name) return { placement, scope: undefined };
  }
  return { placement: placements[0], scope: undefined };
}

function emptyFrame(order: ByteOrder): FrameState['frame'] {
  const nothing = { number: 0, tracepoint: 0, offset: 0, bytes: new Uint8Array(0), blocks: [] };
  return { ...nothing, order, diagnostics: [] };
}
