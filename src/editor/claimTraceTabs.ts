// `.tf` belongs to Terraform too (ARCHITECTURE.md, decision 6). A text tab of a `.tf` file that
// begins as a trace file does is moved to the trace editor; so is that of a `.tfile`, which VS Code
// opens as text where it is started with it. What the user reopens as text stays
// text. Diffs are tabs of another kind, and files of other schemes than the workspace's own (git:
// among them) are left alone.
import * as vscode from 'vscode';

/** Moves the text tabs of traces that are open now, and those opened later. */
export class TraceTabClaims implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  private readonly keptAsText: KeptAsText;
  /** Text tabs that are being claimed, by column and URI: VS Code reports a new tab twice. */
  private readonly claiming = new Set<string>();
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
    if (!claimed || this.keptAsText.has(claimed.uri)) return;
    const name = nameIn(tab.group, claimed.uri);
    if (this.claiming.has(name)) return;
    this.claiming.add(name);
    await this.decide(tab, claimed).finally(() => this.claiming.delete(name));
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

  private async decide(tab: vscode.Tab, { uri, viewType }: Claimable): Promise<void> {
    const replaced = this.replacesTraceEditor(tab, uri);
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

  private async move(tab: vscode.Tab, { uri, viewType }: Claimable): Promise<void> {
    const { group } = tab;
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, {
      viewColumn: group.viewColumn,
      preview: tab.isPreview,
      preserveFocus: !group.isActive,
    });
    const text = allTabs().filter(
      (other) => isTextOf(other, uri) && other.group.viewColumn === group.viewColumn,
    );
    const wasInFront = text.some((other) => other.isActive);
    await vscode.window.tabGroups.close(text, true);
    // Not waited for: meanwhile another click may open the text again, which is to be claimed too.
    if (wasInFront) this.coverLateText(group, { uri, viewType }).catch(() => undefined);
  }

  /**
   * Where VS Code finds only after the text was closed that it is too large, it says so over the
   * trace editor (`EditorPanes`: a pane that has its input begins no new operation, so that the one
   * of the text still counts). The trace editor is shown again, unless the user has closed it.
   */
  private async coverLateText(group: vscode.TabGroup, { uri, viewType }: Claimable): Promise<void> {
    if (!(await mayBeTooLarge(uri))) return;
    const name = nameIn(group, uri);
    const before = this.closingsOf(name);
    for (const late of lateTexts) {
      await new Promise((resolve) => setTimeout(resolve, late));
      const { activeTab, viewColumn } = group;
      if (!activeTab || !isTraceEditor(activeTab, uri)) return;
      const options = { viewColumn, preview: activeTab.isPreview, preserveFocus: true };
      await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
      if (this.closingsOf(name) === before) continue;
      // The user had closed it, or reopened it as text, before VS Code did what it was told.
      const back = group.tabs.filter((other) => isTraceEditor(other, uri));
      await vscode.window.tabGroups.close(back, true);
      return;
    }
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

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function tabUri(tab: vscode.Tab): vscode.Uri | undefined {
  const { input } = tab;
  const hasUri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return hasUri ? input.uri : undefined;
}

function isTextOf(tab: vscode.Tab, uri: vscode.Uri): boolean {
  return tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString();
}

function isTraceEditor(tab: vscode.Tab, uri?: vscode.Uri): boolean {
  const { input } = tab;
  if (!(input instanceof vscode.TabInputCustom)) return false;
  const ours = Object.values<string>(viewTypes).includes(input.viewType);
  return ours && (!uri || input.uri.toString() === uri.toString());
}

/** What a text tab shows, and the trace editor that takes it. */
interface Claimable {
  uri: vscode.Uri;
  viewType: string;
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

/** Milliseconds after which VS Code may still find a text too large, one after the other. */
const lateTexts = [100, 400, 1500, 4000];

/** Bytes: the smallest limit for texts that VS Code has by itself, for a remote machine's files. */
const remoteTextLimit = 10 * 2 ** 20;

async function mayBeTooLarge(uri: vscode.Uri): Promise<boolean> {
  const workbench = vscode.workspace.getConfiguration('workbench', uri);
  const megabytes = workbench.get<number>('editorLargeFileConfirmation') ?? Infinity;
  const { size } = await vscode.workspace.fs.stat(uri);
  return size >= Math.min(remoteTextLimit, megabytes * 2 ** 20);
}

/** A file in a group of tabs. */
function nameIn({ viewColumn }: vscode.TabGroup, uri: vscode.Uri): string {
  return `${viewColumn} ${uri.toString()}`;
}

/**
 * The editor's view types: the first takes `*.tfile`, the second `*.tf` and the `metadata` of gdb’s
 * CTF when it is asked to.
 */
export const viewTypes = { always: 'tracefile.view', optional: 'tracefile.option' } as const;

/** The file of a trace as bytes, in an editor of its own. */
export const bytesViewType = 'tracefile.bytes';

/** The page of two compared traces. */
export const comparisonViewType = 'tracefile.comparison';

/** Of branch traces: the first takes `*.btrace`, the second `*.xml` when it is asked to. */
export const branchViewTypes = {
  always: 'tracefile.branch',
  optional: 'tracefile.branchOption',
} as const;
