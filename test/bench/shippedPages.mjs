// In place of vitest, of which the harness of pages asks what they load: as it ships.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../../scripts/steps/paths.mjs';

const folder = join(distFolder, 'webview');
const files = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

/** What the pages load, by name. */
export function inject() {
  return files;
}
