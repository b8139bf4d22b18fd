// How instructions are decoded in VS Code: Capstone, whose file lies beside the extension's script.
import * as vscode from 'vscode';
import { runtime, type RunningCapstone } from '../platform/runtime';

/** What starts a decoder; whoever started it disposes of it. */
export function decoderStarter(extension: vscode.Uri): () => RunningCapstone {
  return () =>
    runtime.startCapstone((name) =>
      vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'dist', name)),
    );
}
