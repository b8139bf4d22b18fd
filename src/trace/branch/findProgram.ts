// Finds the program whose branches a trace holds among files that may be it.
import { t } from '@vscode/l10n';
import { ifReadable } from '../../bytes/source';
import { runTimeAddress } from '../../machine/stackFrame';
import type { Program } from '../../symbols/program';
import { baseName } from '../paths';
import { type OpenProgram, runsAlone } from '../programSearch';
import type { BranchTrace } from './branchTrace';
import { matchBranches, type BranchMatch } from './branchEvidence';

/** A program with which branches agree. */
interface BranchCandidate {
  readonly path: string;
  readonly match: BranchMatch;
  /** Where its code was, run-time addresses, `end` exclusive. */
  readonly code: readonly { readonly start: bigint; readonly end: bigint }[];
  /** Whether it is no shared object that another program loads. */
  readonly runsAlone: boolean;
}

/** The programs among `paths` with which branches agree, those first with which the most do. */
export async function searchBranchPrograms(
  { evidence }: BranchTrace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<BranchCandidate[]> {
  const found: BranchCandidate[] = [];
  for (const path of paths) {
    const opened = await open(path);
    if ('problem' in opened) continue;
    try {
      const { program } = opened;
      const match = await ifReadable(matchBranches(program, evidence, undefined));
      if (match?.verdict !== 'match' || match.agreeing === 0) continue;
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
  trace.modules.without('searching', t('Programs are being looked for.'));
  const found = await searchBranchPrograms(trace, paths, open);
  const [best] = found;
  if (!best) {
    trace.modules.without('none', t('No program was found for this branch trace: choose one.'));
    return;
  }
  const rivals = rivalsOf(best, found);
  if (rivals.length > 0) {
    const names = [best, ...rivals].map(({ path }) => baseName(path)).join(', ');
    trace.modules.without('none', t('Several programs match this trace ({0}): choose one.', names));
    return;
  }
  const traced = best.runsAlone
    ? best
    : (found.find((each) => each.runsAlone && !overlaps(best, each)) ?? best);
  await useBest(trace, traced, open);
  if (trace.modules.traced.state !== 'placed') return;
  const used = [traced];
  for (const each of found) {
    if (each.runsAlone || used.some((other) => overlaps(each, other))) continue;
    if (rivalsOf(each, found).length > 0) continue;
    if (await addShared(trace, each, open)) used.push(each);
  }
}

/** Other programs that agree as well at the same addresses. */
function rivalsOf(one: BranchCandidate, found: readonly BranchCandidate[]): BranchCandidate[] {
  return found.filter(
    (each) => each !== one && each.match.agreeing === one.match.agreeing && overlaps(one, each),
  );
}

async function addShared(
  trace: BranchTrace,
  { path }: BranchCandidate,
  open: OpenProgram,
): Promise<boolean> {
  const opened = await open(path);
  if ('problem' in opened) return false;
  return (await ifReadable(trace.modules.add(opened, undefined))) !== undefined;
}

async function useBest(
  trace: BranchTrace,
  { path }: BranchCandidate,
  open: OpenProgram,
): Promise<void> {
  const opened = await open(path);
  if ('problem' in opened) {
    trace.modules.without('problem', opened.problem, path);
  } else if (!(await ifReadable(trace.modules.use(opened, undefined)))) {
    trace.modules.without('problem', t('{0} cannot be read now: choose it again.', path), path);
  }
}
