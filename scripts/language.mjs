// The strings for translators: `node scripts/language.mjs` writes l10n/bundle.l10n.json, in VS
// Code's form, from the calls of `vscode.l10n.t` and of the page's `t` in the code. A translation
// lies beside it as bundle.l10n.LANGUAGE.json.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './steps/paths.mjs';

/** Where VS Code looks for it: package.json names the folder. */
export const bundleFile = join(root, 'l10n', 'bundle.l10n.json');

/** @returns {Promise<string>} the bundle as the code has it now */
export async function languageBundle() {
  const found = await getL10nJson(
    sources().map((contents) => ({ extension: '.ts', contents: withNamespace(contents) })),
  );
  const inOrder = Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`;
}

/** @throws {Error} where the bundle is not what the code has */
export async function checkLanguageBundle() {
  if ((await languageBundle()) !== readFileSync(bundleFile, 'utf8')) {
    throw new Error('l10n/bundle.l10n.json is not up to date: run node scripts/language.mjs.');
  }
}

/** The exporter knows calls of `l10n.t` alone. @param {string} source */
function withNamespace(source) {
  return source
    .replace(/import \{[^}]*\bt\b[^}]*\} from '[^']*l10n'/, "import * as l10n from '@vscode/l10n'")
    .replaceAll(/(?<![\w$.])t\(/g, 'l10n.t(');
}

function sources() {
  return ['src', 'webview'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8'))
      .filter((source) => source.includes('l10n')),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(bundleFile), { recursive: true });
  writeFileSync(bundleFile, await languageBundle());
}
