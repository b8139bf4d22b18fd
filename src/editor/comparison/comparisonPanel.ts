// The page that compares two traces: one for each pair. It compares them as the page asks, and goes
// to the frames of both.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { escapeLinks, messageWithoutSteering } from '../../bytes/text';
import { compareTraces } from '../../trace/comparison/compareTraces';
import type { Both, ComparedTraces, FramePlaces } from '../../trace/comparison/comparedTraces';
import { pairedValues } from '../../trace/comparison/framePair';
import { pairedSeries, type SeriesValue } from '../../trace/comparison/pairedSeries';
import type { Disposable } from '../../trace/emitter';
import type { OpenTraces, TraceLease } from '../../trace/openTraces';
import { baseName } from '../../trace/paths';
import type { Trace } from '../../trace/trace';
import { passOf } from '../../ask/run';
import { comparisonViewType } from '../traceTabs';
import { pageHtml, pageOptions, tabIcon } from '../page';
import {
  comparisonPageMessage,
  comparisonState,
  comparedSides,
  usualOptions,
  type ComparisonFormat,
  type ComparisonHostMessage,
  type ComparisonPageMessage,
  type ShownOptions,
  type Side,
} from './messages';
import { shownComparison } from './shownComparison';

/** What the page needs beyond the traces themselves. */
export interface ComparisonServices {
  readonly traces: OpenTraces;
  /** Finds the program of a trace that has none yet. Never rejects. */
  ensureProgram(trace: Trace, file: vscode.Uri): Promise<void>;
  /** Asks for the program of a trace. */
  chooseProgram(trace: Trace, file: vscode.Uri): Promise<void>;
  /** Shows a frame of each trace, side by side, next to the column of the comparison. */
  showFrames(pair: Both<vscode.Uri>, frames: FramePlaces, column: vscode.ViewColumn): Promise<void>;
  openTrace(file: vscode.Uri): Promise<void>;
  /** Asks where, and saves. */
  save(pair: Both<vscode.Uri>, format: ComparisonFormat, compared: ComparedTraces): Promise<void>;
}

/** The pages that are open. */
export class ComparisonPanels implements vscode.WebviewPanelSerializer {
  private readonly open = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly services: ComparisonServices,
  ) {}

  /** Compares two traces in a page of theirs. */
  show(pair: Both<vscode.Uri>): void {
    const known = this.open.get(nameOf(pair));
    if (known) {
      known.reveal();
      return;
    }
    const title = `${baseName(pair.left.path)} ↔ ${baseName(pair.right.path)}`;
    const column = vscode.ViewColumn.Active;
    const options = { enableFindWidget: true };
    this.fill(vscode.window.createWebviewPanel(comparisonViewType, title, column, options), pair);
  }

  /** Compares again in a page that VS Code kept; one that has lost its traces is closed. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown): Promise<void> {
    const state = v.safeParse(comparisonState, saved);
    if (state.success) {
      const { left, right } = state.output.files;
      this.fill(panel, { left: vscode.Uri.parse(left), right: vscode.Uri.parse(right) });
    } else {
      panel.dispose();
    }
    return Promise.resolve();
  }

  private fill(panel: vscode.WebviewPanel, pair: Both<vscode.Uri>): void {
    const name = nameOf(pair);
    panel.webview.options = pageOptions(this.extension);
    panel.webview.html = pageHtml(panel.webview, this.extension, 'comparison');
    panel.iconPath = tabIcon(this.extension, 'trace');
    const shown = new ComparisonPanel(pair, panel, this.services);
    this.open.set(name, panel);
    panel.onDidDispose(() => {
      if (this.open.get(name) === panel) this.open.delete(name);
      shown.dispose();
    });
  }
}

function nameOf({ left, right }: Both<vscode.Uri>): string {
  return `${left.toString()} ${right.toString()}`;
}

type Leases = Both<TraceLease>;

/** What was compared last, and how. */
interface Compared {
  readonly options: ShownOptions;
  readonly compared: ComparedTraces;
  /** The traces that have no program with known addresses. */
  readonly withoutProgram: readonly Side[];
}

class ComparisonPanel implements Disposable {
  private leases: Promise<Leases | { readonly problem: string }>;
  private readonly subscription: Disposable;
  private watched: readonly Disposable[] = [];
  /** Comparing that is under way. */
  private run: AbortController | undefined;
  private result: Compared | undefined;
  /** Whose values are shown side by side. */
  private frames: FramePlaces = {};
  /** The value that is shown over the hits of both. */
  private plotted: SeriesValue | undefined;
  /** What happened since it was compared. */
  private change: { readonly why?: string } | undefined;
  private isDisposed = false;

  constructor(
    private readonly pair: Both<vscode.Uri>,
    private readonly panel: vscode.WebviewPanel,
    private readonly services: ComparisonServices,
  ) {
    this.leases = this.acquire();
    this.subscription = panel.webview.onDidReceiveMessage((message: unknown) => {
      const read = v.safeParse(comparisonPageMessage, message);
      if (!read.success) return;
      this.act(read.output).catch(reportError);
    });
  }

