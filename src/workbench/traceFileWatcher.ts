// Watches the files of the traces that are open, so that what is shown follows them.
import type { Recording } from '../trace/recording';
import * as vscode from 'vscode';
import type { OpenTraces } from '../trace/openTraces';
import { baseName } from '../trace/paths';

/** Tells the open traces when their files change. */
export class TraceFileWatcher implements vscode.Disposable {
  private readonly watched = new Map<string, vscode.FileSystemWatcher>();
  private readonly subscription: { dispose(): void };

  constructor(private readonly traces: OpenTraces) {
    this.subscription = traces.onDidChange(() => {
      this.follow();
    });
  }

  dispose(): void {
    this.subscription.dispose();
    for (const watcher of this.watched.values()) watcher.dispose();
    this.watched.clear();
  }

  private follow(): void {
    const open = this.traces.all;
    for (const [key, watcher] of this.watched) {
      if (open.has(key)) continue;
      watcher.dispose();
      this.watched.delete(key);
    }
    for (const [key, trace] of open) {
      if (this.watched.has(key)) continue;
      const files = filesOf(vscode.Uri.parse(key), trace.recording);
      const watcher = vscode.workspace.createFileSystemWatcher(files);
      const touched = () => {
        this.traces.fileTouched(key);
      };
      watcher.onDidChange(touched);
      watcher.onDidCreate(touched);
      watcher.onDidDelete(touched);
      this.watched.set(key, watcher);
    }
  }
}

/** The files that a trace is read from: its own, or those in the folder that names it. */
function filesOf(uri: vscode.Uri, { parts }: Recording): vscode.RelativePattern {
  if (parts) return new vscode.RelativePattern(uri, `{${parts.join(',')}}`);
  return new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), literal(baseName(uri.path)));
}

/** A glob pattern that means one name. */
function literal(name: string): string {
  return name.replace(/[*?{}[\]]/g, (character) => `[${character}]`);
}
