// One page of the branch trace editor: tells it the summary, answers its questions, and moves the
// trace with it.
import { t } from '@vscode/l10n';
import type { Event, Uri } from 'vscode';
import { answerByName } from '../../ask/answerByName';
import { branchQuestions, type BranchQuestions } from '../../ask/branch/branchQuestions';
import { OutlineView } from '../../ask/branch/outlineView';
import type { SourceProblem } from '../../ask/frame/frameDetails';
import type { SourcePlace } from '../../ask/table/tableMessages';
import { Views } from '../../ask/views';
import { messageOf, RequestFailed } from '../../bytes/requestFailed';
import type { FollowProgress } from '../../trace/branch/blockNumbering';
import { instructionAddress, type BranchTrace } from '../../trace/branch/branchTrace';
import { Outline } from '../../trace/branch/outline';
import type { Disposable } from '../../trace/emitter';
import { HostWire } from '../../wire/host';
import type { PageWindow } from '../tracePanel';
import { branchAct, type BranchAct, type BranchEvent } from './messages';
import { branchSummary, type FollowedBlocks } from './summary';

/** What the page needs beyond the trace itself. */
export interface BranchPanelServices {
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

/** Milliseconds between two summaries while the blocks are followed. */
const progressInterval = 200;

export class BranchPanel implements Disposable {
  private known: FollowedBlocks | undefined;
  /** The tree of calls as the page has expanded it. */
  private readonly views = new Views();
  private followed: FollowProgress;
  private isStopped = false;
  /** Why the blocks cannot be followed. */
  private failure: string | undefined;
  /** How often following began: what began before counts for nothing. */
  private begun = 0;
  private lastSummary = 0;
  private isDisposed = false;
  private readonly wire: HostWire<BranchQuestions, BranchAct, BranchEvent>;
  private readonly owned: Disposable[];
  private readonly sources = new Map<string, Promise<readonly string[] | undefined>>();

  constructor(
    private readonly file: Uri,
    private readonly trace: BranchTrace,
    window: Pick<PageWindow, 'post' | 'onDidReceive' | 'showError'>,
    private readonly services: BranchPanelServices,
  ) {
    this.followed = trace.unfollowed;
    const reportError = (error: unknown) => {
      if (!this.isDisposed) window.showError(t('{0}: {1}', trace.name, messageOf(error)));
    };
    this.wire = new HostWire({ requests: branchQuestions, act: branchAct }, window.post, {
      answer: async (name, input, run) => {
        if (!this.known) throw new RequestFailed(t('The blocks are being followed.'));
        const { views } = this;
        const sourceLine = (source: string, line: number) => this.sourceLine(source, line);
        const asked = { trace, execution: this.known.execution, views, sourceLine };
        return answerByName(branchQuestions, name, asked, input, run);
      },
      act: (act) => {
        this.act(act).catch(reportError);
      },
      ready: () => {
        this.tellSummary();
        if (this.failure !== undefined) this.wire.tell({ type: 'failed', message: this.failure });
      },
      failed: reportError,
    });
    this.owned = [
      this.wire,
      this.views,
      window.onDidReceive((message) => {
        this.wire.receive(message);
      }),
      trace.onDidChange(() => {
        this.follow();
      }),
      trace.onDidMove((by) => {
        if (by !== this) this.wire.tell({ type: 'position', instruction: trace.position });
      }),
      trace.onProgress((progress) => {
        this.followed = progress;
        if (performance.now() - this.lastSummary > progressInterval) this.tellSummary();
      }),
      services.onDidChangeDebugged(() => {
        this.tellSummary();
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
    if (this.known) this.views.close(this.known.view);
    this.known = this.failure = undefined;
    this.followed = this.trace.unfollowed;
    this.isStopped = false;
    this.sources.clear();
    this.tellSummary();
    this.prepare().catch((error: unknown) => {
      this.failure = messageOf(error);
      this.wire.tell({ type: 'failed', message: this.failure });
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
    if (this.isDisposed || begun !== this.begun) return;
    if ((await this.trace.execution()) !== execution) return;
    this.known = { execution, outline, view: this.views.add(new OutlineView(outline)) };
    this.tellSummary();
  }

  private showStopped(): void {
    this.isStopped = true;
    this.tellSummary();
  }

  private async act(act: BranchAct): Promise<void> {
    const { trace, file, services } = this;
    switch (act.type) {
      case 'goTo':
        await this.goTo(act.instruction);
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

  /** Goes to an instruction that ran, and shows its source. */
  private async goTo(instruction: number): Promise<void> {
    const { known, trace } = this;
    const address = known && instructionAddress(known.execution, instruction);
    if (address === undefined) return;
    trace.moveTo(instruction, this);
    const { source } = await trace.modules.current.locate(address);
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

  private tellSummary(): void {
    this.lastSummary = performance.now();
    const debugged = this.services.isDebugged(this.file);
    const following = { followed: this.followed, stopped: this.isStopped };
    const summary = branchSummary(this.trace, this.known, following, debugged);
    this.wire.tell({ type: 'summary', summary });
  }
}
