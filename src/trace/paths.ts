// Paths of the machine that compiled the program and of the one that shows it: POSIX or Windows,
// whichever this runs on. node:path knows one kind at a time, and the core runs without node.
import { ctfFileNames } from '../format/ctf/metadata';
import { isAbsolute } from '../symbols/sourcePath';

/** Whether a path is a URI, of a file that is not on disk: `scheme://server/a`. */
export function isUri(path: string): boolean {
  return uriRoot.test(path);
}

/** Scheme and server, before the path. A scheme of one letter is a drive. */
const uriRoot = /^[A-Za-z][\w+.-]+:(\/\/[^/]*)?(?=\/)/;

/** Whether a path is written as Windows writes it. */
function isWindows(path: string): boolean {
  return /^([A-Za-z]:[/\\]|\\\\)/.test(path);
}

/** Whether a folder holds all that a machine has. */
export function isRoot(folder: string): boolean {
  return /^([A-Za-z][\w+.-]*:(\/\/[^/\\]*)?)?[/\\]*$/.test(folder);
}

/** The parts of a path between its separators, `.` and `..` resolved where they can be. */
export function pathParts(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split(isWindows(path) || !path.includes('/') ? /[/\\]+/ : /\/+/)) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}

/** The last part. */
export function baseName(path: string): string {
  return pathParts(path).at(-1) ?? path;
}

/** The folder that a path is in, as text before its last separator. */
export function folderOf(path: string): string {
  const at = Math.max(path.lastIndexOf('/'), isWindows(path) ? path.lastIndexOf('\\') : -1);
  return at > 0 ? path.slice(0, at) : path.slice(0, at + 1);
}

/**
 * The path that names a trace: that of its file, or of its folder where the path is that of the
 * folder's metadata.
 */
export function tracePath(path: string): string {
  return baseName(path) === ctfFileNames.metadata ? folderOf(path) : path;
}

/** `folder` and the parts below it, in the folder's own notation. */
export function joinPath(folder: string, below: readonly string[]): string {
  const separator = isWindows(folder) && !folder.includes('/') ? '\\' : '/';
  return [folder.replace(/(?<![/\\])[/\\]+$/, ''), ...below].join(separator);
}

/** An absolute path without `.` and `..`, in its own notation. */
export function normalizePath(path: string): string {
  const root = uriRoot.exec(path)?.[0];
  if (root !== undefined) return `${root}/${pathParts(path.slice(root.length)).join('/')}`;
  const parts = pathParts(path);
  if (isWindows(path)) {
    const separator = path.includes('/') ? '/' : '\\';
    return (path.startsWith('\\\\') ? '\\\\' : '') + parts.join(separator);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}

/** Whether two paths name one file: Windows ignores case and the kind of separator. */
export function samePath(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/**
 * What follows `prefix` in `path`, as parts, or undefined where the path does not begin with it.
 */
export function below(prefix: string, path: string): string[] | undefined {
  const from = pathParts(isWindows(prefix) ? prefix.toLowerCase() : prefix);
  const parts = pathParts(path);
  const compared = isWindows(path) ? pathParts(path.toLowerCase()) : parts;
  if (isAbsolute(prefix) !== isAbsolute(path) || from.length > parts.length) return undefined;
  return from.every((part, i) => part === compared[i]) ? parts.slice(from.length) : undefined;
}

function comparable(path: string): string {
  if (isUri(path)) return decoded(normalizePath(path));
  const normal = pathParts(path).join('/');
  return isWindows(path) ? normal.toLowerCase() : `${isAbsolute(path) ? '/' : ''}${normal}`;
}

/** A URI may write a character as it is or encoded. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
