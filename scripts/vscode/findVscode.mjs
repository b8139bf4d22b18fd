// Where a desktop VS Code's command `code` is, on each platform. Pure: it is given the platform, so
// that Windows and macOS are tested where neither runs.
import { posix, win32 } from 'node:path';

/**
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {string} home the user's folder
 */

/**
 * The PATH's folders first, then where the installers put it.
 * @param {Machine} machine
 * @returns {string[]} absolute paths, the first that exists is meant
 */
export function codeCandidates({ platform, env, home }) {
  if (platform === 'win32') return windowsCandidates(env);
  const onPath = (env['PATH'] ?? '').split(':').filter(posix.isAbsolute);
  const candidates = onPath.map((folder) => posix.join(folder, 'code'));
  if (platform === 'darwin') {
    const inBundle = 'Applications/Visual Studio Code.app/Contents/Resources/app/bin/code';
    candidates.push(posix.join('/', inBundle), posix.join(home, inBundle));
  }
  return candidates;
}

/** @param {Machine['env']} env */
function windowsCandidates(env) {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = path
    .split(';')
    .map((folder) => folder.replaceAll('"', ''))
    .filter(win32.isAbsolute);
  const bin = ['Microsoft VS Code', 'bin'];
  const { LOCALAPPDATA: local = '', ProgramFiles: programs = '' } = env;
  if (local !== '') folders.push(win32.join(local, 'Programs', ...bin));
  if (programs !== '') folders.push(win32.join(programs, ...bin));
  return folders.map((folder) => win32.join(folder, 'code.cmd'));
}

/**
 * Whether a window can be shown. A terminal inside VS Code can always ask that VS Code.
 * @param {Machine} machine
 */
export function hasScreen({ platform, env }) {
  if (platform !== 'linux') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY'], env['VSCODE_IPC_HOOK_CLI']].some(
    (value) => value !== undefined && value !== '',
  );
}

/**
 * How to start VS Code's command with arguments: Windows runs a .cmd file only by its shell, which
 * wants quotes.
 * @param {NodeJS.Platform} platform
 * @param {string} code
 * @param {readonly string[]} args
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function codeCommand(platform, code, args) {
  if (platform !== 'win32') return { command: code, args: [...args], shell: false };
  const quoted = (/** @type {string} */ word) => `"${word}"`;
  return { command: quoted(code), args: args.map(quoted), shell: true };
}
