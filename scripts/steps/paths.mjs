// The folders that the scripts share. Found by walking up, since a bundle of the tests holds this
// file elsewhere.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: the nearest one above this file with a package.json. */
export const root = projectFolder(dirname(fileURLToPath(import.meta.url)));

/** What the build leaves. */
export const distFolder = join(root, 'dist');

/** What set-up downloads: the VS Code builds that the tests and `npm start` run. */
export const vscodeFolder = join(root, '.vscode-test');

/** What a failed test leaves for a person to look at. */
export const resultsFolder = join(root, 'test-results');

/** The traces, programs and sources that `npm start` opens. */
export const samplesFolder = join(root, 'samples');

/**
 * @param {string} folder
 * @returns {string}
 */
function projectFolder(folder) {
  return existsSync(join(folder, 'package.json')) ? folder : projectFolder(dirname(folder));
}
