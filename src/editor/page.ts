// The HTML of the extension's pages. Nothing runs in it but our own script, and it loads nothing
// else. The page's strings are in it as data (webview/language.ts), so that they are there before
// the script draws.
import * as vscode from 'vscode';

/**
 * A page for a webview: of the editor, or another by its name. Its style, which the editor's two
 * pages share, and the script of all pages are in dist/webview. `place`: where the user was on a
 * page that this one replaces, as that page wrote it.
 */
export function pageHtml(
  webview: vscode.Webview,
  extension: vscode.Uri,
  name = 'main',
  place = '',
): string {
  const asset = (file: string) => {
    const path = vscode.Uri.joinPath(extension, 'dist', 'webview', file);
    return webview.asWebviewUri(path).toString();
  };
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    // These two do not fall back to default-src.
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${asset(`${name === 'bytes' ? 'main' : name}.css`)}" />
    <title>GDB Trace</title>
  </head>
  <body data-page="${name}" data-place="${escaped(place)}">
    ${strings()}
    <script nonce="${nonce}" src="${asset('main.js')}"></script>
  </body>
</html>`;
}

/**
 * The strings of the user's language as a block of data; nothing in it can end the block or begin
 * another.
 */
function strings(): string {
  const { bundle } = vscode.l10n;
  if (bundle === undefined) return '';
  const json = JSON.stringify(bundle).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="l10n">${json}</script>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
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
