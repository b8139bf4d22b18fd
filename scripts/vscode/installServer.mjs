// Installs a real VS Code that needs no update server: the server build which the npm package
// code-server carries. It is made in a folder of its own and renamed when complete, so an
// interrupted run leaves nothing half done.
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../steps/childProcesses.mjs';
import { vscodeFolder } from '../steps/paths.mjs';
import { run } from '../steps/run.mjs';
import { step } from '../steps/step.mjs';

const nodePackage = `node-linux-${process.arch}`;

/** VS Code 1.139.1, the Node that it needs, and what compiles its native parts. */
const dependencies = { 'code-server': '4.139.1', [nodePackage]: '24.21.0', 'node-gyp': '11.5.0' };

/** Native parts that npm carries as source only. */
const nativeParts = ['@vscode/spdlog', '@vscode/native-watchdog'];

/** Named by its versions: after a change of them the next run installs anew. */
const installed = join(vscodeFolder, `server-${Object.values(dependencies).join('-')}`);

/** The server's program and the Node that runs it. */
export const serverProgram = inside(installed);

/** @param {string} folder */
function inside(folder) {
  const modules = join(folder, 'node_modules');
  const server = join(modules, 'code-server', 'lib', 'vscode');
  return {
    node: join(modules, nodePackage, 'bin', 'node'),
    nodeFolder: join(modules, nodePackage),
    nodeGyp: join(modules, 'node-gyp', 'bin', 'node-gyp.js'),
    server,
    main: join(server, 'out', 'server-main.js'),
  };
}

export function serverInstalled() {
  return existsSync(installed);
}

/** Installs the server build where it is not installed. */
export async function installServer() {
  if (process.platform !== 'linux') {
    throw new Error(
      'The server build of VS Code is set up on Linux only. Install VS Code, so that `code` is found.',
    );
  }
  await step('Installing the server build of VS Code (0.8 GB)', async () => {
    const folder = `${installed}.${process.pid}`;
    const discard = own(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await npmInstall(folder, []);
    const { server } = inside(folder);
    await npmInstall(server, ['--omit=dev']);
    symlinkSync('node_modules', join(server, 'node_modules.asar'));
    for (const part of nativeParts) await compile(folder, part);
    renameSync(folder, installed);
    discard();
  });
}

/**
 * @param {string} cwd
 * @param {readonly string[]} options
 */
function npmInstall(cwd, options) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return run('npm', ['install', '--ignore-scripts', ...quiet, ...options], { cwd });
}

/**
 * @param {string} folder
 * @param {string} part
 */
function compile(folder, part) {
  const { nodeFolder, nodeGyp, server } = inside(folder);
  const cwd = join(server, 'node_modules', part);
  return run(process.execPath, [nodeGyp, 'rebuild', `--nodedir=${nodeFolder}`], { cwd });
}
