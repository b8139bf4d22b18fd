// The HTML of the extension's pages. Nothing runs in it but our own script, and it loads nothing
// else. The page's strings are in it as data (webview/language.ts), so that they are there before
// the script draws.

/** What the HTML of a page depends on. */
export interface PageDocument {
  /** Of the editor, or another. */
  readonly name: string;
  /** Where the user was on a page that this one replaces, as that page wrote it. */
  readonly place: string;
  /** Of VS Code, as a tag such as `pt-br`. */
  readonly language: string;
  /** The strings of that language by the English ones; undefined for English. */
  readonly strings: Readonly<Record<string, unknown>> | undefined;
  /** Where pages may load files from, as a content security policy names it. */
  readonly source: string;
  /** The address of a file of dist/webview. */
  readonly asset: (file: string) => string;
}

/**
 * A page. Its style, which the editor's two pages share, and the script of all pages are in
 * dist/webview.
 */
export function pageDocument({
  name,
  place,
  language,
  strings,
  source,
  asset,
}: PageDocument): string {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    // These two do not fall back to default-src.
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${asset(`${name === 'bytes' ? 'main' : name}.css`)}" />
    <title>GDB Trace</title>
  </head>
  <body data-page="${name}" data-place="${escaped(place)}">
    ${strings === undefined ? '' : dataBlock(strings)}
    <script nonce="${nonce}" src="${asset('main.js')}"></script>
  </body>
</html>`;
}

/** Strings as a block of data; nothing in it can end the block or begin another. */
function dataBlock(strings: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(strings).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="l10n">${json}</script>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
