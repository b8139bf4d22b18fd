// The view "Trace Bookmarks" in the debug sidebar: the bookmarks of the traces that are open.
import * as vscode from 'vscode';
import type { OpenTraces } from '../trace/openTraces';
import { baseName } from '../trace/paths';
import type { Bookmark, Bookmarks } from './bookmarks';
import { activeTrace, debuggedTrace } from './shownTrace';
import type { WithTrace } from './workspaceTraces';
import { inform } from './notify';

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
        void this.setOpenContext();
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

  private async setOpenContext(): Promise<void> {
    const isOpen = this.traces.all.size > 0;
    await vscode.commands.executeCommand('setContext', openContext, isOpen);
  }
}

/** What the commands act on. */
interface BookmarkServices {
  readonly bookmarks: Bookmarks;
  readonly withTrace: WithTrace;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
  /** The frame for which a command was chosen from a context menu of the trace editor. */
  frameOfMenu(given: unknown): number | undefined;
  /** The frames of the selected rows, where the command was chosen for them. */
  selectedFrames(file: vscode.Uri, given: unknown): readonly number[] | undefined;
}

/** A frame of a trace. */
interface Where {
  readonly file: vscode.Uri;
  readonly frame: number;
}

/** Registers the commands; disposing of the result removes them. */
export function registerBookmarkCommands(services: BookmarkServices): vscode.Disposable {
  const { bookmarks } = services;
  const at =
    (act: (where: Where) => void | Promise<void>) =>
    async (item?: unknown): Promise<void> => {
      const where = item instanceof BookmarkItem ? ofItem(item) : await shown(services, item);
      if (where) await act(where);
    };
  const toggle = at(({ file, frame }) => {
    bookmarks.toggle(file, frame);
  });
  const commands: Record<string, (item?: unknown) => Promise<void>> = {
    'tracefile.toggleBookmark': async (item) => {
      const file = activeTrace();
      const frames = file && services.selectedFrames(file, item);
      if (file && frames) bookmarks.toggleAll(file, frames);
      else await toggle(item);
    },
    'tracefile.editBookmarkNote': at((where) => editNote(bookmarks, where)),
    'tracefile.removeBookmark': at(({ file, frame }) => {
      bookmarks.remove(file, frame);
    }),
    'tracefile.removeAllBookmarks': at(({ file }) => {
      bookmarks.removeAll(file);
    }),
    'tracefile.nextBookmark': at((where) => goToNext(services, where, 1)),
    'tracefile.previousBookmark': at((where) => goToNext(services, where, -1)),
    'tracefile.goToBookmark': at(({ file, frame }) => services.goToFrame(file, frame)),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

function ofItem({ file, bookmark: { frame } }: BookmarkItem): Where {
  return { file, frame };
}

async function shown(services: BookmarkServices, given: unknown): Promise<Where | undefined> {
  const file = activeTrace() ?? debuggedTrace();
  if (!file) {
    inform(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
    return undefined;
  }
  const frame = await services.withTrace(file, async (trace) => {
    const wanted = services.frameOfMenu(given) ?? trace.cursor.frame;
    return (await trace.recording.reach(wanted)) ? wanted : undefined;
  });
  return frame === undefined ? undefined : { file, frame };
}

async function editNote(bookmarks: Bookmarks, { file, frame }: Where): Promise<void> {
  const before = bookmarks.of(file).find((each) => each.frame === frame)?.note ?? '';
  const note = await vscode.window.showInputBox({
    title: vscode.l10n.t('Note on Frame {0}', frame),
    prompt: vscode.l10n.t('It is kept for this trace, and exported with it.'),
    value: before,
  });
  if (note !== undefined) bookmarks.setNote(file, frame, note.trim());
}

async function goToNext(
  services: BookmarkServices,
  { file, frame }: Where,
  direction: 1 | -1,
): Promise<void> {
  const next = services.bookmarks.next(file, frame, direction);
  if (next) await services.goToFrame(file, next.frame);
  else if (direction > 0) inform(vscode.l10n.t('There is no bookmark after frame {0}.', frame));
  else inform(vscode.l10n.t('There is no bookmark before frame {0}.', frame));
}
