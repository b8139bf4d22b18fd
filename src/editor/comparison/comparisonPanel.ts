// The page that compares two traces: answers its questions about them, and goes to the frames of
// both.
import type { Uri, ViewColumn } from 'vscode';
import { answerByName } from '../../ask/answerByName';
import type { ComparisonAsked } from '../../ask/comparison/comparisonAsked';
import {
  comparisonQuestions,
  type ComparisonQuestions,
} from '../../ask/comparison/comparisonQuestions';
import { ComparisonView } from '../../ask/comparison/comparisonView';
import { Views } from '../../ask/views';
import { messageOf, RequestFailed } from '../../bytes/requestFailed';
import type { Both, ComparedTraces, FramePlaces } from '../../trace/comparison/comparedTraces';
import type { Disposable } from '../../trace/emitter';
import type { OpenTraces, TraceLease } from '../../trace/openTraces';
import { baseName } from '../../trace/paths';
import type { Trace } from '../../trace/trace';
import { HostWire } from '../../wire/host';
import type { PageWindow } from '../tracePanel';
import {
  comparisonAct,
  type ComparisonAct,
  type ComparisonEvent,
  type ComparisonFormat,
  type Side,
} from './messages';

/** What the page needs beyond the traces themselves. */
export interface ComparisonServices {
  readonly traces: OpenTraces;
  /** Finds the program of a trace that has none yet. Never rejects. */
  ensureProgram(trace: Trace, file: Uri): Promise<void>;
  /** Asks for the program of a trace. */
  chooseProgram(trace: Trace, file: Uri): Promise<void>;
  /** Shows a frame of each trace, side by side, next to the column of the comparison. */
  showFrames(pair: Both<Uri>, frames: FramePlaces, column: ViewColumn): Promise<void>;
  openTrace(file: Uri): Promise<void>;
  /** Asks where, and saves. */
  save(pair: Both<Uri>, format: ComparisonFormat, compared: ComparedTraces): Promise<void>;
}

/** VS Code around the page. `column`: where it is. */
type ComparisonWindow = Pick<PageWindow, 'post' | 'onDidReceive' | 'showError'> & {
  readonly column: ViewColumn;
};

type Leases = Both<TraceLease>;

export class ComparisonPanel implements Disposable {
  private leases: Promise<Leases | { readonly problem: string }>;
  private readonly views = new Views();
  private readonly asked: ComparisonAsked = {
    views: this.views,
    shown: undefined,
    traces: () => this.traces(),
  };
  private readonly wire: HostWire<ComparisonQuestions, ComparisonAct, ComparisonEvent>;
  private readonly subscription: Disposable;
  private watched: readonly Disposable[] = [];
  /** What happened since the traces were compared. */
  private change: { readonly why?: string } | undefined;
  private isDisposed = false;

  constructor(
    private readonly pair: Both<Uri>,
    private readonly window: ComparisonWindow,
    private readonly services: ComparisonServices,
  ) {
    this.leases = this.acquire();
    const reportError = (error: unknown) => {
      if (!this.isDisposed) window.showError(messageOf(error));
    };
    const contract = { requests: comparisonQuestions, act: comparisonAct };
    this.wire = new HostWire(contract, window.post, {
      answer: (name, input, run) => answerByName(comparisonQuestions, name, this.asked, input, run),
      act: (act) => {
        this.act(act).catch(reportError);
      },
      ready: () => {
        this.tellTraces();
      },
      failed: reportError,
    });
    this.subscription = window.onDidReceive((message) => {
      this.wire.receive(message);
    });
  }

  dispose(): void {
    this.isDisposed = true;
    for (const each of [this.subscription, this.wire, this.views, ...this.watched]) each.dispose();
    void this.leases.then((leases) => {
      if (!('problem' in leases)) for (const each of [leases.left, leases.right]) each.dispose();
    });
  }

  private async acquire(): Promise<Leases | { readonly problem: string }> {
    const { traces } = this.services;
    const [left, right] = await Promise.all([
      traces.acquire(this.pair.left.toString()),
      traces.acquire(this.pair.right.toString()),
    ]);
    if (!('problem' in left) && !('problem' in right)) return { left, right };
    for (const each of [left, right]) if (!('problem' in each)) each.dispose();
    const problems = [left, right].flatMap((each) => ('problem' in each ? [each.problem] : []));
    return { problem: [...new Set(problems)].join(' ') };
  }

  /** The traces; one that could not be opened may be there now. */
  private async acquired(): Promise<Leases | { readonly problem: string }> {
    const { leases } = this;
    if ('problem' in (await leases) && this.leases === leases && !this.isDisposed)
      this.leases = this.acquire();
    return this.leases;
  }

  /** The traces with their programs and all frames; what changes from now on is told. */
  private async traces(): Promise<Both<Trace>> {
    this.watch([]);
    const leases = await this.acquired();
    if ('problem' in leases) throw new RequestFailed(leases.problem);
    const { trace: left } = leases.left;
    const { trace: right } = leases.right;
    await Promise.all([left.recording.indexed, right.recording.indexed]);
    await Promise.all([
      this.services.ensureProgram(left, this.pair.left),
      this.services.ensureProgram(right, this.pair.right),
    ]);
    this.watch([left, right]);
    return { left, right };
  }

  /** The page begins, anew or again after it was hidden. */
  private tellTraces(): void {
    const { left, right } = this.pair;
    const { shown } = this.asked;
    this.wire.tell({
      ...{ type: 'traces', left: baseName(left.path), right: baseName(right.path) },
      files: { left: left.toString(), right: right.toString() },
      ...(shown !== undefined && { view: shown }),
    });
    if (this.change) this.wire.tell({ type: 'changed', ...this.change });
  }

  private async act(act: ComparisonAct): Promise<void> {
    const { services, pair } = this;
    switch (act.type) {
      case 'goTo': {
        const { left, right } = act;
        const frames = {
          ...(left !== undefined && { left }),
          ...(right !== undefined && { right }),
        };
        return services.showFrames(pair, frames, this.window.column);
      }
      case 'chooseProgram':
        return this.chooseProgram(act.side);
      case 'openTrace':
        return services.openTrace(pair[act.side]);
      case 'export': {
        const { compared } = this.views.get(ComparisonView, act.view);
        return services.save(pair, act.format, compared);
      }
    }
  }

  private async chooseProgram(side: Side): Promise<void> {
    const leases = await this.leases;
    if ('problem' in leases) return;
    const { trace } = leases[side];
    const { current } = trace.modules;
    await this.services.chooseProgram(trace, this.pair[side]);
    if (trace.modules.current !== current) this.wire.tell({ type: 'programChosen' });
  }

  /** From now on, what changes is not in the comparison. */
  private watch(traces: readonly Trace[]): void {
    for (const each of this.watched) each.dispose();
    this.change = undefined;
    if (this.isDisposed) return;
    this.watched = traces.flatMap((trace) => [
      trace.recording.onDidChangeFile((why) => {
        this.changed({ why });
      }),
      trace.onDidChange(() => {
        if (!this.change) this.changed({});
      }),
    ]);
  }

  private changed(change: { readonly why?: string }): void {
    this.change = change;
    this.wire.tell({ type: 'changed', ...change });
  }
}
