// Where the program under a target is, in words: `calls.c:7 (take)`, `free in libc.so.6`.
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../../trace/paths';
import type { TraceModule } from '../../trace/traceModule';
import type { Experiment } from './recording';

/** A run-time address; as a number where no program has it. */
export async function placeInPrograms(
  experiment: Experiment | undefined,
  pc: bigint,
): Promise<string> {
  const { programs = [], openLoaded } = experiment ?? {};
  const place = await placeIn(programs, pc);
  if (place !== undefined) return place;
  const loaded = await openLoaded?.();
  if (!loaded || 'problem' in loaded) return hexAddress(pc);
  try {
    return (await placeIn(loaded.placed, pc)) ?? hexAddress(pc);
  } finally {
    loaded.dispose();
  }
}

async function placeIn(modules: readonly TraceModule[], pc: bigint): Promise<string | undefined> {
  const module = modules.find((each) => each.holds(pc));
  if (!module) return undefined;
  const { source, functionName } = await module.locate(pc);
  if (!source) return `${functionName ?? hexAddress(pc)} in ${baseName(module.program.path)}`;
  const place = `${baseName(source.file)}:${source.line}`;
  return functionName === undefined ? place : `${place} (${functionName})`;
}
