// The memory view: a webview next to the debug console. It shows the memory of the debugger's
// current frame, else that of the trace in the active tab, and follows both.
import * as vscode from 'vscode';
import type { OpenTraces } from '../../trace/openTraces';
import { showError } from '../notify';
import { selectedLevel, shownTrace } from '../shownTrace';
import { menuValue } from '../variableMenu';
import { MemoryPanel } from './memoryPanel';
import { MemoryViewSettings } from './settings';

/** The view, as package.json names it. */
const memoryViewId = 'tracefile.memory';

/** Makes a page of the extension in a webview: `memory`. */
type MakePage = (webview: vscode.Webview) => void;

/** The one memory view. */
export class MemoryView implements vscode.WebviewViewProvider, vscode.Disposable {
  private readonly settings: MemoryViewSettings;
  private readonly subscriptions: vscode.Disposable;
  private panel: MemoryPanel | undefined;

  constructor(
    private readonly traces: OpenTraces,
    private readonly makePage: MakePage,
    memento: vscode.Memento,
  ) {
    this.settings = new MemoryViewSettings(memento);
    const follow = () => {
      this.panel?.follow();
    };
    this.subscriptions = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(memoryViewId, this),
      vscode.debug.onDidChangeActiveDebugSession(follow),
      vscode.debug.onDidChangeActiveStackItem(() => {
        this.panel?.tell();
      }),
      vscode.window.tabGroups.onDidChangeTabs(follow),
      vscode.window.tabGroups.onDidChangeTabGroups(follow),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    this.makePage(webview);
    const panel = new MemoryPanel(this.traces, this.settings, {
      post: (message) => void webview.postMessage(message),
      onDidReceive: webview.onDidReceiveMessage,
      shownTrace: () => (view.visible ? shownTrace() : undefined),
      selectedLevel,
      copy: async (text) => {
        await vscode.env.clipboard.writeText(text);
      },
      showError,
    });
    this.panel = panel;
    view.onDidChangeVisibility(panel.follow);
    view.onDidDispose(() => {
      panel.dispose();
      this.panel = undefined;
    });
  }

  /** Shows the view, and memory at an expression. */
  async look(expression: string): Promise<void> {
    const file = shownTrace();
    if (file) await this.settings.look(file, expression);
    await vscode.commands.executeCommand(`${memoryViewId}.focus`);
    this.panel?.tell(true);
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.panel?.dispose();
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
