// Branch traces that are open now: the editor and the debugger that show one file share one trace,
// and the last to leave closes it.
import type { Decoder } from '../../disassembly/decoder';
import type { Disposable } from '../emitter';
import type { OwnedSource } from '../validatedSource';
import { BranchTrace } from './branchTrace';

/** A share in an opened branch trace; the trace closes with its last one. */
export interface BranchTraceLease extends Disposable {
  readonly trace: BranchTrace;
}

interface Opening {
  readonly opened: Promise<{ trace: BranchTrace } | { problem: string }>;
  shares: number;
}

/** Opens branch traces by a key, a path or URI, and shares them. */
export class OpenBranchTraces {
  private readonly open = new Map<string, Opening>();

  constructor(
    /** Opens the bytes under a key, or says in a sentence why that fails. */
    private readonly openSource: (key: string) => Promise<OwnedSource | { problem: string }>,
    /** The name to show for a key. */
    private readonly nameOf: (key: string) => string,
    private readonly startDecoder: () => Decoder & Disposable,
  ) {}

  /** Takes a share in the trace under a key. */
  async acquire(key: string): Promise<BranchTraceLease | { problem: string }> {
    const entry = this.open.get(key) ?? { opened: this.read(key), shares: 0 };
    this.open.set(key, entry);
    entry.shares++;
    const opened = await entry.opened;
    if ('problem' in opened) {
      this.release(key, entry);
      return opened;
    }
    let isHeld = true;
    return {
      trace: opened.trace,
      dispose: () => {
        if (isHeld && this.release(key, entry)) opened.trace.dispose();
        isHeld = false;
      },
    };
  }

  /** Reads the document whole: what is kept of it is columns of numbers. */
  private async read(key: string): Promise<{ trace: BranchTrace } | { problem: string }> {
    const source = await this.openSource(key);
    if ('problem' in source) return source;
    try {
      return await BranchTrace.open(source, this.nameOf(key), this.startDecoder);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { problem: `${this.nameOf(key)} cannot be read: ${reason}.` };
    } finally {
      await source.close();
    }
  }

  /** True where it was the last share. */
  private release(key: string, entry: Opening): boolean {
    if (--entry.shares > 0) return false;
    if (this.open.get(key) === entry) this.open.delete(key);
    return true;
  }
}
