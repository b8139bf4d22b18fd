// One page of the branch trace editor: sends it the summary, answers its requests, and moves the
// trace with it.
import { t } from '@vscode/l10n';
import { messageWithoutSteering } from '../../bytes/text';
import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Event, Uri } from 'vscode';
import * as moves from '../../trace/branch/stepping';
import {
  type BranchTrace,
  type Execution,
  instructionAddress,
} from '../../trace/branch/branchTrace';
import type { FollowProgress } from '../../trace/branch/blockNumbering';
import type { PtContents } from '../../format/branchTrace';
import { Outline } from '../../trace/branch/outline';
import type { Disposable } from '../../trace/emitter';
import {
  branchPageMessage,
  branchRequests,
  type BranchAnswers,
  type BranchArguments,
  type BranchHostMessage,
  type BranchPageMessage,
  type BranchRequestName,
  type BranchSummary,
} from './messages';
import { depthByInstruction, depthByTime } from './depth';
import { blockRows, instructionRows, segmentRows, type RowSource } from './rows';
import type { OpenBranchTraces, BranchTraceLease } from '../../trace/branch/openBranchTraces';
import type { SourceProblem } from '../../ask/frame/frameDetails';
import type { SourcePlace } from '../../ask/table/tableMessages';
import { baseName } from '../../trace/paths';
import { pageHtml, pageOptions, tabIcon } from '../page';

/** Answers by name. */
type Handlers = {
  readonly [Name in BranchRequestName]: (
    rows: RowSource,
    asked: BranchArguments<Name>,
  ) => BranchAnswers[Name] | Promise<BranchAnswers[Name]>;
};

/** The moves that a page may ask for. */
const pageMoves: Readonly<Record<string, moves.BranchMove>> = {
  ...moves.jumps,
  nextInstruction: moves.instruction(1),
  previousInstruction: moves.instruction(-1),
  nextLine: moves.lineInto,
  previousLine: moves.lineBack,
};

export class BranchPanel implements Disposable {
  private known: { readonly execution: Execution; readonly outline: Outline } | undefined;
  private followed: FollowProgress;
  private isStopped = false;
  /** How often following began: what began before counts for nothing. */
  private begun = 0;
  private lastSummary = 0;
  private isDisposed = false;
  /** Counts the pages that began in this tab: what one before asked is of no use to the next. */
  private pages = 0;
  private readonly owned: Disposable[];
  private readonly sources = new Map<string, Promise<readonly string[] | undefined>>();

