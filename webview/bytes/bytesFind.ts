// The search in the bytes: what is searched for, how far it has come, and what it found.
import type { FoundBytes } from '../../src/ask/bytes/findBytes';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestCancelled, RequestError } from '../../src/wire/page';
import { countText, grouped } from '../text';

/** Bytes of the file. */
export interface ByteStretch {
  readonly offset: number;
  readonly length: number;
}

/** What is searched for. */
export interface SoughtBytes {
  readonly kind: 'hex' | 'text';
  readonly pattern: string;
  readonly matchCase: boolean;
}

/** Places that one search lists. */
const maxListed = 1000;

/** The search of a page; at most one is under way. */
export class BytesFind {
  sought: SoughtBytes = { kind: 'text', pattern: '', matchCase: false };
  /** Of the last list, ascending. */
  places: readonly number[] = [];
  /** Bytes of each place. */
  length = 0;
  /** What came of the last search, or what is wrong with what is searched for. */
  note = '';
  isProblem = false;
  /** Bytes searched of all; undefined while nothing is under way. */
  progress: { readonly done: number; readonly total: number; readonly found: number } | undefined;
  private run = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
    private readonly found: (place: ByteStretch) => void,
  ) {}

  /** Changes what is searched for; what was found or said of something else goes. */
  change(change: Partial<SoughtBytes>): void {
    this.places = [];
    this.note = '';
    this.isProblem = false;
    this.sought = { ...this.sought, ...change };
    this.changed();
  }

  /**
   * Goes to the next place after the selection, or before it; from one end of the file to the
   * other.
   */
  async next(direction: 1 | -1, { offset }: ByteStretch, size: number): Promise<void> {
    const from = direction > 0 ? offset + 1 : offset === 0 ? size : offset - 1;
    const found = await this.search({ from, direction, most: 1, wrap: true });
    if (!found) return;
    const [place] = found.places;
    if (place === undefined) {
      this.say(t('Not found.'));
      return;
    }
    const fromEnd =
      direction > 0 ? t('Found from the file’s beginning on.') : t('Found from the file’s end on.');
    this.say(found.wrapped ? fromEnd : '');
    this.found({ offset: place, length: found.length });
  }

  /** Lists the places in the whole file. */
  async list(): Promise<void> {
    const found = await this.search({ from: 0, direction: 1, most: maxListed, wrap: false });
    if (!found) return;
    const { places, length, more } = found;
    this.places = places;
    this.length = length;
    this.say(
      more
        ? t('The first {0} places are listed; there may be more.', grouped(places.length))
        : `${countText(places.length, 'place')}.`,
    );
  }

  /** Ends the search that is under way. */
  cancel(): void {
    if (!this.progress) return;
    this.run.abort();
    this.progress = undefined;
    this.say(t('The search was cancelled.'));
  }

  /** Whether a byte is in a place that was found. */
  holds(offset: number): boolean {
    const { places, length } = this;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const place = places[low - 1];
    return place !== undefined && offset < place + length;
  }

  private async search(where: {
    from: number;
    direction: 1 | -1;
    most: number;
    wrap: boolean;
  }): Promise<FoundBytes | undefined> {
    this.run.abort();
    const run = (this.run = new AbortController());
    this.progress = { done: 0, total: 1, found: 0 };
    this.changed();
    try {
      return await this.ask(
        'findBytes',
        { ...this.sought, ...where },
        {
          signal: run.signal,
          report: (progress) => {
            this.progress = progress;
            this.changed();
          },
        },
      );
    } catch (error) {
      if (error instanceof RequestError) this.say(error.message, true);
      else if (!(error instanceof RequestCancelled)) throw error;
      return undefined;
    } finally {
      if (run === this.run) this.progress = undefined;
    }
  }

  private say(note: string, isProblem = false): void {
    this.note = note;
    this.isProblem = isProblem;
    this.changed();
  }
}
