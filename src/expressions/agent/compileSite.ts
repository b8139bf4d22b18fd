// Where a tracepoint sits, as its expressions see it: the function and its call frame information
// at one address, the programs around it, the target's registers and trace state variables.
// Nothing has been recorded yet.
import type { ByteOrder } from '../../bytes/cursor';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import type { EvaluationContext } from '../context';
import type { RegisterLayout } from '../../machine/registerLayout';
import { type LoadedModule, type StackFrame, linkAddress } from '../../machine/stackFrame';
import { FrameState } from '../../machine/frameState';
import { valueContextOf } from '../../values/value';
import { type PlaceReader, AgentRegisters } from './agentPlace';
import { callFrameAt } from '../../machine/unwind/callFrames';

/** What expressions need to know of a target. */
export interface AgentTarget {
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  /** Programs and where they are loaded. */
  readonly modules: readonly LoadedModule[];
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

/** The site at a run-time address. */
export async function compileSiteAt(target: AgentTarget, address: bigint): Promise<CompileSite> {
  const { layout, order, modules } = target;
  const { module, scope } = await functionAt(address, modules);
  const row = await callFrameAt(address, module, layout.architecture);
  const frame: StackFrame = {
    level: 0,
    pc: address,
    lookupPc: address,
    module,
    scope,
    kind: 'normal',
    cfa: undefined,
    register: () => ({ kind: 'unavailable' }),
    registerNamed: () => ({ kind: 'unavailable' }),
    left: () => ({ kind: 'unavailable' }),
    caller: () => Promise.resolve(undefined),
  };
  const state = new FrameState(emptyFrame(order), layout, undefined);
  const context = {
    ...valueContextOf(state, modules, frame),
    state,
    convenience: () => undefined,
  };
  return { registers: new AgentRegisters(layout), order, target, frame, row, context };
}

async function functionAt(
  address: bigint,
  modules: readonly LoadedModule[],
): Promise<Pick<StackFrame, 'module' | 'scope'>> {
  for (const module of modules) {
    const [scope] = await module.program.scopesAt(linkAddress(address, module.slide));
    if (scope) return { module, scope };
  }
  for (const module of modules) {
    const name = await module.program.functionAt(linkAddress(address, module.slide));
    if (name) return { module, scope: undefined };
  }
  return { module: modules[0], scope: undefined };
}

function emptyFrame(order: ByteOrder): FrameState['frame'] {
  const nothing = { number: 0, tracepoint: 0, offset: 0, bytes: new Uint8Array(0), blocks: [] };
  return { ...nothing, order, diagnostics: [] };
}
