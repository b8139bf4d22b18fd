// The view "Trace Bookmarks" in the debug sidebar: the bookmarks of the traces that are open.
import * as vscode from 'vscode';
import type { OpenTraces } from '../trace/openTraces';
import { baseName } from '../trace/paths';
import type { Bookmark, Bookmarks } from './bookmarks';

/** The view's id, and the context in which it is shown. */
const viewId = 'tracefile.bookmarks';
const openContext = 'tracefile.traceOpen';

/** A bookmark of a trace, as the view and its commands have it. */
export class BookmarkItem {
  constructor(
    readonly file: vscode.Uri,
    readonly bookmark: Bookmark,
  ) {}
}

/** A trace with its bookmarks, where several are open. */
class TraceItem {
  constructor(readonly file: vscode.Uri) {}
}

type Item = BookmarkItem | TraceItem;

/** Fills the view. */
export class BookmarksView implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly bookmarks: Bookmarks,
    private readonly traces: OpenTraces,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      vscode.window.registerTreeDataProvider(viewId, this),
      bookmarks.onDidChange(() => {
        this.changed.fire();
      }),
      traces.onDidChange(() => {
        this.changed.fire();
        void this.sayWhetherOpen();
      }),
    );
  }

  getChildren(item?: Item): Item[] {
    if (item instanceof BookmarkItem) return [];
    if (item) return this.of(item.file);
    const files = this.files.filter((file) => this.bookmarks.of(file).length > 0);
    const [only, ...others] = files;
    return only && others.length === 0 ? this.of(only) : files.map((file) => new TraceItem(file));
  }

  getTreeItem(item: Item): vscode.TreeItem {
    if (item instanceof TraceItem) {
      const name = baseName(item.file.path);
      const tree = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
      tree.resourceUri = item.file;
      return tree;
    }
    const { frame, note } = item.bookmark;
    const tree = new vscode.TreeItem(vscode.l10n.t('Frame {0}', frame));
    tree.description = note;
    tree.tooltip = note === '' ? baseName(item.file.path) : note;
    tree.iconPath = new vscode.ThemeIcon('bookmark');
    tree.contextValue = 'bookmark';
    tree.command = {
      command: 'tracefile.goToBookmark',
      title: vscode.l10n.t('Go to Frame {0}', frame),
      arguments: [item],
    };
    return tree;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private get files(): vscode.Uri[] {
    return [...this.traces.all.keys()].map((key) => vscode.Uri.parse(key));
  }

  private of(file: vscode.Uri): BookmarkItem[] {
    return this.bookmarks.of(file).map((bookmark) => new BookmarkItem(file, bookmark));
  }

  private async sayWhetherOpen(): Promise<void> {
    const isOpen = this.traces.all.size > 0;
    await vscode.commands.executeCommand('setContext', openContext, isOpen);
  }
}
