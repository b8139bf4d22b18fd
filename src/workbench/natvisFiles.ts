// The Natvis files of the workspace: read when a trace is open, used for every trace, and read
// again when they change. What is wrong in them is in VS Code's list of problems.
import { appendUnder } from '../bytes/arrays';
import * as vscode from 'vscode';
import type { OpenTraces } from '../trace/openTraces';
import type { NatvisProblem, TracePrinters } from '../trace/printers';
import { pathOf, readText, uriOf } from './files';

const pattern = '**/*.natvis';
/** More files than any workspace has. */
const maxFiles = 200;

export class NatvisFiles implements vscode.Disposable {
  /** The texts of the files, by their paths. */
  private readonly texts = new Map<string, string>();
  private readonly traces = new Map<TracePrinters, { dispose(): void }>();
  private readonly collection = vscode.languages.createDiagnosticCollection('natvis');
  private readonly subscriptions: { dispose(): void }[];
  private watcher: vscode.FileSystemWatcher | undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly open: OpenTraces) {
    this.subscriptions = [
      this.collection,
      open.onDidChange(() => {
        this.follow();
      }),
    ];
  }

  dispose(): void {
    for (const each of [...this.subscriptions, ...this.traces.values()]) each.dispose();
    this.watcher?.dispose();
  }

  private follow(): void {
    const open = new Set([...this.open.all.values()].map(({ printers }) => printers));
    for (const [printers, subscription] of this.traces) {
      if (open.has(printers)) continue;
      subscription.dispose();
      this.traces.delete(printers);
    }
    if (open.size > 0 && !this.watcher) void this.find();
    for (const printers of open) {
      if (this.traces.has(printers)) continue;
      this.traces.set(
        printers,
        printers.onDidFindProblem(() => {
          this.showProblems();
        }),
      );
      printers.use(this.texts);
    }
    this.showProblems();
  }

  private async find(): Promise<void> {
    this.watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const read = (file: vscode.Uri) => void this.read([file]);
    this.watcher.onDidChange(read);
    this.watcher.onDidCreate(read);
    this.watcher.onDidDelete(read);
    const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxFiles);
    await this.read(files.sort((one, other) => (one.path < other.path ? -1 : 1)));
  }

  /** Reads files again, after those that are read now: what was read last is used. */
  private read(files: readonly vscode.Uri[]): Promise<void> {
    this.reading = this.reading.then(() => this.readNow(files));
    return this.reading;
  }

  /** Files that are gone are used no longer. */
  private async readNow(files: readonly vscode.Uri[]): Promise<void> {
    const read = new Map<string, string | undefined>();
    for (const path of files.map(pathOf)) read.set(path, await readText(path));
    for (const [path, text] of read) {
      if (text === undefined) this.texts.delete(path);
      else this.texts.set(path, text);
    }
    for (const printers of this.traces.keys()) printers.use(read);
    this.showProblems();
  }

  private showProblems(): void {
    const byFile = new Map<string, NatvisProblem[]>();
    for (const printers of this.traces.keys()) {
      for (const problem of printers.problems) appendUnder(byFile, problem.path, problem);
    }
    this.collection.clear();
    for (const [path, problems] of byFile) {
      this.collection.set(uriOf(path), diagnosticsOf(problems));
    }
  }
}

/** Several traces have the problems of one file. */
function diagnosticsOf(problems: readonly NatvisProblem[]): vscode.Diagnostic[] {
  const found = new Map<string, vscode.Diagnostic>();
  for (const { line, problem } of problems) {
    const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
    const diagnostic = new vscode.Diagnostic(range, problem, vscode.DiagnosticSeverity.Warning);
    diagnostic.source = 'GDB Trace';
    found.set(`${line} ${problem}`, diagnostic);
  }
  return [...found.values()];
}
