// What a trace cannot say of its intervals and transitions: a sentence for each.
import { t } from '@vscode/l10n';
import { clock } from '../overview/frameTimes';
import type { Trace } from '../trace';
import type { DurationUnit, Intervals, UnpairedEvent } from './intervals';

/** What is to be said of intervals; `asked`: the unit that was asked for. */
export function intervalNotes(
  trace: Trace,
  { unit, columns, sorted, late }: Intervals,
  asked: DurationUnit | undefined,
): string[] {
  const notes = recordingNotes(trace);
  const total = columns.begins.length;
  if (asked === undefined && unit === 'frames' && total > 0) notes.push(noClock());
  const back = columns.durations.reduce((count, each) => count + (each < 0 ? 1 : 0), 0);
  const untimed = total - sorted.rows.length - back;
  if (untimed > 0) {
    notes.push(
      untimed === 1
        ? t('1 interval has no duration: {0} was not collected at both ends.', clock)
        : t('{0} intervals have no duration: {1} was not collected at both ends.', untimed, clock),
    );
  }
  if (back > 0) {
    notes.push(
      back === 1
        ? t('1 interval has no duration: the clock went back from begin to end.')
        : t('{0} intervals have no duration: the clock went back from begin to end.', back),
    );
  }
  if (unit === 'time' && late > 0) {
    notes.push(
      late === 1
        ? t(
            'In 1 frame of begins and ends the clock is before that of an earlier one: durations across it are what the clock says.',
          )
        : t(
            'In {0} frames of begins and ends the clock is before that of an earlier one: durations across them are what the clock says.',
            late,
          ),
    );
  }
  return notes;
}

/** Said where durations are counted in frames because they have to be. */
export function noClock(): string {
  return t('{0} was not collected: durations are in frames.', clock);
}

/** What is to be said of the recording. */
export function recordingNotes({ recording }: Trace): string[] {
  const { description, diagnostics } = recording;
  const { status } = description;
  const notes: string[] = [];
  const lost = lostFrames(recording);
  if (lost > 0) {
    notes.push(
      lost === 1
        ? t('The buffer wrapped: its oldest frame is gone, and what began in it.')
        : t('The buffer wrapped: its oldest {0} frames are gone, and what began in them.', lost),
    );
  }
  if (status?.running)
    notes.push(t('The trace was saved during its run: later frames are missing.'));
  if (status?.stopReason === 'buffer-full') {
    notes.push(t('The buffer was full when the run ended: later frames are missing.'));
  }
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    notes.push(t('The file is damaged: frames may be missing. See its problems.'));
  }
  return notes;
}

/** Why a begin or an end is not part of an interval, as a sentence. */
export function unpairedReason(
  { reason }: Pick<UnpairedEvent, 'reason'>,
  { recording }: Trace,
  key: string | undefined,
): string {
  switch (reason) {
    case 'no end':
      return t('No end follows.');
    case 'no key':
      return t('{0} was not collected.', key ?? t('The key'));
    case 'no begin':
      return lostFrames(recording) > 0
        ? t('No begin before it; it may be in frames that the buffer lost when it wrapped.')
        : t('No begin before it.');
  }
}

/** Frames that a circular buffer has no more. */
function lostFrames({ description }: Trace['recording']): number {
  const { framesCreated = 0, framesInBuffer = 0 } = description.status ?? {};
  return Math.max(0, framesCreated - framesInBuffer);
}
