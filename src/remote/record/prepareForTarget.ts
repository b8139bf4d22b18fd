// A plan made ready for a target that is connected, with its programs at their places in its
// memory.
import { t } from '@vscode/l10n';
import type { Decoder } from '../../disassembly/decoder';
import type { Disposable } from '../../trace/emitter';
import type { TraceModule } from '../../trace/traceModule';
import type { Target } from '../client/target';
import type { RecordingPlan } from './plan';
import { prepareRecording, type PreparedRecording } from './prepareRecording';
import { CodeWindow } from '../../disassembly/code';
import { Disassembler } from '../../disassembly/disassembler';
import type { AgentTarget } from '../../expressions/agent/compileSite';
import { Origin, type MemorySpan } from '../../machine/memory';
import { Registers } from '../../machine/registers';
import { type LoadedModule, linkAddress } from '../../machine/stackFrame';

/**
 * As {@link prepareRecording}; `startDecoder` starts what knows how long instructions are, for
 * fast tracepoints.
 */
export async function prepareForTarget(
  plan: RecordingPlan,
  target: Target,
  programs: readonly TraceModule[],
  startDecoder: () => Decoder & Disposable,
): Promise<PreparedRecording | { readonly problem: string }> {
  const { layout, features, variables, shortestFastInstruction, lacksAgent, markers } = target;
  if (!layout) {
    return { problem: t('The target does not describe its registers: nothing can be collected.') };
  }
  const modules = programs.flatMap(({ program, slide }) =>
    slide === undefined ? [] : [{ program, slide }],
  );
  const order = target.order(programs[0]?.program);
  const isFast = plan.tracepoints.some(({ kind }) => kind === 'fast');
  const decoder = isFast ? startDecoder() : undefined;
  try {
    return await prepareRecording(plan, {
      layout,
      order,
      modules,
      features,
      variables,
      shortestFastInstruction,
      lacksAgent,
      markers,
      ...(decoder && {
        instructionLength: instructionLengths({ layout, order, modules }, decoder),
      }),
    });
  } finally {
    decoder?.dispose();
  }
}

// How long an instruction of the program is, for fast tracepoints, which put a jump in its place:
// gdb manual, "Create and Delete Tracepoints" (`ftrace`).

/**
 * A function that gives the bytes of the instruction at a run-time address; undefined where none
 * is there.
 */
function instructionLengths(
  { layout, order, modules }: Pick<AgentTarget, 'layout' | 'order' | 'modules'>,
  decoder: Decoder,
): (address: bigint) => Promise<number | undefined> {
  const machine = {
    memory: { read: (address: bigint, length: number) => readProgram(modules, address, length) },
    registers: new Registers(layout, order, undefined, undefined),
    frame: { order },
  };
  const code = CodeWindow.of(machine, modules, 'att');
  return async (address) => {
    const [row] = code ? await new Disassembler(decoder, code).from(address, 1) : [];
    return row?.kind === 'instruction' && row.address === address ? row.size : undefined;
  };
}

/** What the programs' files load at an address. */
async function readProgram(
  modules: readonly LoadedModule[],
  address: bigint,
  length: number,
): Promise<MemorySpan> {
  const span = { address, bytes: new Uint8Array(length), origins: new Uint8Array(length) };
  span.origins.fill(Origin.unavailable);
  for (const { program, slide } of modules) {
    const loaded = await program.readLoaded(linkAddress(address, slide), length);
    if (loaded.length === 0) continue;
    span.bytes.set(loaded);
    span.origins.fill(Origin.transparent, 0, loaded.length);
    break;
  }
  return span;
}
