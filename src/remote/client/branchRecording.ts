// Branches recorded by a target that can: gdb manual, "Branch Trace" among the remote packets (Qbtrace, Qbtrace-conf, qXfer
// btrace). The target's program runs as whoever controls it lets it; here recording is begun, read and ended.
import { readBranchTraceConfiguration } from '../../format/branchTraceConfiguration';
import type { BranchTraceConfiguration } from '../../format/branchTraceConfiguration';
import { latin1Bytes } from '../latin1';
import { writeTransfer, type BranchTraceFormat } from '../packets/transfer';
import { documentParts, requestDocument } from './documents';
import type { Exchange } from './exchange';
import type { TargetFeatures } from './features';
import { TargetProblem } from './targetProblem';

/** Bytes of a recording that are read at most: as many as there are blocks that can be shown. */
const mostBytes = 1 << 30;

const nothingToGive =
  'The target has no branches to give: nothing ran since recording began, or the program is gone.';
const tooLong = 'The target gives more than 1 GiB of branches: record for a shorter time.';

/** Whether a target says that it can record branches in a format. */
function offersBranches(features: TargetFeatures, format: BranchTraceFormat): boolean {
  return features.has(`Qbtrace:${format}`) && features.has('qXfer:btrace:read');
}

/** Throws a {@link TargetProblem} where a target does not say so. */
export function requireBranches(features: TargetFeatures, format: BranchTraceFormat): void {
  if (offersBranches(features, format)) return;
  const name = format === 'bts' ? 'blocks (BTS)' : 'Intel PT packets';
  throw new TargetProblem(
    'unsupported',
    `The target does not offer to record branches as ${name}.`,
  );
}

/**
 * Begins to record the branches of the current thread. `size`: bytes of the buffer, the target's own unless told. Returns what
 * the target says it records. Rejects with a {@link TargetProblem} where it cannot.
 */
export async function beginBranches(
  exchange: Exchange,
  features: TargetFeatures,
  format: BranchTraceFormat,
  size?: number,
): Promise<BranchTraceConfiguration | undefined> {
  requireBranches(features, format);
  if (size !== undefined) {
    const packet = writeTransfer({ kind: 'branch-buffer', format, size });
    await exchange.demand(packet, 'The buffer for branches cannot be set up');
  }
  const packet = writeTransfer({ kind: 'branch-trace', format });
  await exchange.demand(packet, 'Branches cannot be recorded');
  if (!features.has('qXfer:btrace-conf:read')) return undefined;
  const document = await requestDocument(exchange, features, 'btrace-conf');
  return document === undefined ? undefined : readBranchTraceConfiguration(document);
}

/**
 * The document of what was recorded, to be kept as a `.btrace` file, part by part as bytes. Rejects where the target has none, or
 * more than {@link mostBytes}.
 */
export async function* readBranches(
  exchange: Exchange,
  features: TargetFeatures,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const part of documentParts(exchange, features, 'btrace', 'all')) {
    if (part === undefined) throw new TargetProblem('refused', nothingToGive);
    length += part.length;
    if (length > mostBytes) throw new TargetProblem('malformed', tooLong);
    yield latin1Bytes(part);
  }
}

/** Ends the recording. */
export async function endBranches(exchange: Exchange): Promise<void> {
  const packet = writeTransfer({ kind: 'branch-trace', format: 'off' });
  await exchange.demand(packet, 'The recording of branches cannot be ended');
}
