// What the page of a branch trace shows that is not a row.
import type { BranchTrace, Execution } from '../../trace/branch/branchTrace';
import type { Outline } from '../../trace/branch/outline';
import { baseName } from '../../trace/paths';
import type { BranchSummary } from './messages';

/** What is known of a trace now. `followed`: blocks that were followed so far. */
export function branchSummary(
  trace: BranchTrace,
  known: { readonly execution: Execution; readonly outline: Outline } | undefined,
  following: { readonly followed: number; readonly stopped: boolean },
  debugged: boolean,
): BranchSummary {
  const { name, fileSize, contents, program, position } = trace;
  return {
    ...{ name, fileSize, format: contents.format, blocks: trace.blockCount, position },
    ...following,
    debugged,
    program: {
      ...(program.path !== undefined && { name: baseName(program.path) }),
      ...{ state: program.state, explanation: program.explanation },
      doubtful: program.doubtful === true,
    },
    diagnostics: trace.diagnostics.map(({ severity, message, found, expected, line, column }) => ({
      ...{ severity, line, column },
      message: [
        message,
        ...(found ? [`Found: ${found}.`] : []),
        ...(expected ? [`Expected: ${expected}.`] : []),
      ].join(' '),
    })),
    ...(contents.format === 'pt' && { pt: ptFacts(contents) }),
    ...(known && contents.format === 'bts' && { execution: executionFacts(known) }),
  };
}

function ptFacts(contents: Extract<BranchTrace['contents'], { format: 'pt' }>): {
  cpu?: string;
  rawSize: number;
} {
  const { cpu, rawSize } = contents;
  if (!cpu) return { rawSize };
  const { vendor, family, model, stepping } = cpu;
  return { cpu: `${vendor} ${family}/${model}/${stepping}`, rawSize };
}

function executionFacts({
  execution: { blocks, calls },
  outline,
}: {
  readonly execution: Execution;
  readonly outline: Outline;
}): NonNullable<BranchSummary['execution']> {
  return {
    ...{ instructions: blocks.count, segments: calls.count, depth: calls.depth },
    ...{ gaps: calls.gapCount, rows: outline.count, unfollowed: blocks.unfollowed },
  };
}
