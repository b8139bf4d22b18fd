// Bookmarks on frames, with notes, saved with the workspace for the most recent traces.
import type { Memento, Uri } from 'vscode';
import { Emitter, type Disposable } from '../trace/emitter';

const key = 'tracefile.bookmarks';
/** Traces for which bookmarks are kept. */
const maxTraces = 200;
/** Bookmarks in a trace. */
const maxBookmarks = 10_000;
/** Characters of a note. */
const maxNoteText = 10_000;

/** A frame that the user marked. */
export interface Bookmark {
  readonly frame: number;
  /** Empty where nothing was noted. */
  readonly note: string;
}

/** The bookmarks of all traces, by their files. */
export class Bookmarks implements Disposable {
  private readonly changed = new Emitter<Uri>();
  /** The bookmarks of a file changed. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly state: Memento) {}

  /** The bookmarks of a trace, by frame number. */
  of(file: Uri): readonly Bookmark[] {
    const name = file.toString();
    return (this.all.find(([kept]) => kept === name)?.[1] ?? []).filter(isBookmark);
  }

  /** The notes of a trace, by frame number; a star for a frame without a note. */
  notes(file: Uri): ReadonlyMap<number, string> {
    return new Map(this.of(file).map(({ frame, note }) => [frame, note === '' ? '★' : note]));
  }

  /** Marks a frame, or removes its mark and its note. */
  toggle(file: Uri, frame: number): void {
    if (this.of(file).some((each) => each.frame === frame)) this.remove(file, frame);
    else this.setNote(file, frame, '');
  }

  /** Marks frames, as many as there may be; removes their marks where all have one. */
  toggleAll(file: Uri, frames: readonly number[]): void {
    const marked = new Map(this.of(file).map((each) => [each.frame, each]));
    const unmarked = frames.filter((frame) => !marked.has(frame));
    if (unmarked.length === 0) for (const frame of frames) marked.delete(frame);
    const room = Math.max(0, maxBookmarks - marked.size);
    for (const frame of unmarked.slice(0, room)) marked.set(frame, { frame, note: '' });
    this.keep(
      file,
      [...marked.values()].sort((a, b) => a.frame - b.frame),
    );
  }

  /** Sets the note of a frame, which marks it. */
  setNote(file: Uri, frame: number, note: string): void {
    if (!Number.isSafeInteger(frame) || frame < 0) return;
    const others = this.of(file).filter((each) => each.frame !== frame);
    if (others.length >= maxBookmarks) return;
    const marked = [...others, { frame, note: note.slice(0, maxNoteText) }];
    this.keep(
      file,
      marked.sort((a, b) => a.frame - b.frame),
    );
  }

  remove(file: Uri, frame: number): void {
    this.keep(
      file,
      this.of(file).filter((each) => each.frame !== frame),
    );
  }

  removeAll(file: Uri): void {
    this.keep(file, []);
  }

  /** The nearest bookmark after or before a frame. */
  next(file: Uri, from: number, direction: 1 | -1): Bookmark | undefined {
    const marked = this.of(file);
    return direction > 0
      ? marked.find(({ frame }) => frame > from)
      : marked.filter(({ frame }) => frame < from).at(-1);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private keep(file: Uri, marked: readonly Bookmark[]): void {
    const name = file.toString();
    const others = this.all.filter(([kept]) => kept !== name);
    const now = marked.length > 0 ? [[name, marked] as const, ...others] : others;
    void this.state.update(key, now.slice(0, maxTraces));
    this.changed.fire(file);
  }

  /** The trace whose bookmarks changed last comes first. */
  private get all(): readonly KeptTrace[] {
    const kept: unknown = this.state.get(key);
    return Array.isArray(kept) ? kept.filter(isKeptTrace) : [];
  }
}

type KeptTrace = readonly [file: string, marked: readonly unknown[]];

/** Another version may have saved something else. */
function isKeptTrace(kept: unknown): kept is KeptTrace {
  return Array.isArray(kept) && typeof kept[0] === 'string' && Array.isArray(kept[1]);
}

function isBookmark(kept: unknown): kept is Bookmark {
  if (typeof kept !== 'object' || kept === null) return false;
  const { frame, note } = kept as Partial<Record<keyof Bookmark, unknown>>;
  return Number.isSafeInteger(frame) && (frame as number) >= 0 && typeof note === 'string';
}
