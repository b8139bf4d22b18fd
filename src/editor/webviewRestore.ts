// Restores webviews that lost their host. When the extension host restarts, after an update or a
// crash, VS Code keeps the tabs of custom editors, but never asks the new host for their contents:
// such a tab no longer responds, and is replaced by a new one. What a page showed is remembered by
// its file: a new tab of that file shows the same.
import * as vscode from 'vscode';
import { allTabs, branchViewTypes, bytesViewType, viewTypes } from './traceTabs';

/**
 * VS Code asks for what is in a tab as soon as it shows it. In milliseconds; the user waits as long
 * for the new tab.
 */
const grace = 1500;
/**
 * The same if nothing shows whether the session has just begun: on a busy machine that takes long.
 */
const longGrace = 15_000;
/** What VS Code calls every session where telemetry is left out or, in a browser, off. */
const anySession = 'someValue.sessionId';

const key = 'tracefile.pages';
/** Names the session of VS Code in which the extension ran last. */
const sessionKey = 'tracefile.session';
/** Pages whose state is saved. */
const maxPages = 50;

/**
 * A view type and the other one that opens the same files: VS Code takes the two for two editors.
 * One that is alone is closed before it is opened again.
 */
const siblings: ReadonlyMap<string, string | undefined> = new Map([
  ...[viewTypes, branchViewTypes].flatMap(({ always, optional }): [string, string][] => [
    [always, optional],
    [optional, always],
  ]),
  [bytesViewType, undefined],
]);

/** Replaces lost tabs when they are shown, if this is not the first host of a session. */
export class WebviewRestore implements vscode.Disposable {
  private readonly subscription: vscode.Disposable | undefined;
  /** By what they are for, until it is replaced. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly grace = vscode.env.sessionId === anySession ? longGrace : grace;
  /** Editors that VS Code has asked this host for. */
  private readonly asked = new Set<string>();

  constructor(private readonly memento: vscode.Memento) {
    const { sessionId } = vscode.env;
    // In a session that has just begun VS Code asks for every tab, however long a busy machine
    // takes.
    if (memento.get(sessionKey) !== sessionId) {
      void memento.update(sessionKey, sessionId);
      return;
    }
    this.subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      for (const tab of [...opened, ...changed]) this.watch(tab);
    });
    for (const tab of allTabs()) this.watch(tab);
  }

  dispose(): void {
    this.subscription?.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  /** VS Code asks for a file in an editor. */
  noteAsked(viewType: string, uri: vscode.Uri): void {
    this.asked.add(editorKey(viewType, uri));
  }

  /** Saves the state of a page of a file, as JSON. */
  remember(file: vscode.Uri, page: string): void {
    const others = this.remembered.filter(([kept]) => kept !== file.toString());
    void this.memento.update(key, [[file.toString(), page], ...others].slice(0, maxPages));
  }

  /** The state of the page of a file that was saved last. */
  pageOf(file: vscode.Uri): string | undefined {
    return this.remembered.find(([kept]) => kept === file.toString())?.[1];
  }

  private get remembered(): readonly (readonly [file: string, page: string])[] {
    return this.memento.get<[string, string][]>(key, []);
  }

  private watch(tab: vscode.Tab): void {
    const shown = editorOf(tab);
    if (!shown || !tab.isActive || this.isAsked(shown)) return;
    const name = editorKey(shown.viewType, shown.uri);
    if (this.timers.has(name)) return;
    const end = () => this.timers.delete(name);
    const timer = setTimeout(() => {
      if (this.isAsked(shown)) end();
      else this.replace(shown).then(end, end);
    }, this.grace);
    this.timers.set(name, timer);
  }

  private isAsked({ viewType, uri }: vscode.TabInputCustom): boolean {
    return this.asked.has(editorKey(viewType, uri));
  }

  /** Replaces each tab of a file that is lost: they share what is in them. */
  private async replace(lost: vscode.TabInputCustom): Promise<void> {
    const { viewType, uri } = lost;
    const sibling = siblings.get(viewType);
    const tabs = tabsOf(lost);
    if (sibling === undefined) await vscode.window.tabGroups.close(tabs, true);
    for (const { group, isActive, isPreview } of tabs) {
      await vscode.commands.executeCommand('vscode.openWith', uri, sibling ?? viewType, {
        viewColumn: group.viewColumn,
        preview: isPreview,
        preserveFocus: !(group.isActive && isActive),
        background: !isActive,
      });
    }
    if (sibling !== undefined) await vscode.window.tabGroups.close(tabsOf(lost), true);
  }
}

/** The tabs of a file in an editor, as they are now. */
function tabsOf({ viewType, uri }: vscode.TabInputCustom): vscode.Tab[] {
  return allTabs().filter((tab) => {
    const shown = editorOf(tab);
    return shown?.viewType === viewType && shown.uri.toString() === uri.toString();
  });
}

/** The editor of ours in a tab. */
function editorOf({ input }: vscode.Tab): vscode.TabInputCustom | undefined {
  return input instanceof vscode.TabInputCustom && siblings.has(input.viewType) ? input : undefined;
}

function editorKey(viewType: string, uri: vscode.Uri): string {
  return `${viewType} ${uri.toString()}`;
}
