// What a face keeps between two questions: the rows of a table, intervals that were found, a
// search. A view is made by one question, read in parts by others, and disposed of by its maker.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';
import type { Disposable } from '../trace/emitter';
import type { Trace } from '../trace/trace';

/** The views of one face, by number. */
export class Views implements Disposable {
  private readonly views = new Map<number, Disposable>();
  private lastNumber = 0;

  /** Keeps a view; gives its number. */
  add(view: Disposable): number {
    const number = ++this.lastNumber;
    this.views.set(number, view);
    return number;
  }

  /** Keeps a view in place of those of its kind; gives its number. */
  replace(view: Disposable): number {
    for (const [number, known] of this.views) {
      if (known.constructor === view.constructor) this.close(number);
    }
    return this.add(view);
  }

  /** The view of a number; fails with a sentence where that is none of this kind. */
  get<View extends Disposable>(kind: new (...given: never[]) => View, number: number): View {
    const view = this.views.get(number);
    if (view instanceof kind) return view;
    throw new RequestFailed(t('There is no view {0}: it was closed, or never made.', number));
  }

  /** Disposes of a view; one that is gone already stays so. */
  close(number: number): void {
    this.views.get(number)?.dispose();
    this.views.delete(number);
  }

  /** Disposes of all of them. */
  dispose(): void {
    for (const number of [...this.views.keys()]) this.close(number);
  }
}

/** A trace as a face asks it: with the views that the face has made. */
export interface TraceAsked {
  readonly trace: Trace;
  readonly views: Views;
}
