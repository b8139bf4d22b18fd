// The debug sessions of this extension, by the traces that they show.
import * as vscode from 'vscode';
import { debugType } from './contributions';
import { traceOfSession } from './shownTrace';
import { savedSourceMap } from './sources';

/** The debug session that shows a trace, if there is one. */
export class DebuggedTraces implements vscode.Disposable {
  private readonly sessions = new Map<string, vscode.DebugSession>();
  private readonly starts = new Map<string, Promise<unknown>>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable;
  /** A debug session began or ended. */
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.debug.onDidStartDebugSession((session) => {
        if (session.type !== debugType) return;
        this.sessions.set(session.id, session);
        this.changed.fire();
        void showDebugView();
      }),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (this.sessions.delete(session.id)) this.changed.fire();
      }),
      this.changed,
    );
  }

  sessionOf(file: vscode.Uri): vscode.DebugSession | undefined {
    const key = file.toString();
    return [...this.sessions.values()].find(
      (session) => traceOfSession(session)?.toString() === key,
    );
  }

  /**
   * Shows the session that debugs a trace, and starts one where there is none; only one where a
   * button is pressed again before the debugger is seen. The session; undefined where it was
   * started by this call, or none was.
   */
  async show(
    file: vscode.Uri,
    start: () => Promise<unknown>,
  ): Promise<vscode.DebugSession | undefined> {
    const key = file.toString();
    const other = this.starts.get(key);
    if (other) await other;
    const session = this.sessionOf(file);
    if (session) {
      await showDebugView();
      return session;
    }
    if (other) return undefined;
    const started = start().finally(() => this.starts.delete(key));
    this.starts.set(key, started);
    await started;
    return undefined;
  }

  /** Sources are elsewhere now: every debugger looks again. */
  async refreshSources(): Promise<void> {
    for (const session of this.sessions.values()) {
      await session.customRequest('refreshSources', { sourceMap: savedSourceMap() });
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}

/**
 * VS Code opens its debug view at breakpoints; a trace begins stopped, and its variables are what
 * people come for.
 */
async function showDebugView(): Promise<void> {
  const when = vscode.workspace.getConfiguration('debug').get<string>('openDebug');
  if (when !== 'neverOpen') await vscode.commands.executeCommand('workbench.view.debug');
}
