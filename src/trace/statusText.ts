// The status of a trace run in words, as gdb's `tstatus` tells it.
import type { TraceStatus } from '../format/description';

/** Why the run ended, for a label: `stopped: tstop “enough seen”`. */
export function stopReasonText(status: TraceStatus | undefined): string {
  if (!status) return 'status not recorded';
  if (status.running) return 'still running when it was saved';
  const quoted = status.stopText === '' ? '' : ` “${status.stopText}”`;
  const tracepoint = status.stopTracepoint === 0 ? '' : ` of tracepoint ${status.stopTracepoint}`;
  switch (status.stopReason) {
    case 'stop-command':
      return `stopped: tstop${quoted}`;
    case 'buffer-full':
      return 'stopped: trace buffer full';
    case 'disconnected':
      return 'stopped: gdb disconnected';
    case 'pass-count':
      return `stopped: pass count${tracepoint}`;
    case 'error':
      return `stopped by an error${tracepoint}${quoted}`;
    case 'not-run':
      return 'never run';
    case 'unknown':
      return `stopped: ${status.stopWord === '' ? 'no reason recorded' : status.stopWord}`;
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
