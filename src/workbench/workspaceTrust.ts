// Files that a program names for its debugging information. In a workspace that is not trusted
// those that are elsewhere than the program are read only with the user's permission.
import * as vscode from 'vscode';
import { isInside } from '../symbols/sourcePath';
import type { Disposable } from '../trace/emitter';
import type { UntrustedPathPermission } from '../trace/untrustedPaths';
import { baseName, folderOf, isRoot } from '../trace/paths';
import { pathOf, uriOf } from './files';
import { showInformation, showWarning } from './notify';

/** Folders in which the user wants debugging information of any program to be looked for. */
export function debugFileFolders(): readonly string[] {
  const settings = vscode.workspace.getConfiguration('tracefile');
  return settings.get<string[]>('debugFileFolders', []);
}

/**
 * Folders whose files may be opened for a program without asking; undefined in a trusted workspace.
 */
function permittedFolders(program: string): readonly string[] | undefined {
  if (vscode.workspace.isTrusted) return undefined;
  const workspace = vscode.workspace.getWorkspaceFolder(uriOf(program));
  const home = workspace ? pathOf(workspace.uri) : folderOf(program);
  return [home, ...debugFileFolders()].filter((folder) => !isRoot(folder));
}

/** For programs that are only inspected: does not ask. */
export const withoutAsking: UntrustedPathPermission = {
  permitted: permittedFolders,
  ask: () => ({ dispose: () => undefined }),
};

/**
 * Asks the user for a program's files, again only for folders that were not named before, and
 * remembers what was allowed.
 */
export class UntrustedPathPermissions implements UntrustedPathPermission, vscode.Disposable {
  /** What to do when files may be opened, by the program that names them. */
  private readonly waiting = new Map<string, Set<() => void>>();
  /** Programs that the user was asked about, until files were allowed. */
  private readonly asked = new Set<string>();
  private readonly trusted: vscode.Disposable;

  constructor(private readonly memento: vscode.Memento) {
    this.trusted = vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const program of [...this.waiting.keys()]) this.allowed(program);
    });
  }

  permitted(program: string): readonly string[] | undefined {
    const anyway = permittedFolders(program);
    return anyway && [...anyway, ...this.remembered(program)];
  }

  ask(program: string, files: readonly string[], allowed: () => void): Disposable {
    const permitted = this.permitted(program);
    if (!permitted || files.every((file) => permitted.some((each) => isInside(each, file)))) {
      allowed();
      return { dispose: () => undefined };
    }
    const waiting = this.waiting.get(program) ?? new Set();
    this.waiting.set(program, waiting.add(allowed));
    if (!this.asked.has(program)) void this.question(program, files);
    return { dispose: () => waiting.delete(allowed) };
  }

  dispose(): void {
    this.trusted.dispose();
    this.waiting.clear();
  }

  private async question(program: string, files: readonly string[]): Promise<void> {
    this.asked.add(program);
    const read = vscode.l10n.t('Read Them');
    const sentence = vscode.l10n.t(
      'Parts of the debugging information of {0} are in files elsewhere, which it names: {1}. This workspace is not trusted, so they are read only if you say so.',
      baseName(program),
      listed(files),
    );
    if ((await showInformation(sentence, read, vscode.l10n.t('Not Now'))) !== read) return;
    const places = new Set([...this.remembered(program), ...files.map(placeOf)]);
    await this.memento.update(key(program), [...places]);
    this.asked.delete(program);
    this.allowed(program);
  }

  private allowed(program: string): void {
    const waiting = this.waiting.get(program) ?? [];
    this.waiting.delete(program);
    for (const each of waiting) each();
  }

  private remembered(program: string): readonly string[] {
    return this.memento.get<string[]>(key(program), []);
  }
}

function key(program: string): string {
  return `namedFiles:${program}`;
}

/**
 * What is allowed with a file: its folder, so that the other files there are not asked for one by
 * one.
 */
function placeOf(file: string): string {
  const folder = folderOf(file);
  return isRoot(folder) ? file : folder;
}

/** Files that are listed by name. */
const maxListed = 3;

function listed(files: readonly string[]): string {
  const shown = files.slice(0, maxListed).join(', ');
  const more = files.length - maxListed;
  return more > 0 ? vscode.l10n.t('{0} and {1} more', shown, more) : shown;
}

/**
 * Whether the workspace is trusted; if not, tells the user what needs trust, and how to give it.
 */
export function isTrusted(purpose: string): boolean {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  void showWarning(untrusted(purpose), manage).then((chosen) => {
    if (chosen === manage) void vscode.commands.executeCommand('workbench.trust.manage');
  });
  return false;
}

/** The message for a workspace that is not trusted. */
export function untrusted(purpose: string): string {
  return vscode.l10n.t('{0} only in a workspace that you trust.', purpose);
}
