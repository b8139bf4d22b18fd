// Notifications: the one way to show one, so that names that a stranger chose cannot become links in it.
import * as vscode from 'vscode';
import { escapeLinks } from '../trace/text/escapeLinks';

/** Says what a person wanted to know; gives the button that was chosen, if any. */
export function showInformation(
  sentence: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(escapeLinks(sentence), ...buttons);
}

/** The same where no button is offered. */
export function inform(sentence: string): void {
  void showInformation(sentence);
}

/** Says what a person should think about; gives the button that was chosen, if any. */
export function showWarning(sentence: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(escapeLinks(sentence), ...buttons);
}

/** Asks in a dialog, for which everything waits, whether to do what the button says. */
export async function isConfirmed(
  sentence: string,
  button: string,
  detail?: string,
): Promise<boolean> {
  const options = { modal: true, ...(detail !== undefined && { detail: escapeLinks(detail) }) };
  const shown = vscode.window.showWarningMessage(escapeLinks(sentence), options, button);
  return (await shown) === button;
}

/** A notification that shows how far some work has come. */
export function progressNotification(title: string, cancellable = false): vscode.ProgressOptions {
  const location = vscode.ProgressLocation.Notification;
  return { location, title: escapeLinks(title), cancellable };
}

/** Says what failed. */
export function showError(sentence: string): void {
  void vscode.window.showErrorMessage(escapeLinks(sentence));
}
