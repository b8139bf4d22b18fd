// Branches recorded by a target that can: gdb manual, "Branch Trace" among the remote packets (Qbtrace, Qbtrace-conf, qXfer
// btrace). The target's program runs as whoever controls it lets it; here recording is begun, read and ended.
import { readBranchTraceConfiguration } from '../../format/branchTraceConfiguration';
import type { BranchTraceConfiguration } from '../../format/branchTraceConfiguration';
import { writeTransfer, type BranchTraceFormat } from '../packets/transfer';
import { readDocument } from './documents';
import type { Exchange } from './exchange';
import type { Features } from './features';
import { TargetProblem } from './targetProblem';

/** Whether a target says that it can record branches in a format. */
export function offersBranches(features: Features, format: BranchTraceFormat): boolean {
  return features.has(`Qbtrace:${format}`) && features.has('qXfer:btrace:read');
}

/**
 * Begins to record the branches of the current thread. `size`: bytes of the buffer, the target's own unless told. Returns what
 * the target says it records. Rejects with a {@link TargetProblem} where it cannot.
 */
export async function beginBranches(
  exchange: Exchange,
  features: Features,
  format: BranchTraceFormat,
  size?: number,
): Promise<BranchTraceConfiguration | undefined> {
  if (!offersBranches(features, format)) {
    const name = format === 'bts' ? 'blocks (BTS)' : 'Intel PT packets';
    throw new TargetProblem(
      'unsupported',
      `The target does not offer to record branches as ${name}.`,
    );
  }
  if (size !== undefined) {
    const packet = writeTransfer({ kind: 'branch-buffer', format, size });
    await exchange.demand(packet, 'The buffer for branches cannot be set up');
  }
  const packet = writeTransfer({ kind: 'branch-trace', format });
  await exchange.demand(packet, 'Branches cannot be recorded');
  if (!features.has('qXfer:btrace-conf:read')) return undefined;
  const document = await readDocument(exchange, features, 'btrace-conf');
  return document === undefined ? undefined : readBranchTraceConfiguration(document);
}

/** The document of what was recorded, to be kept as a `.btrace` file. Rejects where the target has none. */
export async function readBranches(exchange: Exchange, features: Features): Promise<string> {
  const document = await readDocument(exchange, features, 'btrace', 'all');
  if (document !== undefined) return document;
  throw new TargetProblem('refused', 'The target has no branches to give: was recording begun?');
}

/** Ends the recording. */
export async function endBranches(exchange: Exchange): Promise<void> {
  const packet = writeTransfer({ kind: 'branch-trace', format: 'off' });
  await exchange.demand(packet, 'The recording of branches cannot be ended');
}