  constructor(
    private readonly file: vscode.Uri,
    private readonly trace: BranchTrace,
    private readonly panel: vscode.WebviewPanel,
    private readonly services: BranchEditorServices,
  ) {
    this.followed = trace.unfollowed;
    this.owned = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.receive(message);
      }),
      trace.onDidChange(() => {
        this.follow();
      }),
      trace.onDidMove((by) => {
        if (by !== this) this.post({ type: 'position', instruction: trace.position });
      }),
      trace.onProgress((progress) => {
        this.followed = progress;
        if (performance.now() - this.lastSummary > 200) this.postSummary();
      }),
      services.onDidChangeDebugged(() => {
        this.postSummary();
      }),
    ];
    this.follow();
  }

  dispose(): void {
    this.isDisposed = true;
    for (const each of this.owned) each.dispose();
  }

  /** Follows the blocks with the programs that there are now. */
  private follow(): void {
    this.known = undefined;
    this.followed = this.trace.unfollowed;
    this.isStopped = false;
    this.sources.clear();
    this.postSummary();
    this.prepare().catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      this.post({ type: 'failed', message });
    });
  }

  private async prepare(): Promise<void> {
    const begun = ++this.begun;
    const execution = await this.trace.execution();
    if (!execution) {
      if (begun === this.begun) this.showStopped();
      return;
    }
    const outline = await Outline.of(execution.calls);
    if (this.isDisposed || (await this.trace.execution()) !== execution) return;
    this.known = { execution, outline };
    this.postSummary();
  }

  private showStopped(): void {
    this.isStopped = true;
    this.postSummary();
  }

  private receive(message: unknown): void {
    const read = v.safeParse(branchPageMessage, message);
    if (!read.success) return;
    if (read.output.type === 'request') void this.answer(read.output);
    else void this.act(read.output);
  }

  private async act(act: Exclude<BranchPageMessage, { type: 'request' }>): Promise<void> {
    const { trace, file, services } = this;
    switch (act.type) {
      case 'ready':
        this.pages++;
        this.postSummary();
        return;
      case 'goTo':
        if (this.isInstruction(act.instruction)) trace.moveTo(act.instruction, this);
        return;
      case 'showSource':
        await this.showSource(act.instruction);
        return;
      case 'debug':
        await services.debug(file, trace.position);
        return;
      case 'stopFollowing':
        if (!this.known) trace.stopFollowing();
        return;
      case 'follow':
        if (this.isStopped) this.follow();
        return;
      case 'chooseProgram':
        await services.chooseProgram(trace, file);
        return;
      case 'openAsText':
        await services.openAsText(file, act.line);
    }
  }

  private async answer({
    id,
    name,
    arguments: given,
  }: Extract<BranchPageMessage, { type: 'request' }>): Promise<void> {
    const asked = v.safeParse(branchRequests[name], given);
    if (!asked.success) return;
    const { pages } = this;
    const reply = (message: BranchHostMessage) => {
      if (pages === this.pages) this.post(message);
    };
    if (!this.known) {
      reply({ type: 'problem', id, problem: t('The blocks are being followed.') });
      return;
    }
    const rows: RowSource = {
      trace: this.trace,
      ...this.known,
      sourceLine: (file, line) => this.sourceLine(file, line),
    };
    try {
      // The schema that was found by the name has checked the arguments for it.
      const handler = handlers[name] as (rows: RowSource, asked: unknown) => unknown;
      reply({ type: 'answer', id, answer: await handler(rows, asked.output) });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      reply({ type: 'problem', id, problem });
    }
  }

  private isInstruction(number: number): boolean {
    const { execution } = this.known ?? {};
    return execution !== undefined && instructionAddress(execution, number) !== undefined;
  }

  private async showSource(instruction: number): Promise<void> {
    const address = this.known && instructionAddress(this.known.execution, instruction);
    const source =
      address === undefined ? undefined : (await this.trace.modules.current.locate(address)).source;
    if (source && source.line > 0) await this.services.showSource(this.file, source);
  }

  private async sourceLine(file: string, line: number): Promise<string | undefined> {
    let lines = this.sources.get(file);
    if (!lines) {
      lines = this.services.sourceText(this.file, file).then((text) => text?.split('\n'));
      this.sources.set(file, lines);
    }
    return (await lines)?.[line - 1]?.trimEnd();
  }

  private postSummary(): void {
    this.lastSummary = performance.now();
    const debugged = this.services.isDebugged(this.file);
    const following = { followed: this.followed, stopped: this.isStopped };
    const summary = branchSummary(this.trace, this.known, following, debugged);
    this.post({ type: 'summary', summary });
  }

  private post(message: BranchHostMessage): void {
    if (!this.isDisposed) void this.panel.webview.postMessage(messageWithoutSteering(message));
  }
}

const handlers: Handlers = {
  tree: (rows, { first, count }) => segmentRows(rows, first, count),
  blocks: (rows, { first, count }) => blockRows(rows, first, count),
  instructions: (rows, { around }) => instructionRows(rows, around),
  depth: ({ execution }, { columns, axis }) =>
    axis === 'time' ? depthByTime(execution, columns) : depthByInstruction(execution, columns),
  expand: ({ outline }, { segment, expanded, all }) => {
    if (all === true) outline.setAll(expanded);
    else outline.set(segment - 1, expanded);
    return { rows: outline.count };
  },
  rowOf: ({ outline, execution: { calls, blocks } }, { instruction }) => ({
    row: outline.reveal(calls.placeOf(instruction)),
    rows: outline.count,
    block: blocks.blockOf(instruction),
  }),
  move: async ({ trace, execution }, { to }) => {
    const move = Object.hasOwn(pageMoves, to) ? pageMoves[to] : undefined;
    const instruction = await move?.({ trace, execution, from: trace.position });
    return instruction === undefined ? {} : { instruction };
  },
};

export interface BranchEditorServices {
  readonly traces: OpenBranchTraces;
  /**
   * Finds the program of a trace that has none yet. Never rejects: the trace says what went wrong.
   */
  ensureProgram(trace: BranchTrace, file: Uri): Promise<void>;
  chooseProgram(trace: BranchTrace, file: Uri): Promise<void>;
  /**
   * Shows a line in a side editor without taking the focus; returns a problem if the source was not
   * found.
   */
  showSource(file: Uri, place: SourcePlace): Promise<SourceProblem | undefined>;
  /** The text of a recorded source; undefined where it is not on this machine. */
  sourceText(file: Uri, recorded: string): Promise<string | undefined>;
  debug(file: Uri, instruction: number): Promise<void>;
  isDebugged(file: Uri): boolean;
  readonly onDidChangeDebugged: Event<void>;
  /** Shows the document in the text editor, at a line. */
  openAsText(file: Uri, line?: number): Promise<void>;
}

