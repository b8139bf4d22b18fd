// Traces that are open now. Two faces that show one file share one trace, and the last to leave closes it.
import type { ByteSource } from '../bytes/source';
import { Trace } from './trace';

/** A source that must be closed. */
export interface OwnedSource extends ByteSource {
  close(): Promise<void>;
}

/** A share in an opened trace. */
export interface TraceLease {
  readonly trace: Trace;
  /** Gives the share back; the trace closes with its last one. */
  dispose(): void;
}

interface OpenTrace {
  readonly opening: Promise<{ trace: Trace; source: OwnedSource } | { problem: string }>;
  shares: number;
}

/** Opens traces by a key, a path or URI, and shares them. */
export class OpenTraces {
  private readonly open = new Map<string, OpenTrace>();

  constructor(
    /** Opens the bytes under a key, or says in a sentence why that fails. */
    private readonly openSource: (key: string) => Promise<OwnedSource | { problem: string }>,
    /** The name to show for a key. */
    private readonly nameOf: (key: string) => string,
  ) {}

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
    let held = true;
    return {
      trace: opened.trace,
      dispose: () => {
        if (held) this.release(key, shared);
        held = false;
      },
    };
  }

  private async openTrace(
    key: string,
  ): Promise<{ trace: Trace; source: OwnedSource } | { problem: string }> {
    const source = await this.openSource(key);
    if ('problem' in source) return source;
    const opened = await openOrSayWhyNot(source, this.nameOf(key));
    if ('problem' in opened) {
      await source.close();
      return opened;
    }
    return { trace: opened.trace, source };
  }

  private release(key: string, entry: OpenTrace): void {
    if (--entry.shares > 0) return;
    if (this.open.get(key) === entry) this.open.delete(key);
    void entry.opening.then(async (opened) => {
      if ('problem' in opened) return;
      opened.trace.dispose();
      await opened.trace.indexed.catch(() => undefined);
      await opened.source.close();
    });
  }
}

/** A medium that fails at once leaves nothing to show. */
async function openOrSayWhyNot(
  source: OwnedSource,
  name: string,
): Promise<{ trace: Trace } | { problem: string }> {
  try {
    return await Trace.open(source, name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `${name} cannot be read: ${reason}.` };
  }
}
