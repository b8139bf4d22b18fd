// Finds the traced program, and the further ones that ran with it, among files that may be they.
import { t } from '@vscode/l10n';
import type { ModuleManager } from './moduleManager';
import type { Recording } from './recording';
import { ifReadable } from '../bytes/source';
import { FileType, type SectionAddresses } from '../symbols/elf';
import type { Program } from '../symbols/program';
import { unexplained, type AddressEvidence } from './slide';
import { orDispose } from './emitter';
import { baseName } from './paths';
import { matchProgram, type ProgramMatch } from './programMatch';
import type { Trace } from './trace';
import type { OpenedProgram } from './moduleManager';

/**
 * Opens an ELF file as a program; the problem is a sentence. `sections`: where the sections of a
 * file that was never linked were loaded.
 */
export type OpenProgram = (
  path: string,
  sections?: SectionAddresses,
) => Promise<OpenedProgram | { problem: string }>;

/** A program that can be the traced one. */
interface ProgramCandidate {
  readonly path: string;
  readonly match: ProgramMatch;
  /** False for a shared object, which runs only with another program. */
  readonly runsAlone: boolean;
}

/**
 * The programs among `paths` that the trace's tracepoints agree with, best matches first; if none
 * agrees, those that may agree but cannot be placed.
 */
export async function searchPrograms(
  recording: Recording,
  paths: readonly string[],
  open: OpenProgram,
): Promise<ProgramCandidate[]> {
  const evidence = await recording.evidence();
  const candidates: ProgramCandidate[] = [];
  for (const path of paths) {
    const opened = await open(path);
    if ('problem' in opened) continue;
    const { program } = opened;
    const { architecture } = recording.layout ?? {};
    try {
      if (!hasCode(program)) continue;
      const match = await ifReadable(matchProgram(program, evidence, architecture, undefined));
      if (match && match.compared > 0) {
        candidates.push({ path, match, runsAlone: runsAlone(program) });
      }
    } finally {
      opened.dispose();
    }
  }
  const matching = candidates.filter(({ match }) => match.verdict === 'match');
  return matching.length > 0
    ? matching.sort((a, b) => b.match.agreeing - a.match.agreeing)
    : candidates.filter(({ match }) => match.verdict === 'unplaced');
}

/**
 * Uses the program that is found, and those that what it leaves over points to; of several, none. A
 * program that came into use meanwhile stays.
 */
export async function useFoundProgram(
  trace: Trace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<void> {
  trace.modules.searching();
  const [best, ...others] = await searchPrograms(trace.recording, paths, open);
  if (!trace.modules.isSought) return;
  if (!best) {
    trace.modules.without('none', t('No program was found for this trace: choose one.'));
    return;
  }
  const rivals = others.filter((other) => isRival(best, other));
  if (rivals.length > 0) {
    const names = [best, ...rivals].map(({ path }) => baseName(path)).join(', ');
    trace.modules.without('none', t('Several programs match this trace ({0}): choose one.', names));
    return;
  }
  const traced = [best, ...others].find((each) => each.runsAlone && !competes(best, each)) ?? best;
  await useFoundProgramAt(trace.modules, traced.path, open);
  const matching = [best, ...others].map(({ path }) => path);
  await useFurtherPrograms(trace, () => Promise.resolve(matching), open);
}

/**
 * Adds programs for the tracepoints outside the traced program; looks at `paths` until all are
 * explained.
 */
export async function useFurtherPrograms(
  trace: Trace,
  paths: () => Promise<readonly string[]>,
  open: OpenProgram,
): Promise<void> {
  if (trace.modules.traced.state !== 'placed') return;
  let rest = await unexplainedIn(trace);
  if (rest.locations.length === 0) return;
  for (const path of await paths()) {
    if (path === trace.modules.traced.path || isPlacedByUser(trace.modules, path)) continue;
    if (await offerFurther(trace, path, rest, open)) rest = await unexplainedIn(trace);
    if (rest.locations.length === 0) return;
  }
}

/** The addresses of a trace that are in none of its modules. */
async function unexplainedIn({ recording, modules }: Trace): Promise<AddressEvidence> {
  const evidence = await recording.evidence();
  return unexplained(evidence, modules.current.all);
}

function isPlacedByUser({ further: furtherPrograms }: ModuleManager, program: string): boolean {
  return furtherPrograms.some(({ path, given }) => path === program && given);
}

/** Uses a program that a search found, where none is in use; where it cannot be read, says why. */
export async function useFoundProgramAt(
  modules: ModuleManager,
  path: string,
  open: OpenProgram,
  slide?: bigint,
): Promise<void> {
  const opened = await open(path);
  const problem =
    'problem' in opened
      ? opened.problem
      : !(await ifReadable(modules.useFound(opened, slide))) &&
        t('{0} cannot be read now: choose it again.', path);
  if (problem && modules.isSought) modules.without('problem', problem, path);
}

/** Adds a program if what the programs in use leave over points to it. */
async function offerFurther(
  trace: Trace,
  path: string,
  rest: AddressEvidence,
  open: OpenProgram,
): Promise<boolean> {
  const opened = await open(path);
  if ('problem' in opened) return false;
  const { architecture } = trace.recording.layout ?? {};
  const match = await orDispose(opened, () =>
    ifReadable(matchProgram(opened.program, rest, architecture, undefined)),
  );
  if (match?.verdict === 'match') {
    return (await ifReadable(trace.modules.add(opened, undefined))) !== undefined;
  }
  opened.dispose();
  return false;
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

/** A file with only debugging information has all addresses of its program, but no code. */
function hasCode({ loadedRanges }: Program): boolean {
  return loadedRanges.some(({ executable }) => executable);
}

/** A shared object that names no interpreter is loaded by another program. */
export function runsAlone({ elf, loadedRanges }: Program): boolean {
  return elf.type === FileType.executable || loadedRanges.some(({ name }) => name === '.interp');
}
