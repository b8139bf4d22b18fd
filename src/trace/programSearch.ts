// Finds the traced program among files that may be it.
import { baseName } from './paths';
import { matchProgram, type ProgramMatch } from './programMatch';
import type { OpenedProgram, Trace } from './trace';

/** Opens an ELF file as a program; the problem is a sentence. */
export type OpenProgram = (path: string) => Promise<OpenedProgram | { problem: string }>;

/** A program that can be the traced one. */
export interface ProgramCandidate {
  readonly path: string;
  readonly match: ProgramMatch;
}

/** The programs among `paths` that the trace's tracepoints agree with, the best kind only. */
export async function searchPrograms(
  trace: Trace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<ProgramCandidate[]> {
  const candidates: ProgramCandidate[] = [];
  for (const path of paths) {
    const opened = await open(path);
    if ('problem' in opened) continue;
    const { architecture } = trace.layout ?? {};
    const match = await matchProgram(opened.program, trace.description, architecture, undefined);
    opened.dispose();
    if (match.compared > 0) candidates.push({ path, match });
  }
  const matching = candidates.filter(({ match }) => match.verdict === 'match');
  const best = Math.max(0, ...matching.map(({ match }) => match.agreeing));
  return matching.length > 0
    ? matching.filter(({ match }) => match.agreeing === best)
    : candidates.filter(({ match }) => match.verdict === 'unplaced');
}

/** Uses the one program that is found; several are named for the user to choose from. */
export async function useFoundProgram(
  trace: Trace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<void> {
  trace.searchingProgram();
  const candidates = await searchPrograms(trace, paths, open);
  const [only, ...others] = candidates;
  if (!only) {
    trace.withoutProgram('none', 'No program was found for this trace: choose one.');
    return;
  }
  if (others.length > 0) {
    const names = candidates.map(({ path }) => baseName(path)).join(', ');
    trace.withoutProgram('none', `Several programs match this trace (${names}): choose one.`);
    return;
  }
  const opened = await open(only.path);
  if ('problem' in opened) trace.withoutProgram('problem', opened.problem, only.path);
  else await trace.useProgram(opened, undefined);
}
