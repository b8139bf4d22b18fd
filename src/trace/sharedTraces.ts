// Traces that are open now, of either format. Those who show one file share one trace, and the last
// to leave closes it.
import type { Disposable } from './emitter';

/** A share in an opened trace. */
export interface SharedTrace<Trace> extends Disposable {
  readonly trace: Trace;
  /** Gives the share back; the trace closes with its last one. */
  dispose(): void;
}

/** What an opened file is: its trace, and how both are closed. */
export interface OpenedFile<Trace> {
  readonly trace: Trace;
  close(): void | Promise<void>;
}

interface Entry<Opened> {
  readonly opening: Promise<Opened | { readonly problem: string }>;
  shares: number;
  /** As soon as it is open. */
  opened?: Opened;
}

/** Opens files by a key, a path or URI, and shares what they hold. */
export class SharedTraces<Trace, Opened extends OpenedFile<Trace> = OpenedFile<Trace>> {
  private readonly entries = new Map<string, Entry<Opened>>();

  constructor(
    /** Opens the file of a key, or says in a sentence why that fails. */
    private readonly open: (key: string) => Promise<Opened | { readonly problem: string }>,
    /** A trace was opened or closed. */
    private readonly changed: () => void = () => undefined,
  ) {}

  /** Those that are open, by their keys. */
  get all(): ReadonlyMap<string, Opened> {
    const opened = [...this.entries].flatMap(([key, entry]) =>
      entry.opened ? [[key, entry.opened] as const] : [],
    );
    return new Map(opened);
  }

  /** Takes a share in the trace of a key. */
  async acquire(key: string): Promise<SharedTrace<Trace> | { problem: string }> {
    const entry = this.entries.get(key) ?? { opening: this.open(key), shares: 0 };
    this.entries.set(key, entry);
    entry.shares++;
    const opened = await entry.opening;
    if ('problem' in opened) {
      this.release(key, entry);
      return opened;
    }
    if (!entry.opened) {
      entry.opened = opened;
      this.changed();
    }
    let isHeld = true;
    return {
      trace: opened.trace,
      dispose: () => {
        if (isHeld) this.release(key, entry);
        isHeld = false;
      },
    };
  }

  private release(key: string, entry: Entry<Opened>): void {
    if (--entry.shares > 0) return;
    if (this.entries.get(key) === entry) this.entries.delete(key);
    if (!entry.opened) return;
    void entry.opened.close();
    this.changed();
  }
}
