// Microsoft's hex editor, where it is installed.
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';

const extensionId = 'ms-vscode.hexeditor';
const viewType = 'hexEditor.hexedit';
/** How long the offset is shown, in milliseconds. */
const shownFor = 15_000;

/** Whether it is installed. */
export function hasHexEditor(): boolean {
  return vscode.extensions.getExtension(extensionId) !== undefined;
}

/** Opens a file in a side editor, and shows the offset to go to. */
export async function openInHexEditor(file: vscode.Uri, offset: number): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', file, viewType, vscode.ViewColumn.Beside);
  const message = vscode.l10n.t(
    'The bytes begin at offset {0}: use Go To Offset in the hex editor.',
    hexAddress(BigInt(offset)),
  );
  vscode.window.setStatusBarMessage(message, shownFor);
}
