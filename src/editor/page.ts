// The HTML of the editor's page. Nothing runs in it but our own script, and it loads nothing else.
import * as vscode from 'vscode';

/** The page for a webview; its script and style lie in dist/webview. */
export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const asset = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'webview', name)).toString();
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
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${asset('main.css')}" />
    <title>GDB Trace</title>
  </head>
  <body>
    <script nonce="${nonce}" src="${asset('main.js')}"></script>
  </body>
</html>`;
}

/** What the page may load. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extension, 'dist', 'webview')],
  };
}
