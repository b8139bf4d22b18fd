// Notifications: the only way to show one, so that untrusted names cannot become links in it.
import * as vscode from 'vscode';
import { escapeLinks } from '../bytes/text';

/** Shows information; returns the chosen button, if any. */
export function showInformation(
  sentence: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(escapeLinks(sentence), ...buttons);
}

/** Shows information without buttons. */
export function inform(sentence: string): void {
  void showInformation(sentence);
}

/** Shows a warning; returns the chosen button, if any. */
export function showWarning(sentence: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(escapeLinks(sentence), ...buttons);
}

/** Asks in a modal dialog whether to do what the button says. */
export async function isConfirmed(
  sentence: string,
  button: string,
  detail?: string,
): Promise<boolean> {
  const options = { modal: true, ...(detail !== undefined && { detail: escapeLinks(detail) }) };
  const shown = vscode.window.showWarningMessage(escapeLinks(sentence), options, button);
  return (await shown) === button;
}

/** A notification with the progress of some work. */
export function progressNotification(title: string, cancellable = false): vscode.ProgressOptions {
  const location = vscode.ProgressLocation.Notification;
  return { location, title: escapeLinks(title), cancellable };
}

/** A token of VS Code's as a signal. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const cancelled = new AbortController();
  token.onCancellationRequested(() => {
    cancelled.abort();
  });
  return cancelled.signal;
}

/** Shows an error. */
export function showError(sentence: string): void {
  void vscode.window.showErrorMessage(escapeLinks(sentence));
}
