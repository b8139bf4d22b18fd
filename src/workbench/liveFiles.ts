// Watches the files of the traces that are open, so that what is shown follows them.
import * as vscode from 'vscode';
import type { OpenTraces } from '../trace/openTraces';
import { baseName } from '../trace/paths';
import type { Trace } from '../trace/trace';

/** Milliseconds of quiet that are waited for: a file is written in many steps. */
const quiet = 200;
/** Milliseconds after which a file that is never quiet is read all the same. */
const patience = 2000;

/** Tells the open traces when their files change. */
export class LiveFiles implements vscode.Disposable {
  private readonly watched = new Map<string, WatchedFile>();
  private readonly subscription: { dispose(): void };

  constructor(private readonly traces: OpenTraces) {
    this.subscription = traces.onDidChange(() => {
      this.follow();
    });
  }

  dispose(): void {
    this.subscription.dispose();
    for (const file of this.watched.values()) file.dispose();
    this.watched.clear();
  }

  private follow(): void {
    const open = this.traces.all;
    for (const [key, file] of this.watched) {
      if (open.has(key)) continue;
      file.dispose();
      this.watched.delete(key);
    }
    for (const [key, trace] of open) {
      if (this.watched.has(key)) continue;
      const changed = () => void this.traces.fileChanged(key);
      const pattern = filesOf(vscode.Uri.parse(key), trace);
      this.watched.set(key, new WatchedFile(pattern, changed));
    }
  }
}

/** The files that a trace is read from: its own, or those in the folder that names it. */
function filesOf(uri: vscode.Uri, { madeOf }: Trace): vscode.RelativePattern {
  if (madeOf) return new vscode.RelativePattern(uri, `{${madeOf.join(',')}}`);
  return new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), literal(baseName(uri.path)));
}

/** The files of one trace; tells that they changed when they are quiet again. */
class WatchedFile implements vscode.Disposable {
  private readonly watcher: vscode.FileSystemWatcher;
  private timer: NodeJS.Timeout | undefined;
  private since: number | undefined;

  constructor(
    pattern: vscode.RelativePattern,
    private readonly changed: () => void,
  ) {
    this.watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const soon = () => {
      this.soon();
    };
    this.watcher.onDidChange(soon);
    this.watcher.onDidCreate(soon);
    this.watcher.onDidDelete(soon);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watcher.dispose();
  }

  private soon(): void {
    const now = Date.now();
    this.since ??= now;
    clearTimeout(this.timer);
    const wait = Math.max(0, Math.min(quiet, this.since + patience - now));
    this.timer = setTimeout(() => {
      this.since = undefined;
      this.changed();
    }, wait);
  }
}

/** A glob pattern that means one name. */
function literal(name: string): string {
  return name.replace(/[*?{}[\]]/g, (character) => `[${character}]`);
}
