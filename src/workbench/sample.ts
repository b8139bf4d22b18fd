// The sample trace that comes with the extension, for the walkthrough.
import * as vscode from 'vscode';
import { pathOf } from './filePaths';
import { fileExists } from './files';
import { showInformation } from './notify';

/** Opens the sample, or says where to get it in a build that left it out. */
export async function openSample(
  extension: vscode.Uri,
  open: (file: vscode.Uri) => Promise<void>,
): Promise<void> {
  const file = vscode.Uri.joinPath(extension, 'samples', 'callqueue.tf');
  if (await fileExists(pathOf(file))) {
    await open(file);
    return;
  }
  void showInformation(
    vscode.l10n.t(
      'This build comes without the sample. Record a trace with gdb’s tstart, tstop and tsave, or take samples/callqueue.tf from the extension’s sources, then run “Open as GDB Trace”.',
    ),
  );
}
