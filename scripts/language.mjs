// The strings for translators: `node scripts/language.mjs` writes l10n/bundle.l10n.json, in VS
// Code's form, from the code. A translation lies beside it as bundle.l10n.LANGUAGE.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedSources } from './lint/sources.mjs';
import { stringsFor } from './lint/strings.mjs';
import { root } from './steps/paths.mjs';

/** Where VS Code looks for it: package.json names the folder. */
export const bundleFile = join(root, 'l10n', 'bundle.l10n.json');

/** The bundle as it is in its file. @param {import('./lint/strings.mjs').Bundle} strings */
export function bundleText(strings) {
  return `${JSON.stringify(strings, undefined, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(bundleFile), { recursive: true });
  writeFileSync(bundleFile, bundleText(stringsFor(shippedSources())));
}
