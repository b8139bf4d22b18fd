// The commands on bookmarks: of the trace that is shown, at its frame, or of an entry in the view.
import * as vscode from 'vscode';
import type { Bookmarks } from './bookmarks';
import { BookmarkItem } from './bookmarksView';
import { activeTrace } from './debugging';
import type { WithTrace } from './launchPickers';
import { showInformation } from './notify';
import { debuggedTrace } from './shownTrace';

/** What the commands act on. */
interface BookmarkServices {
  readonly bookmarks: Bookmarks;
  readonly withTrace: WithTrace;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
  /** The frame for which a command was chosen from a context menu of the trace editor. */
  frameOfMenu(given: unknown): number | undefined;
}

/** A frame of a trace. */
interface Where {
  readonly file: vscode.Uri;
  readonly frame: number;
}

/** Registers the commands; disposing of the result takes them away. */
export function registerBookmarkCommands(services: BookmarkServices): vscode.Disposable {
  const { bookmarks } = services;
  const at =
    (act: (where: Where) => void | Promise<void>) =>
    async (item?: unknown): Promise<void> => {
      const where = item instanceof BookmarkItem ? ofItem(item) : await shown(services, item);
      if (where) await act(where);
    };
  const commands: Record<string, (item?: unknown) => Promise<void>> = {
    'tracefile.toggleBookmark': at(({ file, frame }) => {
      bookmarks.toggle(file, frame);
    }),
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
    say(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
    return undefined;
  }
  const frame = await services.withTrace(file, async (trace) => {
    const wanted = services.frameOfMenu(given) ?? trace.position;
    return (await trace.reach(wanted)) ? wanted : undefined;
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
  else if (direction > 0) say(vscode.l10n.t('There is no bookmark after frame {0}.', frame));
  else say(vscode.l10n.t('There is no bookmark before frame {0}.', frame));
}

function say(sentence: string): void {
  void showInformation(sentence);
}
