// Pages that lost their host. When the extension host is restarted, as VS Code does after an update of the extension and after
// a crash, VS Code leaves the tabs of custom editors as they were, and never asks the new host for what is in them: they
// answer nothing any more. Such a tab is replaced by a new one, in which the user is where they were.
import * as vscode from 'vscode';
import { branchViewTypes, viewTypes } from './viewTypes';

/** VS Code asks for what is in a tab as soon as it shows it. In milliseconds; the user waits as long for the new tab. */
const grace = 1500;

const key = 'tracefile.pages';
/** Names the session of VS Code in which the extension ran last. */
const sessionKey = 'tracefile.session';
/** Pages of which is known where the user was. */
const mostPages = 50;

/** A view type and the other one that opens the same files: VS Code takes the two for two editors. */
const siblings: ReadonlyMap<string, string> = new Map(
  [viewTypes, branchViewTypes].flatMap(({ always, optional }) => [
    [always, optional],
    [optional, always],
  ]),
);

/** Replaces the tabs that are lost, when they are shown, where this is not the first host of a session. */
export class LostPages implements vscode.Disposable {
  private readonly subscription: vscode.Disposable | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Editors that VS Code has asked this host for. */
  private readonly asked = new Set<string>();
  private readonly replaced = new Set<string>();

  constructor(private readonly memento: vscode.Memento) {
    const { sessionId } = vscode.env;
    // In a session that has just begun every tab is asked for, however long a busy machine takes.
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
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** VS Code asks for a file in an editor. */
  noteAsked(viewType: string, uri: vscode.Uri): void {
    this.asked.add(editorKey(viewType, uri));
  }

  /** Keeps where the user is on a page of a file, as JSON. */
  remember(file: vscode.Uri, page: string): void {
    const others = this.remembered.filter(([kept]) => kept !== file.toString());
    void this.memento.update(key, [[file.toString(), page], ...others].slice(0, mostPages));
  }

  /** Where the user was on a page of a file, if the tab is there in place of one that was lost; told once. */
  takePlace(tab: vscode.Uri, file: vscode.Uri): string | undefined {
    if (!this.replaced.delete(tab.toString())) return undefined;
    return this.remembered.find(([kept]) => kept === file.toString())?.[1];
  }

  private get remembered(): readonly (readonly [file: string, page: string])[] {
    return this.memento.get<[string, string][]>(key, []);
  }

  private watch(tab: vscode.Tab): void {
    const shown = editorOf(tab);
    if (!shown || !tab.isActive || this.isAsked(shown)) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.isAsked(shown)) void this.replace(shown);
    }, grace);
    this.timers.add(timer);
  }

  private isAsked({ viewType, uri }: vscode.TabInputCustom): boolean {
    return this.asked.has(editorKey(viewType, uri));
  }

  /** Replaces each tab of a file that is lost: they share what is in them. */
  private async replace({ viewType, uri }: vscode.TabInputCustom): Promise<void> {
    const lost = allTabs().filter((tab) => {
      const shown = editorOf(tab);
      return shown?.viewType === viewType && shown.uri.toString() === uri.toString();
    });
    const sibling = siblings.get(viewType);
    for (const { group, isActive, isPreview } of lost) {
      this.replaced.add(uri.toString());
      await vscode.commands.executeCommand('vscode.openWith', uri, sibling, {
        viewColumn: group.viewColumn,
        preview: isPreview,
        preserveFocus: !(group.isActive && isActive),
        background: !isActive,
      });
    }
    await vscode.window.tabGroups.close(lost, true);
  }
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

/** The editor of ours in a tab. */
function editorOf({ input }: vscode.Tab): vscode.TabInputCustom | undefined {
  return input instanceof vscode.TabInputCustom && siblings.has(input.viewType) ? input : undefined;
}

function editorKey(viewType: string, uri: vscode.Uri): string {
  return `${viewType} ${uri.toString()}`;
}
