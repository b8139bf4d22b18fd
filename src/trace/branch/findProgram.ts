// Finds the program whose branches a trace holds among files that may be it.
import { t } from '@vscode/l10n';
import { ifReadable } from '../../bytes/source';
import { runTimeAddress } from '../../machine/stackFrame';
import type { Program } from '../../symbols/program';
import { baseName } from '../paths';
import { type OpenProgram, useFoundProgramAt, runsAlone } from '../programSearch';
import type { BranchTrace } from './branchTrace';
import { type BranchMatch, matchBranches, type PlacedProgram } from './branchEvidence';

/** A program with which branches agree. */
interface BranchCandidate {
  readonly path: string;
  readonly match: BranchMatch;
  /** Where its code was, run-time addresses, `end` exclusive. */
  readonly code: readonly { readonly start: bigint; readonly end: bigint }[];
  /** Whether it is no shared object that another program loads. */
  readonly runsAlone: boolean;
}

/**
 * The programs among `paths` with which branches agree, those first with which the most do.
 * `placed`: programs that are placed already, beside which a big library agrees by chance no more.
 */
export async function searchBranchPrograms(
  trace: BranchTrace,
  paths: readonly string[],
  open: OpenProgram,
  placed = placedForSure(trace),
): Promise<BranchCandidate[]> {
  return (await compareAll(trace, paths, open, placed)).filter(
    ({ match }) => match.verdict === 'match',
  );
}

/** The programs in use, where it is not doubtful that they ran. */
function placedForSure({ modules }: BranchTrace): readonly PlacedProgram[] {
  const { state, doubtful } = modules.traced;
  return state === 'placed' && doubtful !== true ? modules.current.loaded : [];
}

/** As {@link searchBranchPrograms}, those among them that are not placed. */
async function compareAll(
  { evidence }: BranchTrace,
  paths: readonly string[],
  open: OpenProgram,
  placed: readonly PlacedProgram[],
): Promise<BranchCandidate[]> {
  const found: BranchCandidate[] = [];
  for (const path of paths) {
    const opened = await open(path);
    if ('problem' in opened) continue;
    try {
      const { program } = opened;
      const match = await ifReadable(matchBranches(program, evidence, undefined, placed));
      if (!match || match.agreeing === 0) continue;
      const code = codeOf(program, match.slide ?? 0n);
      found.push({ path, match, code, runsAlone: runsAlone(program) });
    } finally {
      opened.dispose();
    }
  }
  return found.sort((a, b) => b.match.agreeing - a.match.agreeing);
}

function codeOf({ loadedRanges }: Program, slide: bigint): BranchCandidate['code'] {
  return loadedRanges
    .filter(({ executable }) => executable)
    .map(({ start, end }) => ({
      start: runTimeAddress(start, slide),
      end: runTimeAddress(end, slide),
    }));
}

/** Whether the code of both would be at one address. */
function overlaps(one: BranchCandidate, other: BranchCandidate): boolean {
  return one.code.some(({ start, end }) =>
    other.code.some((each) => each.start < end && start < each.end),
  );
}

/**
 * Uses the program that is found, and the shared objects around it; of several that agree equally
 * well at the same addresses, none.
 */
export async function useFoundBranchProgram(
  trace: BranchTrace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<void> {
  const { modules } = trace;
  modules.searching();
  const compared = await compareAll(trace, paths, open, []);
  const found = compared.filter(({ match }) => match.verdict === 'match');
  const [best] = found.length > 0 ? found : await placedByAnother(trace, compared, paths, open);
  if (!modules.isSought) return;
  if (!best) {
    modules.without('none', t('No program was found for this branch trace: choose one.'));
    return;
  }
  const rivals = rivalsOf(best, found);
  if (rivals.length > 0) {
    const names = [best, ...rivals].map(({ path }) => baseName(path)).join(', ');
    modules.without('none', t('Several programs match this trace ({0}): choose one.', names));
    return;
  }
  const traced = best.runsAlone
    ? best
    : (found.find((each) => each.runsAlone && !overlaps(best, each)) ?? best);
  const isByAnother = traced.match.verdict === 'unplaced';
  const slide = isByAnother ? traced.match.slide : undefined;
  await useFoundProgramAt(modules, traced.path, open, slide);
  const { state, path } = modules.traced;
  if (state !== 'placed' || path !== traced.path) return;
  const used = [traced];
  await useShared(trace, found, used, open);
  // Others are placed by where branches of these lead.
  const others = paths.filter((path) => !found.some((each) => each.path === path));
  const { loaded } = modules.current;
  await useShared(trace, await searchBranchPrograms(trace, others, open, loaded), used, open);
}

/** Uses the shared objects among programs that are found, and adds them to those that are used. */
async function useShared(
  trace: BranchTrace,
  found: readonly BranchCandidate[],
  used: BranchCandidate[],
  open: OpenProgram,
): Promise<void> {
  for (const each of found) {
    if (each.runsAlone || used.some((other) => overlaps(each, other))) continue;
    if (rivalsOf(each, found).length > 0) continue;
    if (await addShared(trace, each, open)) used.push(each);
  }
}

/** Programs whose slides are tried, and others that are looked for beside each. */
const maxTried = 4;
const maxBeside = 32;

/**
 * The program that too few branches place, at the one of its slides at which another is placed by
 * it; none where several are as likely.
 */
async function placedByAnother(
  trace: BranchTrace,
  compared: readonly BranchCandidate[],
  paths: readonly string[],
  open: OpenProgram,
): Promise<BranchCandidate[]> {
  const found: BranchCandidate[] = [];
  for (const each of compared.slice(0, maxTried)) {
    const opened = await open(each.path);
    if ('problem' in opened) continue;
    try {
      const { program } = opened;
      const others = paths.filter((path) => path !== each.path).slice(0, maxBeside);
      for (const slide of each.match.offered) {
        const [beside] = await searchBranchPrograms(trace, others, open, [{ program, slide }]);
        if (!beside) continue;
        const { agreeing } = beside.match;
        const match = { ...each.match, slide, agreeing: each.match.agreeing + agreeing };
        found.push({ ...each, match, code: codeOf(program, slide) });
      }
    } finally {
      opened.dispose();
    }
  }
  const [best, next] = found.sort((a, b) => b.match.agreeing - a.match.agreeing);
  return best && best.match.agreeing > (next?.match.agreeing ?? 0) ? [best] : [];
}

/** Other programs that agree as well at the same addresses. */
function rivalsOf(one: BranchCandidate, found: readonly BranchCandidate[]): BranchCandidate[] {
  return found.filter(
    (each) => each !== one && each.match.agreeing === one.match.agreeing && overlaps(one, each),
  );
}

/** Adds a shared object, where it is placed beside those that are. */
async function addShared(
  { modules, evidence }: BranchTrace,
  { path }: BranchCandidate,
  open: OpenProgram,
): Promise<boolean> {
  const opened = await open(path);
  if ('problem' in opened) return false;
  const placed = modules.current.loaded;
  const match = await ifReadable(matchBranches(opened.program, evidence, undefined, placed));
  if (match?.verdict !== 'match') {
    opened.dispose();
    return false;
  }
  return (await ifReadable(modules.add(opened, undefined))) !== undefined;
}
