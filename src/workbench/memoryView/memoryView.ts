// The memory view: a webview next to the debug console. It shows the memory of the debugger's
// current frame, else that of the trace in the active tab, and follows both.
import * as vscode from 'vscode';
import type { Disposable } from '../../trace/emitter';
import type { OpenTraces, TraceLease } from '../../trace/openTraces';
import { PreviousPosition } from '../../trace/cursor';
import { showError } from '../notify';
import { selectedLevel, shownTrace } from '../shownTrace';
import { answerByName } from '../../ask/answerByName';
import { memoryQuestions, type MemoryQuestions } from '../../ask/memoryView/memoryQuestions';
import { messageOf, RequestFailed } from '../../bytes/requestFailed';
import { HostWire, type RequestRun } from '../../wire/host';
import { memoryAct, type MemoryAct, type MemoryEvent } from './messages';
import { MemoryViewSettings } from './settings';
import { menuValue } from '../variableMenu';

/** The view, as package.json names it. */
const memoryViewId = 'tracefile.memory';

/** Makes a page of the extension in a webview: `memory`. */
type MakePage = (webview: vscode.Webview) => void;

/** A trace that the view shows. */
interface Shown {
  readonly file: vscode.Uri;
  readonly lease: TraceLease;
  readonly previous: PreviousPosition;
  readonly subscriptions: readonly Disposable[];
}

/** The one memory view. */
export class MemoryView implements vscode.WebviewViewProvider, vscode.Disposable {
  private readonly settings: MemoryViewSettings;
  private readonly subscriptions: vscode.Disposable;
  private view: vscode.WebviewView | undefined;
  private shown: Shown | undefined;
  private wire: HostWire<MemoryQuestions, MemoryAct, MemoryEvent> | undefined;
  private following: Promise<void> = Promise.resolve();

  constructor(
    private readonly traces: OpenTraces,
    private readonly makePage: MakePage,
    memento: vscode.Memento,
  ) {
    this.settings = new MemoryViewSettings(memento);
    const follow = () => {
      this.follow();
    };
    const refresh = () => {
      this.tell();
    };
    this.subscriptions = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(memoryViewId, this),
      vscode.debug.onDidChangeActiveDebugSession(follow),
      vscode.debug.onDidChangeActiveStackItem(refresh),
      vscode.window.tabGroups.onDidChangeTabs(follow),
      vscode.window.tabGroups.onDidChangeTabGroups(follow),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.makePage(view.webview);
    const wire = this.wireTo(view.webview);
    this.wire = wire;
    view.webview.onDidReceiveMessage((message: unknown) => {
      wire.receive(message);
    });
    view.onDidChangeVisibility(() => {
      this.follow();
    });
    view.onDidDispose(() => {
      wire.dispose();
      this.view = this.wire = undefined;
      this.follow();
    });
  }

  /** Shows the view, and memory at an expression. */
  async look(expression: string): Promise<void> {
    const file = shownTrace();
    if (file) await this.settings.look(file, expression);
    await vscode.commands.executeCommand(`${memoryViewId}.focus`);
    this.tell(true);
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.release();
  }

  private wireTo(webview: vscode.Webview): HostWire<MemoryQuestions, MemoryAct, MemoryEvent> {
    const reportError = (error: unknown) => {
      showError(vscode.l10n.t('The memory cannot be shown: {0}.', messageOf(error)));
    };
    return new HostWire(
      { requests: memoryQuestions, act: memoryAct },
      (message) => void webview.postMessage(message),
      {
        answer: (name, input, run) => this.answer(name, input, run),
        act: (act) => {
          this.act(act).catch(reportError);
        },
        ready: () => {
          this.follow();
          this.tell(true);
        },
        failed: reportError,
      },
    );
  }

  private async answer(name: string, input: unknown, run: RequestRun): Promise<unknown> {
    const { shown } = this;
    if (!shown) throw new RequestFailed(vscode.l10n.t('No trace is debugged or shown.'));
    const { frame: before } = shown.previous;
    const level = await selectedLevel();
    const stop = { trace: shown.lease.trace, level, ...(before !== undefined && { before }) };
    return answerByName(memoryQuestions, name, stop, input, run);
  }

  private async act(act: MemoryAct): Promise<void> {
    const { shown, settings } = this;
    if (act.type === 'copy') {
      await vscode.env.clipboard.writeText(act.text);
      return;
    }
    if (!shown) return;
    if (act.type === 'look') await settings.look(shown.file, act.expression);
    else await settings.show(shown.file, act);
    this.tell(act.type === 'look');
  }

  /** Takes a share in the trace that is debugged or in front, while the view can be seen. */
  private follow(): void {
    this.following = this.following.then(() => this.followNow()).catch(() => undefined);
  }

  private async followNow(): Promise<void> {
    const file = this.view?.visible ? shownTrace() : undefined;
    if (file?.toString() === this.shown?.file.toString()) return;
    this.release();
    const lease = file && (await this.traces.acquire(file.toString()));
    if (file && lease && !('problem' in lease)) {
      const { trace } = lease;
      const refresh = () => {
        this.tell();
      };
      const subscriptions = [trace.cursor.onDidMove(refresh), trace.onDidChange(refresh)];
      this.shown = {
        file,
        lease,
        previous: new PreviousPosition(trace.cursor, trace.cursor.frame),
        subscriptions,
      };
    }
    this.tell(true);
  }

  private release(): void {
    const { shown } = this;
    this.shown = undefined;
    for (const each of shown ? [...shown.subscriptions, shown.previous, shown.lease] : [])
      each.dispose();
  }

  /** Tells the page what is shown now. `anew`: at the place's first bytes. */
  private tell(anew = false): void {
    const { shown, wire } = this;
    if (shown) wire?.tell({ type: 'shown', settings: this.settings.of(shown.file), anew });
    else wire?.tell({ type: 'nothing' });
  }
}

/** Shows memory at the value whose menu was used; asks for an expression without one. */
export async function viewMemory(view: MemoryView, menu: unknown): Promise<void> {
  const { expression, memoryReference } = menuValue(menu);
  const at = await expressionFor(expression, memoryReference);
  const typed = at ?? (await askForExpression());
  if (typed !== undefined) await view.look(typed);
}

function askForExpression(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('View Memory'),
    prompt: vscode.l10n.t('An address, a register, a pointer or any other expression'),
    placeHolder: '$sp',
    // The expression may be looked up in the source meanwhile.
    ignoreFocusOut: true,
  });
}

/**
 * The expression that gives a value's address at every stop: the value itself for a register, a
 * pointer or an array, its address for a number. A value without an expression is shown at its
 * address now.
 */
async function expressionFor(
  expression: string | undefined,
  memoryReference: string | undefined,
): Promise<string | undefined> {
  if (memoryReference === undefined) return expression;
  if (expression === undefined) return memoryReference;
  const address = `&(${expression})`;
  return (await pointsTo(address, memoryReference)) ? address : expression;
}

async function pointsTo(expression: string, memoryReference: string): Promise<boolean> {
  const item = vscode.debug.activeStackItem;
  const frameId = item instanceof vscode.DebugStackFrame ? item.frameId : undefined;
  try {
    const body: unknown = await vscode.debug.activeDebugSession?.customRequest('evaluate', {
      expression,
      context: 'watch',
      ...(frameId !== undefined && { frameId }),
    });
    return (body as { memoryReference?: string } | undefined)?.memoryReference === memoryReference;
  } catch {
    return false;
  }
}
