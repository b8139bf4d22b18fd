// Links to a frame of a trace, and to two traces compared:
//
//     vscode://gdb-trace-files.gdb-tracefile/open?file=PATH&frame=NUMBER
//     vscode://gdb-trace-files.gdb-tracefile/compare?left=PATH&right=PATH
//
// Any web page can hold one, so a link can do nothing but open trace files that are there, and
// those outside of the workspace only when asked.
import * as vscode from 'vscode';
import { isAbsolute } from '../symbols/sourcePath';
import { baseName } from '../trace/paths';
import { activeTrace, debuggedTrace } from './shownTrace';
import type { WithTrace } from './workspaceTraces';
import { isConfirmed, showError } from './notify';

/** What a link to a frame asks for. */
interface FrameLink {
  /** An absolute path of this machine. */
  readonly path: string;
  readonly frame?: number;
}

/** What a link to two traces asks for: absolute paths of this machine. */
interface ComparisonLink {
  readonly left: string;
  readonly right: string;
}

/** What the links act on. */
interface LinkServices {
  isTrace(file: vscode.Uri): Promise<boolean>;
  openTrace(file: vscode.Uri): Promise<void>;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
  compare(left: vscode.Uri, right: vscode.Uri): void;
}

/** Reads the path and query of a link; undefined if it is not one of ours. */
export function readLink({
  path,
  query,
}: Pick<vscode.Uri, 'path' | 'query'>): FrameLink | ComparisonLink | undefined {
  const given = new URLSearchParams(query);
  const names = [...given.keys()];
  if (new Set(names).size !== names.length) return undefined;
  const holdsOnly = (...known: string[]): boolean => names.every((name) => known.includes(name));
  if (path === '/open' && holdsOnly('file', 'frame')) {
    return frameLink(given.get('file') ?? '', given.get('frame'));
  }
  if (path !== '/compare' || !holdsOnly('left', 'right')) return undefined;
  const [left, right] = [given.get('left') ?? '', given.get('right') ?? ''];
  return isPlainPath(left) && isPlainPath(right) ? { left, right } : undefined;
}

function frameLink(path: string, frame: string | null): FrameLink | undefined {
  if (!isPlainPath(path)) return undefined;
  if (frame === null) return { path };
  return /^\d{1,10}$/.test(frame) ? { path, frame: Number(frame) } : undefined;
}

/** A link to a frame, for VS Code under its own scheme. */
export function writeLink(scheme: string, extension: string, { path, frame }: FrameLink): string {
  const query = `file=${encodeURIComponent(path)}${frame === undefined ? '' : `&frame=${frame}`}`;
  return `${scheme}://${extension}/open?${query}`;
}

/** Opens what links name. */
export class TraceLinks implements vscode.UriHandler {
  constructor(private readonly services: LinkServices) {}

  async handleUri(uri: vscode.Uri): Promise<void> {
    const link = readLink(uri);
    if (!link) {
      showError(vscode.l10n.t('This link names no frame of a trace file, and no two traces.'));
      return;
    }
    const paths = 'left' in link ? [link.left, link.right] : [link.path];
    const files = paths.map((path) => vscode.Uri.file(path));
    if (!(await this.areTraces(files))) return;
    const [file, other] = files;
    if (!file) return;
    if (other) this.services.compare(file, other);
    else await this.services.openTrace(file);
    if ('frame' in link) await this.services.goToFrame(file, link.frame);
  }

  /** Whether the user wants to open files that are traces; says which is none. */
  private async areTraces(files: readonly vscode.Uri[]): Promise<boolean> {
    // A file outside of the workspace is not even read unless the user allows it.
    const outside = files.filter((file) => !vscode.workspace.getWorkspaceFolder(file));
    if (outside.length > 0 && !(await areWanted(outside))) return false;
    for (const file of files) {
      if (await this.services.isTrace(file)) continue;
      showError(vscode.l10n.t('{0} is not there, or is no trace file.', file.fsPath));
      return false;
    }
    return true;
  }
}

/**
 * Registers the command that copies a link to the frame that is shown, or for which it was chosen
 * from a context menu; `extension`: this one's id.
 */
export function registerCopyLink(
  extension: string,
  withTrace: WithTrace,
  frameOfMenu: (given: unknown) => number | undefined,
): vscode.Disposable {
  return vscode.commands.registerCommand('tracefile.copyLink', async (given: unknown) => {
    const file = activeTrace() ?? debuggedTrace();
    const frame =
      file &&
      (frameOfMenu(given) ??
        (await withTrace(file, ({ cursor: { frame: position } }) => position)));
    if (file && frame !== undefined) await copyLink(extension, file, frame);
    else showError(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
  });
}

async function copyLink(extension: string, file: vscode.Uri, frame: number): Promise<void> {
  if (file.scheme !== 'file') {
    showError(vscode.l10n.t('{0} is not on disk: a link cannot name it.', baseName(file.path)));
    return;
  }
  const link = writeLink(vscode.env.uriScheme, extension, { path: file.fsPath, frame });
  await vscode.env.clipboard.writeText(link);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Link to frame {0} copied.', frame), 4000);
}

/**
 * A path of a file on this machine: not of a server, whose name alone would be asked for with
 * credentials.
 */
function isPlainPath(path: string): boolean {
  if (path.length > 4096 || /[\u0000-\u001f\u007f]/.test(path)) return false;
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path)) return false;
  return !path.split(/[\\/]/).includes('..');
}

function areWanted(files: readonly vscode.Uri[]): Promise<boolean> {
  const sentence =
    files.length === 1
      ? vscode.l10n.t('A link wants to open a trace file outside of the workspace.')
      : vscode.l10n.t('A link wants to open trace files outside of the workspace.');
  const paths = files.map(({ fsPath }) => fsPath).join('\n');
  return isConfirmed(sentence, vscode.l10n.t('Open'), paths);
}
