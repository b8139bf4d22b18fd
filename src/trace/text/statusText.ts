// The status of a trace run in words, as gdb's `tstatus` prints it.
import { t } from '@vscode/l10n';
import { quote } from '../../format/findings';
import type { TraceStatus, StopReason } from '../../format/description';

/**
 * Why the run ended, for a label: `Stopped by user: “enough seen”`. A note that is a sentence says
 * it all, as those of our own recordings: `The program exited`.
 */
export function stopReasonText(status: TraceStatus | undefined): string {
  if (!status) return t('Status not recorded');
  if (status.running) return t('Still running when it was saved');
  const quoted = status.stopText === '' ? '' : ` “${status.stopText}”`;
  const tracepoint =
    status.stopTracepoint === 0
      ? ''
      : t({
          message: ' of tracepoint {0}',
          args: [status.stopTracepoint],
          comment: ['continues “Stopped by the pass count”'],
        });
  switch (status.stopReason) {
    case 'stop-command':
      if (/.\.$/.test(status.stopText)) return status.stopText.slice(0, -1);
      return t('Stopped by user{0}', quoted === '' ? '' : `:${quoted}`);
    case 'buffer-full':
      return t('Stopped: trace buffer full');
    case 'disconnected':
      return t('Stopped: gdb disconnected');
    case 'pass-count':
      return t('Stopped: pass count{0}', tracepoint);
    case 'error':
      return t('Stopped by an error{0}{1}', tracepoint, quoted);
    case 'not-run':
      return t('Never run');
    case 'unknown':
      return `Stopped: ${status.stopWord === '' ? t('no reason recorded') : status.stopWord}`;
  }
}

/** A length of time in the unit that fits: `13.1 ms`. `microseconds` as in the status line. */
export function durationText(microseconds: bigint): string {
  const value = Number(microseconds);
  if (value < 1000) return `${value} µs`;
  if (value < 1_000_000) return `${Number((value / 1000).toPrecision(3))} ms`;
  if (value < 120_000_000) return `${Number((value / 1_000_000).toPrecision(3))} s`;
  const minutes = Math.round(value / 60_000_000);
  return minutes < 120 ? `${minutes} min` : `${Number((minutes / 60).toPrecision(3))} h`;
}

/** A number of bytes in the unit that fits: `5 MiB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit] ?? ''}`;
}

// gdb's `tstatus`: how the trace run ended, and where the debugger is in it (gdb manual,
// "tstatus").

/** Where the debugger is. */
interface TracePosition {
  readonly frame: number;
  /** The file's tracepoint number. */
  readonly tracepoint: number;
}

/** The lines of `tstatus`. */
export function tstatusLines(
  status: TraceStatus | undefined,
  position: TracePosition | undefined,
): string[] {
  return [
    'Using a trace file.',
    status ? reason(status) : 'Run/stop status is unknown.',
    ...(status ? buffer(status) : []),
    position
      ? `Looking at trace frame ${position.frame}, tracepoint ${position.tracepoint}.`
      : 'Not looking at any trace frame.',
    ...(status ? times(status) : []),
  ];
}

function reason(status: TraceStatus): string {
  if (status.running) return 'Trace is running on the target.';
  const { stopTracepoint, stopText } = status;
  const tracepoint = stopTracepoint === 0 ? '' : `, tracepoint ${stopTracepoint}`;
  const sentences: Readonly<Record<StopReason, string>> = {
    unknown: 'Trace stopped for an unknown reason.',
    'not-run': 'No trace has been run on the target.',
    'stop-command': `Trace stopped by a tstop command (${stopText}).`,
    'buffer-full': 'Trace stopped because the buffer was full.',
    disconnected: 'Trace stopped because of disconnection.',
    'pass-count': `Trace stopped by tracepoint ${stopTracepoint}.`,
    error: `Trace stopped by an error (${stopText}${tracepoint}).`,
  };
  return sentences[status.stopReason];
}

function buffer(status: TraceStatus): string[] {
  const { disconnectedTracing, circularBuffer, userName, notes } = status;
  return [
    ...frames(status),
    ...space(status),
    `Trace will ${disconnectedTracing ? 'continue' : 'stop'} if GDB disconnects.`,
    ...(circularBuffer ? ['Trace buffer is circular.'] : []),
    ...(userName ? [`Trace user is ${userName}.`] : []),
    ...(notes ? [`Trace notes: ${notes}.`] : []),
  ];
}

function frames(status: TraceStatus): string[] {
  const { framesInBuffer: held, framesCreated: created } = status;
  if (created !== undefined && created !== held) {
    // Where the count cannot be read, gdb says -1.
    const said = held ?? unreadFrames(status) ?? 'an unknown number of';
    return [`Buffer contains ${said} trace frames (of ${created} created total).`];
  }
  return held === undefined ? [] : [`Collected ${held} trace frames.`];
}

/** What the file has for the frames in the buffer, where that is no count. */
export function unreadFrames({ line, framesInBuffer }: TraceStatus): string | undefined {
  const said = /;tframes:([^;]*)/.exec(line.text)?.[1];
  return framesInBuffer === undefined && said !== undefined ? quote(said) : undefined;
}

function space({ bufferFree: free, bufferSize: size }: TraceStatus): string[] {
  if (free === undefined) return [];
  if (size === undefined) return [`Trace buffer has ${free} bytes free.`];
  const full = size > 0 ? ` (${Math.trunc(((size - free) * 100) / size)}% full)` : '';
  return [`Trace buffer has ${free} bytes of ${size} bytes free${full}.`];
}

function times({ startTime = 0n, stopTime = 0n }: TraceStatus): string[] {
  if (startTime === 0n) return [];
  const stopped = stopTime === 0n ? '' : `, stopped ${seconds(stopTime - startTime)} secs later`;
  return [`Trace started at ${seconds(startTime)} secs${stopped}.`];
}

function seconds(microseconds: bigint): string {
  return `${microseconds / 1_000_000n}.${String(microseconds % 1_000_000n).padStart(6, '0')}`;
}
