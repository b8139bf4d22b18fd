// The frames of a run in progress, as far as they exist: qTBuffer answers during the run too, and
// the buffer only grows at its end, unless it is circular.
import { t } from '@vscode/l10n';
import type { Sink } from '../../trace/export/sink';
import { askForPiece, WholeFrames } from './download';
import { type RspClient, TargetProblem } from './rspClient';
import type { Target } from './target';
import { describeRun, readRunDescription } from './traceDescription';
import type { Experiment, RecordingStatus } from './recording';
import type { TraceStatusReply } from '../packets/run';

/** Bytes that are fetched at a time: the target has other things to do meanwhile. */
const maxFetched = 1 << 22;

/** Why frames are not seen before their run is over; a sentence, or undefined where they are. */
export function whyUnseen(
  { isLive, run }: RecordingStatus,
  { layout }: Target,
): string | undefined {
  if (!isLive) return unseenWhileRunning();
  if (run?.circularBuffer) return unseenInCircle();
  return layout ? undefined : unseenWithoutLayout();
}

const unseenWhileRunning = () =>
  t('The target answers only when its program stops: the frames are shown after the run.');
const unseenInCircle = () =>
  t('Old frames give way to new ones in the circular buffer: the frames are shown after the run.');
const unseenWithoutLayout = () =>
  t('The target does not describe its registers: the frames are shown after the run.');

/** What was fetched of one run. */
export class FramesMeanwhile {
  private readonly whole: WholeFrames;
  private fetched = 0;
  private isDescribed = false;

  constructor(
    private readonly client: RspClient,
    private readonly target: Target,
    private readonly experiment: Experiment | undefined,
  ) {
    this.whole = new WholeFrames(target.order(experiment?.programs[0]?.program));
  }

  /** Writes the frames that came since, after the description; tells how many there are now. */
  async fetch(sink: Sink, run: TraceStatusReply): Promise<number> {
    if (!this.isDescribed) await this.describe(sink, run);
    const { client, target, whole } = this;
    const end = this.fetched + maxFetched;
    while (whole.count < (run.framesInBuffer ?? Infinity) && this.fetched < end) {
      const piece = await askForPiece(client, this.fetched, target.features.bytesInReply);
      if (piece.length === 0) break;
      this.fetched += piece.length;
      const most = run.bufferSize ?? 0;
      if (most > 0 && this.fetched > most) throw new TargetProblem('refused', tooMany());
      const bytes = whole.take(piece);
      if (bytes.length > 0) await sink.write(bytes);
    }
    return whole.count;
  }

  /** Frames are not counted: more will come. */
  private async describe(sink: Sink, run: TraceStatusReply): Promise<void> {
    const status: { -readonly [K in keyof TraceStatusReply]: TraceStatusReply[K] } = { ...run };
    delete status.framesInBuffer;
    delete status.framesCreated;
    const { client, target, experiment } = this;
    const description = await readRunDescription(client, target, status, experiment);
    await sink.write(describeRun(description).bytes);
    this.isDescribed = true;
  }
}

const tooMany = () => t('The target hands out more bytes than its buffer holds.');
