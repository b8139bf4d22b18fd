// `.tf` belongs to Terraform too (ARCHITECTURE.md, decision 6). A text tab of a `.tf` file that
// begins as a trace file does is moved to the trace editor; so is that of a `.tfile`, which VS Code
// opens as text where it is started with it. What the user reopens as text stays text. Diffs are
// tabs of another kind, and files of other schemes than the workspace's own (git: among them) are
// left alone.
import * as vscode from 'vscode';
import {
  type Claimable,
  allTabs,
  isTextOf,
  isTraceEditor,
  tabsBeside,
  viewTypes,
} from './traceTabs';

/** Moves the text tabs of traces that are open now, and those opened later. */
export class TraceTabClaims implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  private readonly keptAsText: KeptAsText;
  /** The latest claim of each column and URI: they are decided one after the other. */
  private readonly claiming = new Map<string, Promise<void>>();
  /** Damaged files that the user was asked about. */
  private readonly offered = new Set<string>();
  /** How often trace editors were closed, by column and URI. */
  private readonly closings = new Map<string, number>();

  constructor(
    private readonly services: ClaimServices,
    memento: vscode.Memento,
  ) {
    this.keptAsText = new KeptAsText(memento);
    this.subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened, closed, changed }) => {
      for (const tab of closed) this.noteClosed(tab);
      for (const tab of [...opened, ...changed]) void this.claim(tab);
    });
    for (const tab of allTabs()) void this.claim(tab);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Turns a trace editor into a text tab, which stays one. */
  async openAsText(uri: vscode.Uri): Promise<void> {
    const editors = allTabs().filter((tab) => tab.isActive && isTraceEditor(tab, uri));
    this.keptAsText.add(uri);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    await vscode.window.tabGroups.close(editors, true);
  }

  private noteClosed(tab: vscode.Tab): void {
    const uri = tabUri(tab);
    if (!uri) return;
    if (isTraceEditor(tab)) {
      const name = nameIn(tab.group, uri);
      this.closings.set(name, this.closingsOf(name) + 1);
    } else if (!allTabs().some((other) => isTextOf(other, uri))) this.keptAsText.delete(uri);
  }

  private async claim(tab: vscode.Tab): Promise<void> {
    const claimed = claimable(tab);
    if (!claimed) return;
    const name = nameIn(tab.group, claimed.uri);
    const replaced = this.replacesTraceEditor(tab, claimed.uri);
    const decide = () => this.decide(tab, claimed, replaced);
    const decided = this.claiming.get(name)?.then(decide, decide) ?? decide();
    this.claiming.set(name, decided);
    await decided.finally(() => {
      if (this.claiming.get(name) === decided) this.claiming.delete(name);
    });
  }

  /** Offers to open a damaged trace, once for each file. */
  private async offer(tab: vscode.Tab, { uri, viewType }: Claimable): Promise<void> {
    const name = uri.toString();
    if (this.offered.has(name) || !(await this.services.isDamagedTrace(uri))) return;
    this.offered.add(name);
    const open = vscode.l10n.t('Open as GDB Trace');
    const asked = vscode.l10n.t(
      '{0} looks like a damaged trace file: open it as one?',
      uri.path.slice(uri.path.lastIndexOf('/') + 1),
    );
    if (await this.services.ask(asked, open)) await this.move(tab, { uri, viewType });
  }

  /** @param replaced what `replacesTraceEditor` answered when the tab was reported */
  private async decide(
    tab: vscode.Tab,
    { uri, viewType }: Claimable,
    replaced: Promise<boolean>,
  ): Promise<void> {
    // VS Code reports a new tab twice.
    const isThere = tabsBeside(tab).some((other) => isTextOf(other, uri));
    if (!isThere || this.keptAsText.has(uri)) return;
    if (!(await this.services.isTrace(uri))) {
      await this.offer(tab, { uri, viewType });
      return;
    }
    if (await replaced) this.keptAsText.add(uri);
    else await this.move(tab, { uri, viewType });
  }

  /**
   * Whether the user turned a trace editor into this text tab, which has just opened: “Reopen
   * Editor With…” opens the one and closes the other in one step, so the closing is reported before
   * the answer to a command that is sent now.
   */
  private async replacesTraceEditor({ group }: vscode.Tab, uri: vscode.Uri): Promise<boolean> {
    if (!group.tabs.some((other) => isTraceEditor(other, uri))) return false;
    const name = nameIn(group, uri);
    const before = this.closingsOf(name);
    await vscode.commands.executeCommand('noop');
    return this.closingsOf(name) > before;
  }

  private async move(tab: vscode.Tab, claimed: Claimable): Promise<void> {
    const { moveTab } = await import('./moveTab');
    const name = nameIn(tab.group, claimed.uri);
    await moveTab(tab, claimed, () => this.closingsOf(name));
  }

  private closingsOf(name: string): number {
    return this.closings.get(name) ?? 0;
  }
}

/** What the first bytes of a file say, and the user to that. */
interface ClaimServices {
  isTrace(uri: vscode.Uri): Promise<boolean>;
  /** It begins nearly as a trace file does. */
  isDamagedTrace(uri: vscode.Uri): Promise<boolean>;
  /** Asks the user; whether the button was pressed. */
  ask(sentence: string, button: string): Promise<boolean>;
}

/** Traces that the user wants as text, for as long as their tabs are open. */
class KeptAsText {
  private static readonly key = 'keptAsText';
  private readonly uris: Set<string>;

  constructor(private readonly memento: vscode.Memento) {
    this.uris = new Set(memento.get<string[]>(KeptAsText.key, []));
  }

  has(uri: vscode.Uri): boolean {
    return this.uris.has(uri.toString());
  }

  add(uri: vscode.Uri): void {
    this.uris.add(uri.toString());
    this.save();
  }

  delete(uri: vscode.Uri): void {
    if (this.uris.delete(uri.toString())) this.save();
  }

  private save(): void {
    void this.memento.update(KeptAsText.key, [...this.uris]);
  }
}

function tabUri(tab: vscode.Tab): vscode.Uri | undefined {
  const { input } = tab;
  const hasUri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return hasUri ? input.uri : undefined;
}

function claimable(tab: vscode.Tab): Claimable | undefined {
  if (!(tab.input instanceof vscode.TabInputText) || tab.isDirty) return undefined;
  const { uri } = tab.input;
  const viewType = viewTypeOf(uri);
  const own = uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  if (!own || viewType === undefined) return undefined;
  const wanted = vscode.workspace.getConfiguration('tracefile', uri).get<boolean>('autoOpen');
  return wanted === false ? undefined : { uri, viewType };
}

/** The trace editor for files of this name. */
function viewTypeOf({ path }: vscode.Uri): string | undefined {
  const extension = /\.(tf|tfile)$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return extension === 'tfile' ? viewTypes.always : viewTypes.optional;
}

/** A file in a group of tabs. */
function nameIn({ viewColumn }: vscode.TabGroup, uri: vscode.Uri): string {
  return `${viewColumn} ${uri.toString()}`;
}
