// Finds the traced program, and the further ones that ran with it, among files that may be they.
import { FileType } from '../symbols/elf';
import type { Program } from '../symbols/program';
import { baseName } from './paths';
import { matchProgram, type ProgramMatch } from './programMatch';
import type { OpenedProgram, Trace } from './trace';

/** Opens an ELF file as a program; the problem is a sentence. */
export type OpenProgram = (path: string) => Promise<OpenedProgram | { problem: string }>;

/** A program that can be the traced one. */
export interface ProgramCandidate {
  readonly path: string;
  readonly match: ProgramMatch;
  /** False for a shared object, which runs only with another program. */
  readonly runsAlone: boolean;
}

/**
 * The programs among `paths` that the trace's tracepoints agree with, those first with which the most
 * do; where there are none, those that may agree but cannot be placed.
 */
export async function searchPrograms(
  trace: Trace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<ProgramCandidate[]> {
  const evidence = await trace.evidence();
  const candidates: ProgramCandidate[] = [];
  for (const path of paths) {
    const opened = await open(path);
    if ('problem' in opened) continue;
    const { program } = opened;
    const match = await matchProgram(program, evidence, trace.layout?.architecture, undefined);
    opened.dispose();
    if (match.compared > 0) candidates.push({ path, match, runsAlone: runsAlone(program) });
  }
  const matching = candidates.filter(({ match }) => match.verdict === 'match');
  return matching.length > 0
    ? matching.sort((a, b) => b.match.agreeing - a.match.agreeing)
    : candidates.filter(({ match }) => match.verdict === 'unplaced');
}

/** Uses the program that is found, and those that what it leaves over points to; of several, none. */
export async function useFoundProgram(
  trace: Trace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<void> {
  trace.searchingProgram();
  const [best, ...others] = await searchPrograms(trace, paths, open);
  if (!best) {
    trace.withoutProgram('none', 'No program was found for this trace: choose one.');
    return;
  }
  const rivals = others.filter((other) => isRival(best, other));
  if (rivals.length > 0) {
    const names = [best, ...rivals].map(({ path }) => baseName(path)).join(', ');
    trace.withoutProgram('none', `Several programs match this trace (${names}): choose one.`);
    return;
  }
  const traced = [best, ...others].find((each) => each.runsAlone && !competes(best, each)) ?? best;
  await useTraced(trace, traced.path, open);
  for (const { path } of [best, ...others]) {
    if (path !== traced.path) await offerFurther(trace, path, open);
  }
}

async function useTraced(trace: Trace, path: string, open: OpenProgram): Promise<void> {
  const opened = await open(path);
  if ('problem' in opened) trace.withoutProgram('problem', opened.problem, path);
  else await trace.useProgram(opened, undefined);
}

/** Adds a program to which something points that the programs in use leave over. */
async function offerFurther(trace: Trace, path: string, open: OpenProgram): Promise<void> {
  const opened = await open(path);
  if ('problem' in opened) return;
  const { architecture } = trace.layout ?? {};
  const rest = await trace.leftOver();
  const match = await matchProgram(opened.program, rest, architecture, undefined);
  if (match.verdict === 'match') await trace.addProgram(opened, match.slide);
  else opened.dispose();
}

/** Whether a program is as good an answer as the best one. */
function isRival(best: ProgramCandidate, other: ProgramCandidate): boolean {
  if (best.match.verdict === 'unplaced') return true;
  return other.match.agreeing === best.match.agreeing && competes(best, other);
}

/** Whether both claim to be what was traced at one address. */
function competes(one: ProgramCandidate, other: ProgramCandidate): boolean {
  if (one === other) return false;
  const addresses = new Set(one.match.confirmed);
  return other.match.confirmed.some((address) => addresses.has(address));
}

/** A shared object that names no interpreter is loaded by another program. */
function runsAlone({ elf, loadedRanges }: Program): boolean {
  return elf.type === FileType.executable || loadedRanges.some(({ name }) => name === '.interp');
}
