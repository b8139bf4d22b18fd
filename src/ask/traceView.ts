// What was found in a trace, as long as it is true.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';
import type { Disposable } from '../trace/emitter';
import type { Trace } from '../trace/trace';

/** A view that lets go of what was found when it is closed, or when the trace changes. */
export abstract class TraceView<Found extends object> implements Disposable {
  private kept: Found | undefined;
  private readonly changes: Disposable;

  protected constructor(
    protected readonly trace: Trace,
    found: Found,
  ) {
    this.kept = found;
    this.changes = trace.onDidChange(() => {
      this.dispose();
    });
  }

  /** What was found; fails with a sentence where that was let go. */
  protected get found(): Found {
    if (this.kept) return this.kept;
    throw new RequestFailed(t('The trace has changed since this was found, or is closed.'));
  }

  dispose(): void {
    this.changes.dispose();
    this.kept = undefined;
  }
}
