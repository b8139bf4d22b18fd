// Places on the axis as words and back, and where its ticks are. Times are microseconds.
import type { Axis } from '../../src/ask/tracks/axis';
import { t } from '../l10n';
import { grouped } from '../text';

const units = [
  { name: 'h', microseconds: 3600e6 },
  { name: 'min', microseconds: 60e6 },
  { name: 's', microseconds: 1e6 },
  { name: 'ms', microseconds: 1e3 },
  { name: 'µs', microseconds: 1 },
] as const;

/** `12.5 ms`, `1.000204 s`: no digit is lost. */
export function timeText(microseconds: number): string {
  const size = Math.abs(microseconds);
  const unit = size >= 1e6 ? units[2] : size >= 1e3 ? units[3] : units[4];
  const value = microseconds / unit.microseconds;
  const text = value.toFixed(unit.microseconds === 1e6 ? 6 : unit.microseconds === 1e3 ? 3 : 0);
  return `${text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text} ${unit.name}`;
}

/** A time that was typed, in whole microseconds, as the clock counts. */
interface TypedTime {
  readonly time: number;
  /** Counted from the selected frame, not from the first one. */
  readonly isRelative: boolean;
}

/** Reads `1.2 s`, `+12.5 ms`, `-3us`; undefined for other texts. Without a unit, seconds. */
export function readTime(typed: string): TypedTime | undefined {
  const read = /^([+-]?)\s*(\d+(?:\.\d*)?|\.\d+)\s*(h|min|s|ms|us|µs|μs)?$/u.exec(typed.trim());
  if (!read) return undefined;
  const [, sign = '', number = '', name = 's'] = read;
  const unit = units.find((each) => each.name === name) ?? units[4];
  const time = Math.round(Number(number) * unit.microseconds) * (sign === '-' ? -1 : 1);
  return { time, isRelative: sign !== '' };
}

/** `812 hits/s`, `0.25 hits/s`. */
export function rateText(hitsPerSecond: number): string {
  const digits = hitsPerSecond < 10 ? 2 : 0;
  const rounded = Number(hitsPerSecond.toFixed(digits));
  return t('{0} hits/s', rounded < 10 ? rounded.toString() : grouped(rounded));
}

/** Places for ticks at round numbers, no more than `most`. */
export function ticks(axis: Axis, from: number, to: number, most: number): number[] {
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const least = axis === 'frame' ? Math.max(1, step) : step;
  if (!Number.isFinite(least) || least <= 0) return [];
  const first = Math.ceil(from / least);
  const count = Math.max(0, Math.floor(to / least) - first + 1);
  return Array.from({ length: Math.min(count, most + 1) }, (_, i) => (first + i) * least);
}

/** What is at a tick: `40`, `10,000`, `1.5 ms`. */
export function tickText(axis: Axis, at: number): string {
  return axis === 'frame' ? grouped(Math.round(at)) : timeText(at);
}
