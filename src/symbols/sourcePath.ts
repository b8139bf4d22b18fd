// Paths as compilers record them, on whatever machine they ran: POSIX, or Windows with a drive.

/**
 * The path of a file, given in parts: each is relative to those before it unless it is absolute.
 */
export function joinSourcePath(...parts: readonly (string | undefined)[]): string {
  let path = '';
  for (const part of parts) {
    if (!part) continue;
    path = path === '' || isAbsolute(part) ? part : `${path}${separatorOf(path)}${part}`;
  }
  return normalized(path);
}

/**
 * Whether a path leads into a folder or below it, or is the same. Links of the file system are not
 * looked at. An encoded separator or dot in a URI could lead out again, so such a path is inside of
 * nothing.
 */
export function isInside(folder: string, path: string): boolean {
  if (uriRoot.test(path) && /%(2e|2f|5c)/i.test(path)) return false;
  const inner = partsOf(path);
  return partsOf(folder).every((part, i) => part === inner[i]);
}

/** The root of a path and the names below it, as they can be compared: Windows knows no case. */
function partsOf(path: string): string[] {
  const windows = isWindows(path);
  const plain = normalized(windows ? path.toLowerCase().replaceAll('/', '\\') : path);
  const root = rootOf(plain, windows);
  const below = plain.slice(root.length).split(windows ? '\\' : '/');
  return [root, ...below.filter((name) => name !== '')];
}

/** Whether a path is absolute: `/a`, `C:\a`, `\\server\share`. */
export function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** What a path puts between its parts; a POSIX path may hold backslashes as plain characters. */
function separatorOf(path: string): '/' | '\\' {
  return isWindows(path) && !path.includes('/') ? '\\' : '/';
}

function isWindows(path: string): boolean {
  return /^([A-Za-z]:|\\)/.test(path);
}

/** Takes out `.`, `..` and doubled separators, and keeps the separators that were written. */
function normalized(path: string): string {
  const windows = isWindows(path);
  const root = rootOf(path, windows);
  const kept: { name: string; separator: string }[] = [];
  for (const { name, separator } of segments(path.slice(root.length), windows)) {
    if (name === '' || name === '.') continue;
    const above = kept.at(-1)?.name;
    if (name !== '..') kept.push({ name, separator });
    else if (above !== undefined && above !== '..') kept.pop();
    else if (root === '') kept.push({ name, separator });
  }
  const text = kept.map(({ name, separator }, i) => (i === 0 ? name : separator + name)).join('');
  return root + text;
}

/** Scheme and server of a file that is not on disk; a scheme of one letter is a drive. */
const uriRoot = /^[A-Za-z][\w+.-]+:(\/\/[^/]*)?\//;

/** What `..` does not lead out of. */
function rootOf(path: string, windows: boolean): string {
  const root = windows ? /^([A-Za-z]:[/\\]?|\\\\|[/\\])/ : /^\//;
  return (uriRoot.exec(path) ?? root.exec(path))?.[0] ?? '';
}

/** The names of a path, each with the separator before it. */
function segments(path: string, windows: boolean): { name: string; separator: string }[] {
  const parts = path.split(windows ? /([/\\])/ : /(\/)/);
  const found: { name: string; separator: string }[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    found.push({ name: parts[i] ?? '', separator: parts[i - 1] ?? '' });
  }
  return found;
}
