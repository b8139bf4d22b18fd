// What a trace cannot say of its intervals and transitions: a sentence for each.
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
  if (asked === undefined && unit === 'frames' && total > 0) notes.push(noClock);
  const back = columns.durations.reduce((count, each) => count + (each < 0 ? 1 : 0), 0);
  const untimed = total - sorted.rows.length - back;
  if (untimed > 0) {
    notes.push(
      `${counted(untimed, 'interval has', 'intervals have')} no duration: ${clock} was not collected at both ends.`,
    );
  }
  if (back > 0) {
    notes.push(
      `${counted(back, 'interval has', 'intervals have')} no duration: the clock went back from begin to end.`,
    );
  }
  if (unit === 'time' && late > 0) {
    notes.push(
      `In ${counted(late, 'frame', 'frames')} of begins and ends the clock is before that of an earlier one: durations across them are what the clock says.`,
    );
  }
  return notes;
}

/** Said where durations are counted in frames because they have to be. */
export const noClock = `${clock} was not collected: durations are in frames.`;

/** What is to be said of the recording. */
export function recordingNotes({ recording }: Trace): string[] {
  const { description, diagnostics } = recording;
  const { status } = description;
  const notes: string[] = [];
  const lost = lostFrames(recording);
  if (lost > 0) {
    notes.push(
      `The buffer wrapped: its oldest ${counted(lost, 'frame is', 'frames are')} gone, and what began in them.`,
    );
  }
  if (status?.running) notes.push('The trace was saved during its run: later frames are missing.');
  if (status?.stopReason === 'buffer-full') {
    notes.push('The buffer was full when the run ended: later frames are missing.');
  }
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    notes.push('The file is damaged: frames may be missing. See its problems.');
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
      return 'No end follows.';
    case 'no key':
      return `${key ?? 'The key'} was not collected.`;
    case 'no begin':
      return lostFrames(recording) > 0
        ? 'No begin before it; it may be in frames that the buffer lost when it wrapped.'
        : 'No begin before it.';
  }
}

/** Frames that a circular buffer has no more. */
function lostFrames({ description }: Trace['recording']): number {
  const { framesCreated = 0, framesInBuffer = 0 } = description.status ?? {};
  return Math.max(0, framesCreated - framesInBuffer);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
