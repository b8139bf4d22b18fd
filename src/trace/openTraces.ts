// Traces that are open now. Two faces that show one file share one trace, and the last to leave
// closes it.
import { ReadFailed } from '../bytes/source';
import { Emitter, type Disposable } from './emitter';
import { TraceReloader } from './traceReloader';
import { ValidatedSource, type OwnedSource } from './validatedSource';
import { Trace } from './trace';

export type { OwnedSource } from './validatedSource';

/** A share in an opened trace. */
export interface TraceLease extends Disposable {
  readonly trace: Trace;
  /** Gives the share back; the trace closes with its last one. */
  dispose(): void;
}

interface OpenTrace {
  readonly opening: Promise<OpenedTrace | { problem: string }>;
  shares: number;
  /** As soon as it is open. */
  opened?: OpenedTrace;
}

interface OpenedTrace {
  readonly trace: Trace;
  readonly file: TraceReloader;
}

/** Opens traces by a key, a path or URI, and shares them. */
export class OpenTraces {
  private readonly open = new Map<string, OpenTrace>();
  private readonly changed = new Emitter<void>();
  /** A trace was opened or closed. */
  readonly onDidChange = this.changed.event;

  constructor(
    /** Opens the bytes under a key, or says in a sentence why that fails. */
    private readonly openSource: (key: string) => Promise<OwnedSource | { problem: string }>,
    /** The name to show for a key. */
    private readonly nameOf: (key: string) => string,
  ) {}

  /** The traces that are open, by their keys. */
  get all(): ReadonlyMap<string, Trace> {
    const opened = [...this.open].flatMap(([key, entry]) =>
      entry.opened ? [[key, entry.opened.trace] as const] : [],
    );
    return new Map(opened);
  }

  /** The file under a key changed, or may have: reads it again if it is open. Never rejects. */
  async fileChanged(key: string): Promise<void> {
    await this.open.get(key)?.opened?.file.changed();
  }

  /**
   * Something happened to the file under a key: it is read again when it is quiet, if it is open.
   */
  fileTouched(key: string): void {
    this.open.get(key)?.opened?.file.touched();
  }

  /** Takes a share in the trace under a key. */
  async acquire(key: string): Promise<TraceLease | { problem: string }> {
    let entry = this.open.get(key);
    if (!entry) {
      entry = { opening: this.openTrace(key), shares: 0 };
      this.open.set(key, entry);
    }
    entry.shares++;
    const opened = await entry.opening;
    const shared = entry;
    if ('problem' in opened) {
      this.release(key, shared);
      return opened;
    }
    if (!shared.opened) {
      shared.opened = opened;
      this.changed.fire();
    }
    let held = true;
    return {
      trace: opened.trace,
      dispose: () => {
        if (held) this.release(key, shared);
        held = false;
      },
    };
  }

  private async openTrace(key: string): Promise<OpenedTrace | { problem: string }> {
    const name = this.nameOf(key);
    const file = await this.openFile(key, name);
    if ('problem' in file) return file;
    const opened = await openOrSayWhyNot(file, name);
    if ('problem' in opened) {
      await file.close();
      return opened;
    }
    const { trace } = opened;
    return { trace, file: new TraceReloader(trace, file, () => this.openFile(key, name)) };
  }

  private async openFile(
    key: string,
    name: string,
  ): Promise<ValidatedSource | { problem: string }> {
    const source = await this.openSource(key);
    if ('problem' in source) return source;
    try {
      return await ValidatedSource.of(source, name);
    } catch (error) {
      await source.close();
      return { problem: whyNot(error, name) };
    }
  }

  private release(key: string, entry: OpenTrace): void {
    if (--entry.shares > 0) return;
    if (this.open.get(key) === entry) this.open.delete(key);
    void entry.opening.then(async (opened) => {
      if ('problem' in opened) return;
      opened.trace.dispose();
      this.changed.fire();
      await opened.file.close();
    });
  }
}

/** A medium that fails at once leaves nothing to show. */
async function openOrSayWhyNot(
  file: ValidatedSource,
  name: string,
): Promise<{ trace: Trace } | { problem: string }> {
  try {
    const opened = await Trace.open(file.source, name);
    if ('trace' in opened) await file.remember(opened.trace.recording.description.framesOffset);
    return opened;
  } catch (error) {
    return { problem: whyNot(error, name) };
  }
}

function whyNot(error: unknown, name: string): string {
  if (error instanceof ReadFailed) return error.message;
  return `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}
