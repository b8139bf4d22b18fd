// What the page of a branch trace shows of it besides rows.
import type { PtContents } from '../../format/branchTrace';
import type { FollowProgress } from '../../trace/branch/blockNumbering';
import type { BranchTrace, Execution } from '../../trace/branch/branchTrace';
import type { Outline } from '../../trace/branch/outline';
import { baseName } from '../../trace/paths';
import type { BranchSummary } from './messages';

/** The blocks once they were followed, and the tree of calls as the page has expanded it. */
export interface FollowedBlocks {
  readonly execution: Execution;
  readonly outline: Outline;
  /** The number of the view that has the outline. */
  readonly view: number;
}

/** What is known of a trace now. */
export function branchSummary(
  trace: BranchTrace,
  known: FollowedBlocks | undefined,
  following: { readonly followed: FollowProgress; readonly stopped: boolean },
  debugged: boolean,
): BranchSummary {
  const {
    name,
    fileSize,
    contents,
    modules: { traced: program },
    position,
    unfollowed: { of, isBytes },
  } = trace;
  return {
    name,
    fileSize,
    format: contents.format,
    blocks: known?.execution.blocks.blockCount ?? (isBytes ? 0 : of),
    position,
    ...following,
    debugged,
    program: {
      ...(program.path !== undefined && { name: baseName(program.path) }),
      state: program.state,
      explanation: program.explanation,
      doubtful: program.doubtful === true,
    },
    diagnostics: trace.diagnostics.map(({ severity, message, found, expected, line, column }) => ({
      severity,
      line,
      column,
      message: [
        message,
        ...(found ? [`Found: ${found}.`] : []),
        ...(expected ? [`Expected: ${expected}.`] : []),
      ].join(' '),
    })),
    ...(contents.format === 'pt' && { pt: ptFacts(contents) }),
    ...(known && { execution: executionFacts(known) }),
  };
}

function ptFacts({ cpu, raw }: PtContents): NonNullable<BranchSummary['pt']> {
  const rawSize = raw.length;
  if (!cpu) return { rawSize };
  const { vendor, family, model, stepping } = cpu;
  return { cpu: `${vendor} ${family}/${model}/${stepping}`, rawSize };
}

function executionFacts({
  execution: { blocks, calls },
  outline,
  view,
}: FollowedBlocks): NonNullable<BranchSummary['execution']> {
  const { ticks } = blocks;
  return {
    view,
    rows: outline.count,
    instructions: blocks.count,
    segments: calls.count,
    depth: calls.depth,
    gaps: calls.gapCount,
    hasTimes: blocks.hasTimes,
    ...(ticks !== undefined && { ticks }),
    unfollowed: blocks.unfollowed,
  };
}
