// The frames of the open traces at the lines of sources. sourceHitDisplay.ts shows them.
import * as vscode from 'vscode';
import { hitsByLine, type LineHits } from '../trace/hitCounts';
import type { OpenTraces } from '../trace/openTraces';
import { folderOf } from '../trace/paths';
import { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';
import { pathOf } from './filePaths';
import { fileExists, workspaceFolders } from './files';
import { savedSourceMap } from './sources';

/** How hits are shown. */
type HitStyle = 'codeLens' | 'decoration' | 'off';

/** The frames of one trace at the lines of a source. */
export interface TraceHits {
  /** The trace's file, as a URI. */
  readonly key: string;
  readonly trace: Trace;
  /** By line, counted from 1. */
  readonly lines: ReadonlyMap<number, LineHits>;
}

/** Milliseconds for which changes are gathered: an index that grows tells of it often. */
const gathering = 100;

/** Finds the frames at the lines of sources, and tells when they may be others. */
export class SourceHits implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable;
  private readonly followed = new Map<Trace, { dispose(): void }>();
  private readonly lookups = new Map<string, SourceLookup>();
  private readonly found = new Map<string, Promise<readonly TraceHits[]>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly traces: OpenTraces) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      traces.onDidChange(() => {
        this.follow();
        this.forget();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('tracefile')) this.forget();
      }),
    );
  }

  get style(): HitStyle {
    const style = vscode.workspace.getConfiguration('tracefile').get<string>('sourceHits');
    return style === 'decoration' || style === 'off' ? style : 'codeLens';
  }

  /** The traces that have frames at lines of a source of this machine. Never rejects. */
  of(path: string): Promise<readonly TraceHits[]> {
    let found = this.found.get(path);
    if (!found) {
      found = this.find(path).catch(() => []);
      this.found.set(path, found);
    }
    return found;
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.followed.values()) each.dispose();
    this.subscriptions.dispose();
  }

  private follow(): void {
    const open = new Set(this.traces.all.values());
    for (const [trace, subscription] of this.followed) {
      if (open.has(trace)) continue;
      subscription.dispose();
      this.followed.delete(trace);
    }
    for (const trace of open) {
      if (this.followed.has(trace)) continue;
      const subscription = trace.onDidChange(() => {
        this.forget();
      });
      this.followed.set(trace, subscription);
    }
  }

  private forget(): void {
    this.found.clear();
    this.lookups.clear();
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed.fire();
    }, gathering);
  }

  private async find(path: string): Promise<readonly TraceHits[]> {
    const found: TraceHits[] = [];
    for (const [key, trace] of this.traces.all) {
      const recorded = await this.lookup(key).recordedAs(path, await trace.programs.sourceFiles());
      const lines = await hitsByLine(trace, recorded);
      if (lines.size > 0) found.push({ key, trace, lines });
    }
    return found;
  }

  /** Sources are found as breakpoints find them. */
  private lookup(key: string): SourceLookup {
    let lookup = this.lookups.get(key);
    if (!lookup) {
      const folders = [folderOf(pathOf(vscode.Uri.parse(key))), ...workspaceFolders()];
      lookup = new SourceLookup({ sourceMap: savedSourceMap(), folders }, fileExists);
      this.lookups.set(key, lookup);
    }
    return lookup;
  }
}
