// The keys of intervals as the user reads them, to list those alone that have a part in their text.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import type { Intervals } from '../../trace/intervals/intervals';
import type { FrameValue } from '../../trace/search/frameValues';

/** Keys whose texts are read; more are known by their numbers. */
const maxTexts = 10_000;

export class KeyTexts {
  /** By the place of the key; read when they are wanted. */
  private texts: Promise<ReadonlyMap<number, string>> | undefined;

  constructor(
    private readonly intervals: Intervals,
    private readonly key: FrameValue | undefined,
  ) {}

  /** Which keys, by their place, have a part in their text. */
  async having(part: string, signal: AbortSignal): Promise<(key: number) => boolean> {
    const { keyValues } = this.intervals;
    const texts = await (this.texts ??= this.read(signal));
    if (signal.aborted) this.texts = undefined;
    const slice = new TimeSlice();
    const wanted = part.toLowerCase();
    const has = new Uint8Array(keyValues.length);
    for (const [key, value] of keyValues.entries()) {
      if (key % rowsPerBreath === 0) await slice.yieldIfDue();
      const text = texts.get(key) ?? String(value);
      if (text.toLowerCase().includes(wanted)) has[key] = 1;
    }
    return (key) => has[key] === 1;
  }

  /** Each key as gdb prints it in the first frame that has it; none where there are too many. */
  private async read(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
    const { keyValues, columns } = this.intervals;
    const texts = new Map<number, string>();
    if (!this.key || keyValues.length > maxTexts) return texts;
    const slice = new TimeSlice();
    for (const [row, place] of columns.keys.entries()) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      if (signal.aborted) break;
      if (texts.has(place)) continue;
      const text = await this.key.textIn(columns.begins[row] ?? 0);
      texts.set(place, 'problem' in text ? String(keyValues[place]) : text.text);
    }
    return texts;
  }
}