  dispose(): void {
    this.isDisposed = true;
    this.run?.abort();
    this.subscription.dispose();
    for (const each of this.watched) each.dispose();
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

  private async act(act: ComparisonPageMessage): Promise<void> {
    const { services, pair } = this;
    switch (act.type) {
      case 'ready':
        return this.begin(act.options ?? usualOptions);
      case 'compare':
        return this.compare(act.options);
      case 'stop':
        this.run?.abort();
        this.run = undefined;
        this.post({ type: 'stopped' });
        return;
      case 'goTo': {
        const column = this.panel.viewColumn ?? vscode.ViewColumn.One;
        const frames = framesOf(act);
        this.frames = frames;
        await this.postPair().catch(reportError);
        return services.showFrames(pair, frames, column);
      }
      case 'chooseProgram':
        return this.chooseProgram(act.side);
      case 'plot':
        this.plotted = act.value;
        return this.postSeries().catch(reportError);
      case 'openTrace':
        return services.openTrace(pair[act.side]);
      case 'export':
        if (this.result) await services.save(pair, act.format, this.result.compared);
    }
  }

  /** A page begins: anew, or again after it was hidden. */
  private async begin(options: ShownOptions): Promise<void> {
    const { left, right } = this.pair;
    this.post({
      type: 'traces',
      left: baseName(left.path),
      right: baseName(right.path),
      files: { left: left.toString(), right: right.toString() },
    });
    if (!this.result) {
      if (!this.run) await this.compare(options);
      return;
    }
    this.postResult(this.result);
    await this.postBeside();
  }

  /** With another program, the traces are compared again. */
  private async chooseProgram(side: Side): Promise<void> {
    const leases = await this.leases;
    if ('problem' in leases) return;
    const { trace } = leases[side];
    const { current } = trace.modules;
    await this.services.chooseProgram(trace, this.pair[side]);
    const options = this.result?.options ?? usualOptions;
    if (trace.modules.current !== current) await this.compare(options);
  }

  private async compare(options: ShownOptions): Promise<void> {
    this.run?.abort();
    const run = new AbortController();
    this.run = run;
    this.result = undefined;
    const report = (progress: { done: number; total: number }) => {
      if (!run.signal.aborted) this.post({ type: 'comparing', ...progress });
    };
    report({ done: 0, total: 1 });
    try {
      const leases = await this.acquired();
      if ('problem' in leases) {
        this.post({ type: 'failed', message: leases.problem });
        return;
      }
      const { trace: left } = leases.left;
      const { trace: right } = leases.right;
      await this.prepare(left, right);
      if (run.signal.aborted) return;
      this.watch([left, right]);
      const compared = await compareTraces(left, right, options, {
        signal: run.signal,
        onProgress: passOf({ signal: run.signal, report }).onProgress,
      });
      if (!compared || this.run !== run) return;
      const withoutProgram = comparedSides.filter(
        (side) => leases[side].trace.modules.current.loaded.length === 0,
      );
      this.result = { options, compared, withoutProgram };
      this.postResult(this.result);
      this.frames = compared.divergence ?? {};
      this.plotted = divergingValue(compared);
      await this.postBeside();
    } catch (error) {
      if (run.signal.aborted) return;
      this.post({ type: 'failed', message: sentenceOf(error) });
    } finally {
      if (this.run === run) this.run = undefined;
    }
  }

  /** What is shown beside the result; where it cannot be read, the comparison stays. */
  private async postBeside(): Promise<void> {
    try {
      await this.postPair();
      await this.postSeries();
    } catch (error) {
      reportError(error);
    }
  }

  /** What two frames hold goes to the page; of a frame that is alone, nothing does. */
  private async postPair(): Promise<void> {
    const leases = await this.leases;
    const { result, frames } = this;
    const { left, right } = frames;
    if (!result || 'problem' in leases || left === undefined || right === undefined) return;
    const traces = { left: leases.left.trace, right: leases.right.trace };
    const values = await pairedValues(traces, { left, right }, result.options);
    if (this.result === result && this.frames === frames)
      this.post({ type: 'frames', left, right, values });
  }

  /** A value over the hits of both goes to the page. */
  private async postSeries(): Promise<void> {
    const leases = await this.leases;
    const { result, run, plotted: value } = this;
    if (!result || !value || 'problem' in leases) return;
    const traces = { left: leases.left.trace, right: leases.right.trace };
    const series = await pairedSeries(traces, value, result.options, run?.signal);
    if (this.result !== result || this.plotted !== value) return;
    this.post({ type: 'plotted', value, ...(series && { series }) });
  }

  /** Finds the programs, and waits until all frames are known. */
  private async prepare(left: Trace, right: Trace): Promise<void> {
    const { services, pair } = this;
    await Promise.all([left.recording.indexed, right.recording.indexed]);
    await Promise.all([
      services.ensureProgram(left, pair.left),
      services.ensureProgram(right, pair.right),
    ]);
  }

  /** From now on, what changes is not in the comparison. */
  private watch(traces: readonly Trace[]): void {
    for (const each of this.watched) each.dispose();
    this.change = undefined;
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
    this.post({ type: 'changed', ...change });
  }

  private postResult({ options, compared, withoutProgram }: Compared): void {
    const shown = shownComparison(compared);
    this.post({ type: 'compared', options, compared: shown, withoutProgram });
    if (this.change) this.post({ type: 'changed', ...this.change });
  }

  private post(message: ComparisonHostMessage): void {
    if (!this.isDisposed) void this.panel.webview.postMessage(messageWithoutSteering(message));
  }
}

function reportError(error: unknown): void {
  void vscode.window.showErrorMessage(escapeLinks(sentenceOf(error)));
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The value that differs first, of those that the page lists. */
function divergingValue({ divergence, values }: ComparedTraces): SeriesValue | undefined {
  const { left, expression } = divergence ?? {};
  const found = values.find(
    (each) => each.expression === expression && each.first?.left === left && each.differing > 0,
  );
  if (!found) return undefined;
  const { tracepoint, atSteps } = found;
  return { expression: found.expression, tracepoint, atSteps };
}

function framesOf({ left, right }: { left?: number | undefined; right?: number | undefined }) {
  return { ...(left !== undefined && { left }), ...(right !== undefined && { right }) };
}
