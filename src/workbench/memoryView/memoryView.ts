// The memory view: a webview next to the debug console. It shows the memory of the debugger's
// current frame, else that of the trace in the active tab, and follows both.
import { messageWithoutSteering } from '../../bytes/text';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Disposable } from '../../trace/emitter';
import type { OpenTraces, TraceLease } from '../../trace/openTraces';
import { PreviousPosition } from '../../trace/cursor';
import { showError } from '../notify';
import { selectedLevel, shownTrace } from '../shownTrace';
import { memoryContents } from './contents';
import type { MemoryHostMessage } from './messages';
import { memoryPageMessage, type MemoryPageMessage } from './pageMessages';
import { MemoryViewSettings } from './settings';
import { menuValue } from '../variableMenu';

/** The view, as package.json names it. */
const memoryViewId = 'tracefile.memory';

/** Bytes shown from the place on at first, and how many come with each wish for more. */
const placeBytes = 256;
/** Bytes shown on either side of the place, at most. */
const maxPlaceBytes = 16_384;

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
  private bytesBefore = 0;
  private bytesAfter = placeBytes;
  /** Counts what was begun to be read: what a later one overtook is not shown. */
  private readings = 0;
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
      this.refresh();
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
    view.webview.onDidReceiveMessage((message: unknown) => {
      const read = v.safeParse(memoryPageMessage, message);
      if (read.success) this.attempt(() => this.answer(read.output));
    });
    view.onDidChangeVisibility(() => {
      this.follow();
    });
    view.onDidDispose(() => {
      this.view = undefined;
      this.follow();
    });
  }

  /** Shows the view, and memory at an expression. */
  async look(expression: string): Promise<void> {
    const file = shownTrace();
    if (file) await this.settings.look(file, expression);
    this.resetPlace();
    await vscode.commands.executeCommand(`${memoryViewId}.focus`);
    this.refresh();
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.release();
  }

  private async answer(message: MemoryPageMessage): Promise<void> {
    const { shown } = this;
    switch (message.type) {
      case 'ready':
        this.follow();
        this.refresh();
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'look':
        if (shown) await this.settings.look(shown.file, message.expression);
        this.resetPlace();
        break;
      case 'show': {
        const { groupSize, endian } = message;
        if (shown) await this.settings.show(shown.file, { groupSize, ...(endian && { endian }) });
        break;
      }
      case 'more':
        if (message.direction === 'before') this.bytesBefore = more(this.bytesBefore);
        else this.bytesAfter = more(this.bytesAfter);
        break;
    }
    this.refresh();
  }

  private resetPlace(): void {
    this.bytesBefore = 0;
    this.bytesAfter = placeBytes;
  }

  /** Takes a share in the trace that is debugged or in front, while the view can be seen. */
  private follow(): void {
    this.following = this.following.then(() => this.followNow()).catch(() => undefined);
  }

  private async followNow(): Promise<void> {
    const file = this.view?.visible ? shownTrace() : undefined;
    if (file?.toString() === this.shown?.file.toString()) return;
    this.release();
    this.resetPlace();
    const lease = file && (await this.traces.acquire(file.toString()));
    if (file && lease && !('problem' in lease)) {
      const { trace } = lease;
      const refresh = () => {
        this.refresh();
      };
      const subscriptions = [trace.cursor.onDidMove(refresh), trace.onDidChange(refresh)];
      this.shown = {
        file,
        lease,
        previous: new PreviousPosition(trace.cursor, trace.cursor.frame),
        subscriptions,
      };
    }
    this.refresh();
  }

  private release(): void {
    const { shown } = this;
    this.shown = undefined;
    for (const each of shown ? [...shown.subscriptions, shown.previous, shown.lease] : [])
      each.dispose();
  }

  private refresh(): void {
    this.attempt(() => this.postMemory());
  }

  private async postMemory(): Promise<void> {
    const { shown } = this;
    const reading = ++this.readings;
    if (!shown) {
      this.post({ type: 'nothing' });
      return;
    }
    const { trace } = shown.lease;
    if (!(await trace.recording.reach(trace.cursor.frame))) {
      this.post({ type: 'nothing' });
      return;
    }
    const settings = this.settings.of(shown.file);
    const { bytesBefore, bytesAfter } = this;
    const { frame: before } = shown.previous;
    const contents = await memoryContents(trace, {
      expression: settings.expression,
      bytesBefore,
      bytesAfter,
      level: await selectedLevel(),
      ...(before !== undefined && { before }),
    });
    if (reading === this.readings) this.post({ type: 'memory', contents, settings });
  }

  private post(message: MemoryHostMessage): void {
    void this.view?.webview.postMessage(messageWithoutSteering(message));
  }

  private attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      showError(vscode.l10n.t('The memory cannot be shown: {0}.', reason));
    });
  }
}

function more(bytes: number): number {
  return Math.min(bytes + placeBytes, maxPlaceBytes);
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
