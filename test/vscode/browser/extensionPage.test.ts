// VS Code's page of the extension: what people see before they install it. It shows pictures by
// https alone; scripts/suites/vsix.mjs has the text where no repository is known.
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { readmeFor } from '../../../scripts/package.mjs';
import { temporaryFolder } from '../../../scripts/steps/childProcesses.mjs';
import { resultsFolder, root } from '../../../scripts/steps/paths.mjs';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from '../../onScreen';
import { installedExtensions, openVscode } from './openVscode';

const repository = 'https://github.com/owner/name';

/** The extension as it is packed with a repository. */
function packed(): string {
  const folder = join(temporaryFolder('extension-page'), 'extensions');
  cpSync(installedExtensions(), folder, { recursive: true });
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  )) {
    writeFileSync(join(folder, name, 'readme.md'), readmeFor(repository));
  }
  return folder;
}

describe("the extension's page", () => {
  it('shows its pictures from the repository', async () => {
    const vscode = await openVscode({ extensionsFolder: packed() });
    await vscode.page.context().route(`${repository}/raw/HEAD/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.replace(/^.*\/raw\/HEAD\//, '');
      await route.fulfill({ path: join(root, path) });
    });
    await tried('the page', async (timeout) => {
      await vscode.command('Extensions: Show Installed Extensions');
      await vscode.page
        .locator('.extension-list-item', { hasText: 'GDB Trace Files' })
        .first()
        .click({ timeout });
      await vscode.page.locator('.extension-editor .name').first().waitFor({ timeout });
    });
    const readme = await vscode.webview('h1:has-text("GDB Trace Files")');
    await becomes(() => readme.locator('h2', { hasText: 'Install' }).count(), 1);
    const shown = readme.locator('img');
    await becomes(() => shown.count(), 5);
    for (const image of await shown.all()) {
      await image.scrollIntoViewIfNeeded();
      const width = () => image.evaluate((each: { naturalWidth: number }) => each.naturalWidth);
      await eventually('a picture that is there', async () => (await width()) > 1000);
    }
    await readme.locator('h1').scrollIntoViewIfNeeded();
    await vscode.screenshot(join(resultsFolder, 'views', 'extension-page.png'));
  });
});
