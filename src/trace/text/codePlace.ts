// Where code is in the sources, as gdb names it: a file by the path that the compiler was given, a
// line with the run of code that it represents (gdb manual, "Source and Machine Code").
import { type LoadedModule, linkAddress, runTimeAddress } from '../../machine/stackFrame';
import type { Program } from '../../symbols/program';

/** A line of source and its run of code. */
export interface CodePlace {
  /** As recorded: joined with the compilation directory. */
  readonly path: string;
  /** As gdb writes it: as the compiler was given it, or from the compilation directory on. */
  readonly file: string;
  readonly line: number;
  /** Run-time address of the run's first instruction. */
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** False where the compiler recommends its start for no breakpoint. */
  readonly isStatement: boolean;
}

/** The line of a run-time address; undefined where no program names one. */
export async function codePlace(
  modules: readonly LoadedModule[],
  address: bigint,
): Promise<CodePlace | undefined> {
  for (const { program, slide } of modules) {
    const at = linkAddress(address, slide);
    const span = await program.lines.lineSpanAt(at);
    if (!span) continue;
    const { file: path, line, isStatement } = span;
    const [start, end] = [runTimeAddress(span.start, slide), runTimeAddress(span.end, slide)];
    return { path, file: await displayedFile(program, at, path), line, start, end, isStatement };
  }
  return undefined;
}

/**
 * A recorded path as gdb writes it. `address`: a link-time address of the unit that names the file.
 */
export async function displayedFile(
  program: Program,
  address: bigint,
  path: string,
): Promise<string> {
  return (await program.lines.writtenFile(address, path)) ?? path;
}
