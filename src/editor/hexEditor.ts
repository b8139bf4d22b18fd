// VS Code's hex editor, where it is installed: it is an extension of its own (ms-vscode.hexeditor), whose view takes
// any file but no offset to begin at.
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';

const extensionId = 'ms-vscode.hexeditor';
const viewType = 'hexEditor.hexedit';
/** How long the offset is said, in milliseconds. */
const shownFor = 15_000;

export function hasHexEditor(): boolean {
  return vscode.extensions.getExtension(extensionId) !== undefined;
}

/** Opens a file beside the trace, and says which offset to go to there. */
export async function openInHexEditor(file: vscode.Uri, offset: number): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', file, viewType, vscode.ViewColumn.Beside);
  const message = vscode.l10n.t(
    'The bytes begin at offset {0}: use Go To Offset in the hex editor.',
    hexAddress(BigInt(offset)),
  );
  vscode.window.setStatusBarMessage(message, shownFor);
}