/** What is known of a trace now. */
function branchSummary(
  trace: BranchTrace,
  known: { readonly execution: Execution; readonly outline: Outline } | undefined,
  following: { readonly followed: FollowProgress; readonly stopped: boolean },
  debugged: boolean,
): BranchSummary {
  const {
    name,
    fileSize,
    contents,
    modules: { traced: program },
    position,
    unfollowed: { of, isBytes },
  } = trace;
  return {
    name,
    fileSize,
    format: contents.format,
    blocks: known?.execution.blocks.blockCount ?? (isBytes ? 0 : of),
    position,
    ...following,
    debugged,
    program: {
      ...(program.path !== undefined && { name: baseName(program.path) }),
      state: program.state,
      explanation: program.explanation,
      doubtful: program.doubtful === true,
    },
    diagnostics: trace.diagnostics.map(({ severity, message, found, expected, line, column }) => ({
      severity,
      line,
      column,
      message: [
        message,
        ...(found ? [`Found: ${found}.`] : []),
        ...(expected ? [`Expected: ${expected}.`] : []),
      ].join(' '),
    })),
    ...(contents.format === 'pt' && { pt: ptFacts(contents) }),
    ...(known && { execution: executionFacts(known) }),
  };
}

function ptFacts({ cpu, raw }: PtContents): NonNullable<BranchSummary['pt']> {
  const rawSize = raw.length;
  if (!cpu) return { rawSize };
  const { vendor, family, model, stepping } = cpu;
  return { cpu: `${vendor} ${family}/${model}/${stepping}`, rawSize };
}

function executionFacts({
  execution: { blocks, calls },
  outline,
}: {
  readonly execution: Execution;
  readonly outline: Outline;
}): NonNullable<BranchSummary['execution']> {
  const { ticks } = blocks;
  return {
    instructions: blocks.count,
    segments: calls.count,
    depth: calls.depth,
    gaps: calls.gapCount,
    hasTimes: blocks.hasTimes,
    ...(ticks !== undefined && { ticks }),
    rows: outline.count,
    unfollowed: blocks.unfollowed,
  };
}

// The custom editor for branch traces: one trace for all tabs that show a file, a page for each
// tab.

/** An open document, or the reason why it is not open, as a sentence. */
class BranchDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    readonly opened: BranchTraceLease | { problem: string },
  ) {}

  dispose(): void {
    if (!('problem' in this.opened)) this.opened.dispose();
  }
}

/** Opens branch traces in the editor. */
export class BranchEditorProvider implements vscode.CustomReadonlyEditorProvider<BranchDocument> {
  constructor(
    private readonly extension: vscode.Uri,
    private readonly services: BranchEditorServices,
  ) {}

  async openCustomDocument(uri: vscode.Uri): Promise<BranchDocument> {
    return new BranchDocument(uri, await this.services.traces.acquire(uri.toString()));
  }

  resolveCustomEditor({ uri, opened }: BranchDocument, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    webview.options = pageOptions(this.extension);
    webview.html = pageHtml(webview, this.extension, 'branch');
    panel.iconPath = tabIcon(this.extension, 'branch');
    if ('problem' in opened) this.showProblem(panel, uri, opened.problem);
    else this.show(panel, uri, opened.trace);
  }

  private show(panel: vscode.WebviewPanel, uri: vscode.Uri, trace: BranchTrace): void {
    const shown = new BranchPanel(uri, trace, panel, this.services);
    panel.onDidDispose(() => {
      shown.dispose();
    });
    void this.services.ensureProgram(trace, uri);
  }

  /** A page that says why there is no trace to show. */
  private showProblem(panel: vscode.WebviewPanel, uri: vscode.Uri, message: string): void {
    const failed: BranchHostMessage = { type: 'failed', message };
    const subscription = panel.webview.onDidReceiveMessage((given: unknown) => {
      if (!v.is(branchPageMessage, given)) return;
      if (given.type === 'ready') void panel.webview.postMessage(messageWithoutSteering(failed));
      if (given.type === 'openAsText') void this.services.openAsText(uri, given.line);
    });
    panel.onDidDispose(() => {
      subscription.dispose();
    });
  }
}
