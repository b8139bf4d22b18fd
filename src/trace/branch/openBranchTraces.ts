// Branch traces that are open now.
import { t } from '@vscode/l10n';
import type { Decoder } from '../../disassembly/decoder';
import type { ClockRates } from '../../format/intelPt/clock';
import type { Disposable } from '../emitter';
import { SharedTraces, type OpenedFile, type SharedTrace } from '../sharedTraces';
import type { OwnedSource } from '../validatedSource';
import { BranchTrace } from './branchTrace';

/** A share in an opened branch trace. */
export type BranchTraceLease = SharedTrace<BranchTrace>;

/** The branch traces that are open now. */
export type OpenBranchTraces = SharedTraces<BranchTrace>;

/**
 * Opens branch traces by a key, a path or URI, and shares them.
 * @param openSource opens the bytes under a key, or says in a sentence why that fails
 * @param nameOf the name to show for a key
 * @param rates the clock of the processor that recorded Intel PT
 */
export function openBranchTraces(
  openSource: (key: string) => Promise<OwnedSource | { problem: string }>,
  nameOf: (key: string) => string,
  startDecoder: () => Decoder & Disposable,
  rates: () => ClockRates | undefined = () => undefined,
): OpenBranchTraces {
  return new SharedTraces(async (key) => {
    const source = await openSource(key);
    return 'problem' in source ? source : open(source, nameOf(key), startDecoder, rates());
  });
}

/** Reads the document whole: what is kept of it is columns of numbers. */
async function open(
  source: OwnedSource,
  name: string,
  startDecoder: () => Decoder & Disposable,
  rates: ClockRates | undefined,
): Promise<OpenedFile<BranchTrace> | { problem: string }> {
  try {
    const opened = await BranchTrace.open(source, name, startDecoder, rates);
    if ('problem' in opened) return opened;
    const { trace } = opened;
    return {
      trace,
      close: () => {
        trace.dispose();
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: t('{0} cannot be read: {1}.', name, reason) };
  } finally {
    await source.close();
  }
}
