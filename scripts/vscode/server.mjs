// A running server build of VS Code with its own data: the workbench at an address, for a browser.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { spawnChild, temporaryFolder } from '../steps/childProcesses.mjs';
import { run } from '../steps/run.mjs';
import { serverProgram } from './installServer.mjs';

/** Settings without which a first start asks questions or shows what is not under test. */
const quietSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  // What the pointer rests on would be covered, and what is beside it: a click does not get through.
  'workbench.hover.delay': 1e9,
  'workbench.hover.reducedDelay': 1e9,
};

/**
 * Of the extensions that come with VS Code, those that an editor of C and JSON files under git
 * stands on.
 */
const fewBuiltIn = [
  'configuration-editing',
  'cpp',
  'git',
  'git-base',
  'json',
  'json-language-features',
  'theme-defaults',
  'theme-modern-icons',
  'theme-seti',
];

/**
 * A key that is bound to nothing else, and what it does: it ends the debugging and takes everything
 * off the screen that may go.
 */
export const clearingKey = {
  ...{ key: 'F12', code: 'F12', keyCode: 123 },
  ...{ ctrlKey: true, altKey: true, shiftKey: true },
};
const keybindings = [
  {
    key: 'ctrl+shift+alt+f12',
    command: 'runCommands',
    args: {
      commands: [
        'workbench.action.debug.stop',
        'workbench.debug.viewlet.action.removeAllBreakpoints',
        'workbench.debug.viewlet.action.removeAllWatchExpressions',
        'workbench.action.closeAllEditors',
        'workbench.action.closePanel',
        'workbench.view.explorer',
      ],
    },
  },
];

/** How long the extension host of a window that is gone without a word waits for it, in seconds. */
const reconnectionGrace = 10;

/**
 * @typedef {object} ServerOptions
 * @property {string} [extensionsFolder] with the extensions to run, as `installExtension` makes one; none unless given
 * @property {Record<string, unknown>} [settings] the user's settings, over the quiet ones
 * @property {boolean} [lean] with {@link fewBuiltIn} alone: a window is there in two thirds of the time
 */

/**
 * Installs a VSIX as a user's VS Code does.
 * @param {string} vsix its path
 * @returns {Promise<string>} a new extensions folder, deleted when this process ends
 */
export async function installExtension(vsix) {
  const extensionsFolder = temporaryFolder('extensions');
  await serverCommand(extensionsFolder, ['--install-extension', vsix]);
  return extensionsFolder;
}

/**
 * What VS Code says is installed there.
 * @param {string} extensionsFolder
 * @returns {Promise<string[]>} as `publisher.name@version`
 */
export async function installedExtensions(extensionsFolder) {
  const output = await serverCommand(extensionsFolder, ['--list-extensions', '--show-versions']);
  return output.split('\n').filter((line) => line.includes('@'));
}

/**
 * @param {string} extensionsFolder
 * @param {readonly string[]} command
 */
function serverCommand(extensionsFolder, command) {
  return run(serverProgram.node, [
    serverProgram.main,
    '--accept-server-license-terms',
    '--server-data-dir',
    temporaryFolder('data'),
    '--extensions-dir',
    extensionsFolder,
    ...command,
  ]);
}

/** A running server. It ends with this process, or by `stop`. */
export class Server {
  /**
   * @param {string} dataFolder
   * @param {number} pid
   * @param {number} port
   * @param {() => void} stop
   */
  constructor(dataFolder, pid, port, stop) {
    this.dataFolder = dataFolder;
    this.pid = pid;
    /** As VS Code's remote URIs name it. */
    this.authority = `127.0.0.1:${port}`;
    this.stop = stop;
  }

  /**
   * Starts a server on a free port, with new data.
   * @param {ServerOptions} [options]
   * @returns {Promise<Server>} when it answers
   */
  static async start({ extensionsFolder, settings, lean = false } = {}) {
    const dataFolder = temporaryFolder('data');
    writeSettings(dataFolder, settings);
    const { child, stop } = spawnChild(
      serverProgram.node,
      [
        serverProgram.main,
        '--accept-server-license-terms',
        '--without-connection-token',
        '--enable-smoke-test-driver',
        '--host',
        '127.0.0.1',
        '--port',
        '0',
        '--telemetry-level',
        'off',
        '--reconnection-grace-time',
        String(reconnectionGrace),
        '--server-data-dir',
        dataFolder,
        '--extensions-dir',
        extensionsFolder ?? join(dataFolder, 'extensions'),
        ...(lean ? ['--builtin-extensions-dir', leanFolder(dataFolder)] : []),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const port = await listening(child);
    return new Server(dataFolder, child.pid ?? 0, port, stop);
  }

  /**
   * Gives the windows that are opened from now on other settings.
   * @param {Record<string, unknown>} [settings] the user's, over the quiet ones
   */
  setSettings(settings) {
    writeSettings(this.dataFolder, settings);
  }

  /**
   * The address of a workbench window.
   * @param {string} folder to open
   * @param {readonly (readonly [string, string])[]} [payload] what VS Code's command line would say
   */
  address(folder, payload = []) {
    const query = new URLSearchParams({ folder });
    if (payload.length > 0) query.set('payload', JSON.stringify(payload));
    return `http://${this.authority}/?${query}`;
  }

  /**
   * The address of a window with a folder alone, as short as a person would type it.
   * @param {string} folder
   */
  shortAddress(folder) {
    return `http://${this.authority}/?folder=${encodeURI(folder)}`;
  }

  /**
   * @param {string} path of a file on this machine
   * @returns {string} its URI in VS Code
   */
  uri(path) {
    return `vscode-remote://${this.authority}${encodeURI(path)}`;
  }

  /** What the extension host of each window has logged, the oldest window first. */
  extensionHostLogs() {
    const logs = join(this.dataFolder, 'data', 'logs');
    if (!existsSync(logs)) return [];
    const byNumber = new Intl.Collator('en', { numeric: true }).compare;
    return readdirSync(logs, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('remoteexthost.log'))
      .sort(byNumber)
      .map((path) => readFileSync(join(logs, path), 'utf8'));
  }
}

/**
 * @param {string} dataFolder
 * @param {Record<string, unknown>} [settings] over the quiet ones
 */
function writeSettings(dataFolder, settings) {
  const folder = join(dataFolder, 'data', 'User');
  mkdirSync(folder, { recursive: true });
  const all = { ...quietSettings, ...settings };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(all, undefined, 2));
  writeFileSync(join(folder, 'keybindings.json'), JSON.stringify(keybindings, undefined, 2));
}

/**
 * @param {string} dataFolder
 * @returns {string} a folder in it with the few extensions
 */
function leanFolder(dataFolder) {
  const folder = join(dataFolder, 'built-in');
  mkdirSync(folder);
  for (const name of fewBuiltIn) {
    symlinkSync(join(serverProgram.server, 'extensions', name), join(folder, name));
  }
  return folder;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} the port that it got
 */
function listening(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (/** @type {Buffer} */ bytes) => {
      output += bytes.toString();
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('error', reject);
    child.on('close', () => reject(new Error(`The VS Code server ended at its start:\n${output}`)));
  });
}
