// The extension installed in a VS Code, with a script of a bench in the place of its entry. The script loads the entry itself
// (`require(ENTRY)`) and measures from inside the extension host.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionId, manifest } from '../../scripts/steps/manifest.mjs';
import { installExtension } from '../../scripts/vscode/server.mjs';

/**
 * @param {string} vsix
 * @param {string} script CommonJS; `ENTRY` in it names the extension's own entry
 * @param {(contributes: any) => any} [contribute] what the extension contributes then
 * @returns {Promise<{ extensionsFolder: string, installed: string }>} `installed`: the extension's own folder
 */
export async function instrumented(vsix, script, contribute = (contributes) => contributes) {
  const extensionsFolder = await installExtension(vsix);
  const installed = join(
    extensionsFolder,
    readdirSync(extensionsFolder).find((name) => name.startsWith(extensionId)),
  );
  const packageJson = join(installed, 'package.json');
  const { contributes, ...others } = JSON.parse(readFileSync(packageJson, 'utf8'));
  const changed = { ...others, main: './bench.js', contributes: contribute(contributes) };
  writeFileSync(packageJson, JSON.stringify(changed));
  writeFileSync(join(installed, 'bench.js'), script.replaceAll('ENTRY', `'./${manifest.main}'`));
  return { extensionsFolder, installed };
}
