// A target whose program runs while its branches are recorded: gdb manual, "Branch Trace" among
// the remote packets. What was recorded is read while the program is stopped, and is gone with
// it: so it is held where it is about to end.
import { t } from '@vscode/l10n';
import type { Disposable } from '../../trace/emitter';
import type { Transport } from '../rspConnection';
import type { ConnectOptions } from './liveRecording';
import {
  RspClient,
  negotiateFeatures,
  type TargetFeatures,
  documentParts,
  requestDocument,
  TargetProblem,
} from './rspClient';
import { ProgramControl, exitCall } from './execution';
import { Target } from './target';
import {
  readBranchTraceConfiguration,
  type BranchTraceConfiguration,
} from '../../format/branchTrace';
import { latin1Bytes } from '../packets/fields';
import { writeTransfer, type BranchTraceFormat } from '../packets/transfer';

/** What is recorded, if the target offers it. */
export interface BranchRecordingOptions {
  /** gdb's choice unless told: Intel PT where the target offers it, else blocks. */
  readonly format?: BranchTraceFormat;
  /**
   * Bytes of the buffer, as of gdb's `set record btrace pt buffer-size`; the target's own unless
   * told.
   */
  readonly bufferSize?: number;
}

/**
 * Recording on one connection, which ends with it. Acts reject with a {@link TargetProblem}: a
 * sentence to show.
 */
export class LiveBranches implements Disposable {
  private constructor(
    private readonly client: RspClient,
    private readonly features: TargetFeatures,
    private readonly control: ProgramControl,
  ) {}

  /**
   * Connects, and begins to record; the program stays stopped. The connection is closed where
   * there is a problem, a sentence.
   */
  static async connect(
    transport: Transport,
    { reliable = true, timeouts }: ConnectOptions = {},
    recording: BranchRecordingOptions = {},
  ): Promise<LiveBranches | { readonly problem: string }> {
    const client = new RspClient(transport, timeouts);
    try {
      const features = await negotiateFeatures(client, reliable);
      const { format = offersBranches(features, 'pt') ? 'pt' : 'bts', bufferSize } = recording;
      requireBranches(features, format);
      const control = await ProgramControl.begin(client, features);
      await control.halt();
      const { layout } = await Target.describe(client, features);
      await beginBranches(client, features, format, bufferSize);
      control.exitCall = exitCall(layout?.architecture);
      await control.holdAtExit();
      return new LiveBranches(client, features, control);
    } catch (error) {
      client.dispose();
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Lets the program run until it stops by itself, or is stopped. */
  async run(signal: AbortSignal): Promise<void> {
    const { control, client } = this;
    await new Promise<void>((resolve, reject) => {
      const ended = control.onDidChange(({ state }) => {
        if (state !== 'running') end(resolve);
      });
      const lost = client.onLost(() => {
        end(resolve);
      });
      const stop = () => {
        control.halt().catch(fail);
      };
      const fail = (error: unknown) => {
        end(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      };
      const end = (settle: () => void) => {
        ended.dispose();
        lost.dispose();
        signal.removeEventListener('abort', stop);
        settle();
      };
      signal.addEventListener('abort', stop);
      control.resume().catch(fail);
      if (signal.aborted) stop();
    });
  }

  /** The document of what was recorded, part by part. */
  document(): AsyncGenerator<Uint8Array, void> {
    return readBranches(this.client, this.features);
  }

  /**
   * Ends the recording and lets the program go. Never rejects: a target that is gone is left
   * already.
   */
  async leave(): Promise<void> {
    const { client, control } = this;
    try {
      await control.halt();
      if (control.now.state !== 'ended') {
        await endBranches(client);
        await client.requireOk('D', t('The target does not let its program go'));
      }
    } catch {
      // The connection is closed in any case.
    }
    this.dispose();
  }

  dispose(): void {
    this.control.dispose();
    this.client.dispose();
  }
}

// Branches recorded by a target that can: gdb manual, "Branch Trace" among the remote packets
// (Qbtrace, Qbtrace-conf, qXfer btrace). Something else controls the target's program; here
// recording is only started, read and ended.

/** Bytes of a recording that are read at most: as many as there are blocks that can be shown. */
const maxBranchBytes = 1 << 30;

const nothingToGive = () =>
  t(
    'The target has no branches to give: nothing ran since recording began, or the program is gone.',
  );
const tooLong = () => t('The target gives more than 1 GiB of branches: record for a shorter time.');

/** Whether a target says that it can record branches in a format. */
function offersBranches(features: TargetFeatures, format: BranchTraceFormat): boolean {
  return features.has(`Qbtrace:${format}`) && features.has('qXfer:btrace:read');
}

/** Throws a {@link TargetProblem} where a target does not say so. */
function requireBranches(features: TargetFeatures, format: BranchTraceFormat): void {
  if (offersBranches(features, format)) return;
  const name = format === 'bts' ? 'blocks (BTS)' : t('Intel PT packets');
  throw new TargetProblem(
    'unsupported',
    t('The target does not offer to record branches as {0}.', name),
  );
}

/**
 * Begins to record the branches of the current thread. `size`: bytes of the buffer, the target's
 * own unless told. Returns what the target says it records. Rejects with a {@link TargetProblem}
 * where it cannot.
 */
export async function beginBranches(
  client: RspClient,
  features: TargetFeatures,
  format: BranchTraceFormat,
  size?: number,
): Promise<BranchTraceConfiguration | undefined> {
  requireBranches(features, format);
  if (size !== undefined) {
    const packet = writeTransfer({ kind: 'branch-buffer', format, size });
    await client.requireOk(packet, t('The buffer for branches cannot be set up'));
  }
  const packet = writeTransfer({ kind: 'branch-trace', format });
  await client.requireOk(packet, t('Branches cannot be recorded'));
  if (!features.has('qXfer:btrace-conf:read')) return undefined;
  const document = await requestDocument(client, features, 'btrace-conf');
  return document === undefined ? undefined : readBranchTraceConfiguration(document);
}

/**
 * The document of what was recorded, to be kept as a `.btrace` file, part by part as bytes.
 * Rejects where the target has none, or more than {@link maxBranchBytes}.
 */
export async function* readBranches(
  client: RspClient,
  features: TargetFeatures,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const part of documentParts(client, features, 'btrace', 'all')) {
    if (part === undefined) throw new TargetProblem('refused', nothingToGive());
    length += part.length;
    if (length > maxBranchBytes) throw new TargetProblem('malformed', tooLong());
    yield latin1Bytes(part);
  }
}

/** Ends the recording. */
export async function endBranches(client: RspClient): Promise<void> {
  const packet = writeTransfer({ kind: 'branch-trace', format: 'off' });
  await client.requireOk(packet, t('The recording of branches cannot be ended'));
}
