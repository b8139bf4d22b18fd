// A frame seen as a stopped machine: registers and memory as they were when the tracepoint was hit.
import { t } from '@vscode/l10n';
import type { Frame } from '../format/frame';
import type { Tracepoint } from '../format/description';
import { RangeList } from '../symbols/rangeList';
import { FrameMemory, type TransparentRange } from './memory';
import type { RegisterLayout } from './registerLayout';
import { Registers } from './registers';

/** One frame's registers, memory and trace state variables. */
export class FrameState {
  readonly memory: FrameMemory;
  /** Absent where the trace's register layout is not known. */
  readonly registers: Registers | undefined;
  /** Run-time address; collected, or inferred by gdb's rule. */
  readonly pc: bigint | undefined;
  /** How the PC was inferred, or why it is missing; absent where it was collected. */
  readonly pcNote: string | undefined;
  private variables: ReadonlyMap<number, bigint> | undefined;

  constructor(
    readonly frame: Frame,
    layout: RegisterLayout | undefined,
    tracepoint: Tracepoint | undefined,
    transparent = new RangeList<TransparentRange>([]),
  ) {
    this.memory = new FrameMemory(frame, transparent);
    const block = frame.blocks.find((candidate) => candidate.kind === 'R');
    const inferred = block ? undefined : inferPc(tracepoint);
    const inferredPc = inferred && 'pc' in inferred ? inferred.pc : undefined;
    this.registers =
      layout &&
      new Registers(
        layout,
        frame.order,
        block && frame.bytes.subarray(block.offset, block.offset + block.length),
        inferredPc,
      );
    this.pc = this.registers?.pc ?? inferredPc;
    if (inferred && 'why' in inferred) this.pcNote = inferred.why;
    else if (inferred) this.pcNote = t('not collected; taken from the tracepoint’s address');
    else if (this.pc === undefined) this.pcNote = t('the registers’ layout is not known');
  }

  /**
   * The value that a trace state variable had; absent where it was not collected. The last one in a
   * frame counts, as in gdb.
   */
  variable(number: number): bigint | undefined {
    this.variables ??= this.collectedVariables();
    return this.variables.get(number);
  }

  private collectedVariables(): ReadonlyMap<number, bigint> {
    const values = new Map<number, bigint>();
    for (const block of this.frame.blocks) {
      if (block.kind === 'V') values.set(block.variable, block.value);
    }
    return values;
  }
}

// The PC of a frame that collected no registers: gdb manual, "Tracepoint Restrictions".

/**
 * gdb's rule: the tracepoint's address, if it has exactly one and does not step. `why` tells the
 * user what keeps the PC from being known. Every other register stays unavailable; gdb makes some
 * up (s390's PSW mask), which is a guess that nobody recorded.
 */
export function inferPc(
  tracepoint: Tracepoint | undefined,
): { readonly pc: bigint } | { readonly why: string } {
  if (!tracepoint)
    return { why: t('no registers were collected, and the tracepoint is not known') };
  const { locations, step, number } = tracepoint;
  const [location] = locations;
  if (!location)
    return { why: t('no registers were collected, and tracepoint {0} has no location', number) };
  if (locations.length > 1) {
    return {
      why: t('no registers were collected, and tracepoint {0} has multiple locations', number),
    };
  }
  if (step > 0)
    return {
      why: t('no registers were collected, and tracepoint {0} does while-stepping', number),
    };
  return { pc: location.address };
}
