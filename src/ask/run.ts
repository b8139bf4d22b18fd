// How a question is followed and ended while it is answered.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';
import type { Recording } from '../trace/recording';

/** Steps that are done, of all. */
export interface StepsDone {
  readonly done: number;
  readonly total: number;
}

/** A question that is being answered. */
export interface QuestionRun<Progress = StepsDone> {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Says how far it has come; may be called as often as there is news. */
  readonly report: (progress: Progress) => void;
  /**
   * Characters of texts after which an answer ends: who asks cuts it shorter anyway, and says so.
   */
  readonly room?: number | undefined;
}

/** A run that nobody follows, but for what is given. */
export function runWith({ signal, report, room }: Partial<QuestionRun> = {}): QuestionRun {
  return {
    signal: signal ?? new AbortController().signal,
    report: report ?? (() => undefined),
    ...(room !== undefined && { room }),
  };
}

/** A run as the rooms below take it. */
export function passOf({ signal, report }: QuestionRun): {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
} {
  return {
    signal,
    onProgress: (done, total) => {
      report({ done, total });
    },
  };
}

/** Waits until the index holds a frame; fails with a sentence in a trace without it. */
export async function awaitFrame(recording: Recording, frame: number): Promise<void> {
  if (!(await recording.reach(frame))) throw new RequestFailed(t('There is no frame {0}.', frame));
}
