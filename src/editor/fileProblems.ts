// The problems of the trace files that are open, in VS Code's own list too, for as long as they are
// open and have them.
import * as vscode from 'vscode';
import type { Diagnostic } from '../bytes/diagnostic';
import { hexAddress } from '../bytes/hex';
import type { Trace } from '../trace/trace';

export class FileProblems implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('tracefile');
  /** Who shows the problems of a file: a tab may take the place of another before that ends. */
  private readonly owners = new Map<string, object>();

  dispose(): void {
    this.collection.dispose();
  }

  /** Shows the problems of a trace, as they come and go, until the result is disposed of. */
  follow(file: vscode.Uri, trace: Trace): vscode.Disposable {
    const owner = {};
    const key = file.toString();
    this.owners.set(key, owner);
    const show = () => {
      if (this.owners.get(key) === owner) {
        this.collection.set(file, problemsOf(trace.recording.diagnostics));
      }
    };
    show();
    const subscriptions = [
      trace.onDidChange(show),
      trace.recording.onDidIndex(({ complete }) => {
        if (complete) show();
      }),
    ];
    return new vscode.Disposable(() => {
      for (const subscription of subscriptions) subscription.dispose();
      if (this.owners.get(key) !== owner) return;
      this.owners.delete(key);
      this.collection.delete(file);
    });
  }
}

/** What is merely worth knowing is no problem. */
function problemsOf(diagnostics: readonly Diagnostic[]): vscode.Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity !== 'info').map(problemOf);
}

/**
 * A trace file has no lines: its problems are listed at its start, with their offsets in the text.
 */
function problemOf({ severity, message, code, offset, frame }: Diagnostic): vscode.Diagnostic {
  const places = [
    ...(frame === undefined ? [] : [vscode.l10n.t('frame {0}', frame)]),
    ...(offset === undefined ? [] : [vscode.l10n.t('offset {0}', hexAddress(BigInt(offset)))]),
  ];
  const where = places.length === 0 ? '' : ` (${places.join(', ')})`;
  const level =
    severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const problem = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), message + where, level);
  problem.source = 'GDB Trace';
  problem.code = code;
  return problem;
}
