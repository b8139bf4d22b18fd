// The pages in VS Code's web views: what is in them, and what they may load.
import * as vscode from 'vscode';
import { pageDocument } from './pageDocument';

/**
 * A page for a webview: of the editor, or another by its name. `place`: where the user was on a
 * page that this one replaces, as that page wrote it.
 */
export function pageHtml(
  webview: vscode.Webview,
  extension: vscode.Uri,
  name = 'main',
  place = '',
): string {
  return pageDocument({
    name,
    place,
    language: vscode.env.language,
    strings: vscode.l10n.bundle,
    source: webview.cspSource,
    asset: (file) => {
      const path = vscode.Uri.joinPath(extension, 'dist', 'webview', file);
      return webview.asWebviewUri(path).toString();
    },
  });
}

/** The icon of a tab: a file of `.tf` has that of whatever else ends so. */
export function tabIcon(extension: vscode.Uri, name: 'trace' | 'branch' | 'bytes') {
  const file = (kind: string) =>
    vscode.Uri.joinPath(extension, 'media', 'files', `${name}-${kind}.svg`);
  return { light: file('light'), dark: file('dark') };
}

/** What the page may load. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extension, 'dist', 'webview')],
  };
}
