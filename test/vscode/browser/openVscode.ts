// A VS Code window for a browser test: the extension installed from its VSIX, a folder and a user's
// state of its own. Windows with the same extensions come from one server. Mocha's hooks here close
// what a test opened, and keep a picture of what a failed test saw in test-results/.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, afterEach } from 'mocha';
import type { Browser } from 'playwright-core';
import { extensionId, startsWithVscode } from '../../../scripts/steps/manifest.mjs';
import { temporaryFolder } from '../../../scripts/steps/childProcesses.mjs';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { launchBrowser, type Size } from '../../../scripts/vscode/browser.mjs';
import { Server } from '../../../scripts/vscode/server.mjs';
import { Workbench } from '../../../scripts/vscode/workbench.mjs';

export interface VscodeOptions {
  /** A folder whose copy the window opens; an empty one unless given. */
  readonly folder?: string;
  /** More files for that copy, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Done in that copy before VS Code sees it, such as `git init`. */
  readonly prepare?: (folder: string) => void;
  /** Relative path of a file that the window starts with, as `code FILE` does. */
  readonly open?: string;
  /** The user's settings, over those that keep VS Code quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly size?: Size;
  /** The extensions to run; this one, as it is packed, unless given. */
  readonly extensionsFolder?: string;
  /** VS Code's language, as a language pack sets it. */
  readonly language?: string;
  /**
   * Whether the extension runs in the browser's extension host, a web worker, in place of the
   * server's.
   */
  readonly inBrowser?: boolean;
  /**
   * For several tests: opened in a `before` hook, to be closed by `closeVscode` in an `after` hook.
   */
  readonly shared?: boolean;
  /** On a server of its own: the settings of windows that are opened later leave it alone. */
  readonly ownServer?: boolean;
}

let browser: Promise<Browser> | undefined;
/** By the folder of their extensions; they end with this process. */
const servers = new Map<string, Promise<Server>>();
const windows = new Map<Workbench, { readonly shared: boolean }>();

/** Opens a window; it is closed after the test, unless it is shared. */
export async function openVscode(options: VscodeOptions = {}): Promise<Workbench> {
  const folder = workspace(options);
  browser ??= launchBrowser();
  const inBrowser = options.inBrowser ?? false;
  const extensionsFolder = options.extensionsFolder ?? installedExtensions();
  const server = await (options.ownServer === true ? started : serverWith)(extensionsFolder);
  server.setSettings({
    ...(inBrowser && { 'remote.extensionKind': { [extensionId]: ['web'] } }),
    ...options.settings,
  });
  const workbench = await Workbench.create({
    browser: await browser,
    server,
    folder,
    ...(options.open !== undefined && { open: join(folder, options.open) }),
    ...(options.size && { size: options.size }),
    // The browser's extension host keeps its log to itself.
    ...(startsWithVscode && !inBrowser && { extension: extensionId }),
  });
  windows.set(workbench, { shared: options.shared ?? false });
  if (options.language !== undefined) await speak(workbench, options.language);
  await workbench.load();
  return workbench;
}

function serverWith(extensionsFolder: string): Promise<Server> {
  const server = servers.get(extensionsFolder) ?? started(extensionsFolder);
  servers.set(extensionsFolder, server);
  return server;
}

function started(extensionsFolder: string): Promise<Server> {
  return Server.start({ extensionsFolder, lean: true });
}

/** VS Code takes its language from where its strings set it, which are English here. */
async function speak({ page }: Workbench, language: string): Promise<void> {
  const property = `{ get: () => ${JSON.stringify(language)}, set() {} }`;
  await page.addInitScript(
    `Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', ${property})`,
  );
}

function workspace({ folder, files = {}, prepare }: VscodeOptions): string {
  const copy = join(temporaryFolder('workspace'), 'work');
  mkdirSync(copy);
  if (folder !== undefined) cpSync(folder, copy, { recursive: true });
  writeFiles(copy, files);
  prepare?.(copy);
  return copy;
}

/** Writes files into a folder, by relative path. */
export function writeFiles(folder: string, files: NonNullable<VscodeOptions['files']>): void {
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
}

/** The folder with the extension as it is packed. */
export function installedExtensions(): string {
  const folder = process.env['BROWSER_TEST_EXTENSIONS'];
  if (folder === undefined) throw new Error('These tests are run by `npm test -- browser`.');
  return folder;
}

/** Closes a window. */
export async function closeVscode(workbench: Workbench): Promise<void> {
  windows.delete(workbench);
  await workbench.close();
}

afterEach(async function () {
  const { currentTest } = this;
  const name = currentTest?.fullTitle().replaceAll(/[^\w]+/g, '-') ?? '';
  for (const [index, [workbench, { shared }]] of [...windows].entries()) {
    if (currentTest?.isFailed()) {
      await workbench.screenshot(join(resultsFolder, `${name}-${index}.png`));
    }
    if (!shared) await closeVscode(workbench);
  }
});

after(async () => {
  await (await browser)?.close();
});
