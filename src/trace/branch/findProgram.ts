// Finds the program whose branches a trace holds among files that may be it.
import { t } from '@vscode/l10n';
import { ifReadable } from '../../bytes/source';
import { baseName } from '../paths';
import type { OpenProgram } from '../programSearch';
import type { BranchTrace } from './branchTrace';
import { matchBranches, type BranchMatch } from './branchEvidence';

/** A program with which branches agree. */
interface BranchCandidate {
  readonly path: string;
  readonly match: BranchMatch;
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
      const match = await ifReadable(matchBranches(opened.program, evidence, undefined));
      if (match?.verdict === 'match' && match.agreeing > 0) found.push({ path, match });
    } finally {
      opened.dispose();
    }
  }
  return found.sort((a, b) => b.match.agreeing - a.match.agreeing);
}

/** Uses the program that is found; of several that agree equally well, none. */
export async function useFoundBranchProgram(
  trace: BranchTrace,
  paths: readonly string[],
  open: OpenProgram,
): Promise<void> {
  trace.modules.without('searching', t('Programs are being looked for.'));
  const [best, second] = await searchBranchPrograms(trace, paths, open);
  if (!best) {
    trace.modules.without('none', t('No program was found for this branch trace: choose one.'));
  } else if (second?.match.agreeing === best.match.agreeing) {
    const names = [best, second].map(({ path }) => baseName(path)).join(', ');
    trace.modules.without('none', t('Several programs match this trace ({0}): choose one.', names));
  } else {
    await useBest(trace, best, open);
  }
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
