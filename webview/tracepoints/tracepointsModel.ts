// What is asked of tracepoints beyond the summary: their code, and what their actions collected.
// Both only where the user wants to see them. No DOM in here.
import type {
  CollectedByActions,
  ActionCount,
  FrameBecause,
} from '../../src/ask/trace/collectedByActions';
import type { TracepointDetails } from '../../src/ask/trace/tracepointDetails';
import type { StepsDone } from '../../src/ask/run';
import type { Ask } from '../requests';
import { RequestCancelled } from '../../src/wire/page';
import { t } from '../l10n';
import { countText, grouped } from '../text';

/** A count over all frames of a tracepoint. */
export interface Counting {
  /** How far it has come; absent when it is done. */
  readonly progress?: StepsDone;
  readonly counts?: CollectedByActions;
  /** Why there are no counts. */
  readonly problem?: string;
}

export class TracepointsModel {
  private details = new Map<number, TracepointDetails | string>();
  private countings = new Map<number, Counting>();
  private readonly asked = new Map<number, AbortController>();
  private asking = new AbortController();
  private readonly wanted = new Set<number>();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /** The program or the frames are others now. */
  refresh(): void {
    this.asking.abort();
    this.asking = new AbortController();
    for (const asked of this.asked.values()) asked.abort();
    this.asked.clear();
    this.wanted.clear();
    this.details = new Map();
    this.countings = new Map();
  }

  /**
   * The code of a tracepoint, asked for the first time it is wanted; a text where it cannot be had.
   */
  detailsOf(tracepoint: number): TracepointDetails | string | undefined {
    if (!this.wanted.has(tracepoint)) {
      this.wanted.add(tracepoint);
      void this.fetchDetails(tracepoint, this.asking.signal);
    }
    return this.details.get(tracepoint);
  }

  /** What is known of what the actions of a tracepoint collected. */
  countingOf(tracepoint: number): Counting | undefined {
    return this.countings.get(tracepoint);
  }

  /** Looks into every frame of a tracepoint. */
  async count(tracepoint: number): Promise<void> {
    if (this.asked.has(tracepoint)) return;
    const asked = new AbortController();
    this.asked.set(tracepoint, asked);
    const { signal } = asked;
    this.show(tracepoint, { progress: { done: 0, total: 0 } });
    try {
      const report = (progress: StepsDone): void => {
        this.show(tracepoint, { progress });
      };
      const counts = await this.ask('collectedBy', { tracepoint }, { signal, report });
      this.show(tracepoint, { counts });
    } catch (error) {
      if (error instanceof RequestCancelled) {
        if (this.asked.get(tracepoint) !== asked) return;
        this.countings.delete(tracepoint);
        this.changed();
      } else {
        this.show(tracepoint, { problem: error instanceof Error ? error.message : String(error) });
      }
    } finally {
      if (this.asked.get(tracepoint) === asked) this.asked.delete(tracepoint);
    }
  }

  /** Gives up counting. */
  cancel(tracepoint: number): void {
    this.asked.get(tracepoint)?.abort();
  }

  private show(tracepoint: number, counting: Counting): void {
    this.countings.set(tracepoint, counting);
    this.changed();
  }

  private async fetchDetails(tracepoint: number, signal: AbortSignal): Promise<void> {
    const { details } = this;
    try {
      details.set(tracepoint, await this.ask('tracepoint', { tracepoint }, { signal }));
    } catch (error) {
      if (error instanceof RequestCancelled) return;
      details.set(tracepoint, error instanceof Error ? error.message : String(error));
    }
    this.changed();
  }
}

/** A sentence, and the frame that it speaks of. */
export interface Finding {
  readonly text: string;
  readonly frame?: number;
  readonly isProblem: boolean;
}

/** `collected in 31 of 32 frames`, and what is to be said of the others. */
export function findingsOf(count: ActionCount, frames: number): Finding[] {
  const { collected, lacking, unknown, nothing, nearNull } = count;
  const findings: Finding[] = [];
  const say = (text: string, isProblem: boolean, frame?: number): void => {
    findings.push({ text, isProblem, ...(frame !== undefined && { frame }) });
  };
  if (frames === 0) return [{ text: t('no frames'), isProblem: false }];
  if (nothing === frames) say(t('collects nothing'), false);
  else say(t('collected in {0} of {1}', grouped(collected), countText(frames, 'frame')), false);
  if (lacking > 0) {
    say(
      because(t('missing in {0}', countText(lacking, 'frame')), count.firstLacking),
      true,
      count.firstLacking?.frame,
    );
  }
  if (unknown > 0) {
    const first = count.firstUnknown;
    say(
      because(t('cannot be told in {0}', countText(unknown, 'frame')), first),
      false,
      first?.frame,
    );
  }
  if (nothing > 0 && nothing < frames) {
    say(t('collects nothing in {0}', countText(nothing, 'frame')), false);
  }
  if (nearNull > 0) {
    const text = t(
      'at an address near 0 in {0}: a target writes bytes there that mean nothing',
      countText(nearNull, 'frame'),
    );
    say(text, true, count.firstNearNull);
  }
  return findings;
}

function because(what: string, first: FrameBecause | undefined): string {
  return first === undefined || first.why === '' ? what : t('{0}: {1}', what, first.why);
}
