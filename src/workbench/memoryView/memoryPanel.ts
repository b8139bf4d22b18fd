// The page of the memory view and its host: answers the page's question about the trace that is
// shown, and tells it of every move.
import { t } from '@vscode/l10n';
import type { Event, Uri } from 'vscode';
import { answerByName } from '../../ask/answerByName';
import { memoryQuestions, type MemoryQuestions } from '../../ask/memoryView/memoryQuestions';
import { messageOf, RequestFailed } from '../../bytes/requestFailed';
import { PreviousPosition } from '../../trace/cursor';
import type { Disposable } from '../../trace/emitter';
import type { OpenTraces, TraceLease } from '../../trace/openTraces';
import { HostWire, type RequestRun } from '../../wire/host';
import { memoryAct, type MemoryAct, type MemoryEvent } from './messages';
import type { MemoryViewSettings } from './settings';

/** VS Code around the page. */
export interface MemoryWindow {
  /** Hands a message to the page. */
  readonly post: (message: unknown) => void;
  readonly onDidReceive: Event<unknown>;
  /** The trace to show; undefined where there is none, and while the page cannot be seen. */
  shownTrace(): Uri | undefined;
  /** The level of the stack frame that is selected in the call stack; 0 where none is. */
  selectedLevel(): Promise<number>;
  /** Writes to the clipboard. */
  copy(text: string): Promise<void>;
  showError(sentence: string): void;
}

/** A trace that the page shows. */
interface Shown {
  readonly file: Uri;
  readonly lease: TraceLease;
  readonly previous: PreviousPosition;
  readonly subscriptions: readonly Disposable[];
}

export class MemoryPanel implements Disposable {
  private readonly wire: HostWire<MemoryQuestions, MemoryAct, MemoryEvent>;
  private readonly subscription: Disposable;
  private shown: Shown | undefined;
  private following: Promise<void> = Promise.resolve();
  private isDisposed = false;

  constructor(
    private readonly traces: OpenTraces,
    private readonly settings: MemoryViewSettings,
    private readonly window: MemoryWindow,
  ) {
    const reportError = (error: unknown) => {
      window.showError(t('The memory cannot be shown: {0}.', messageOf(error)));
    };
    this.wire = new HostWire({ requests: memoryQuestions, act: memoryAct }, window.post, {
      answer: (name, input, run) => this.answer(name, input, run),
      act: (act) => {
        this.act(act).catch(reportError);
      },
      ready: () => {
        this.follow();
        this.tell(true);
      },
      failed: reportError,
    });
    this.subscription = window.onDidReceive((message) => {
      this.wire.receive(message);
    });
  }

  /** Takes a share in the trace to show, and gives back that of the one before. */
  readonly follow = (): void => {
    this.following = this.following.then(() => this.followNow()).catch(() => undefined);
  };

  /** Tells the page what is shown now. `anew`: at the place's first bytes. */
  tell(anew = false): void {
    const { shown, wire } = this;
    if (shown) wire.tell({ type: 'shown', settings: this.settings.of(shown.file), anew });
    else wire.tell({ type: 'nothing' });
  }

  dispose(): void {
    this.isDisposed = true;
    this.subscription.dispose();
    this.wire.dispose();
    // A share that is being taken is given back too.
    this.follow();
  }

  private async answer(name: string, input: unknown, run: RequestRun): Promise<unknown> {
    const { shown } = this;
    if (!shown) throw new RequestFailed(t('No trace is debugged or shown.'));
    const { frame: before } = shown.previous;
    const level = await this.window.selectedLevel();
    const stop = { trace: shown.lease.trace, level, ...(before !== undefined && { before }) };
    return answerByName(memoryQuestions, name, stop, input, run);
  }

  private async act(act: MemoryAct): Promise<void> {
    const { shown, settings } = this;
    if (act.type === 'copy') {
      await this.window.copy(act.text);
      return;
    }
    if (!shown) return;
    if (act.type === 'look') await settings.look(shown.file, act.expression);
    else await settings.show(shown.file, act);
    this.tell(act.type === 'look');
  }

  private async followNow(): Promise<void> {
    const file = this.isDisposed ? undefined : this.window.shownTrace();
    if (file?.toString() === this.shown?.file.toString()) return;
    this.release();
    const lease = file && (await this.traces.acquire(file.toString()));
    if (file && lease && !('problem' in lease)) {
      const { trace } = lease;
      const refresh = () => {
        this.tell();
      };
      const subscriptions = [trace.cursor.onDidMove(refresh), trace.onDidChange(refresh)];
      const previous = new PreviousPosition(trace.cursor, trace.cursor.frame);
      this.shown = { file, lease, previous, subscriptions };
    }
    this.tell(true);
  }

  private release(): void {
    const { shown } = this;
    this.shown = undefined;
    for (const each of shown ? [...shown.subscriptions, shown.previous, shown.lease] : [])
      each.dispose();
  }
}
