// Other files that hold debugging information of a program, and where they are looked for: as gdb
// does (its manual, "Debugging Information in Separate Files"; DWARF 5, section 7.3 and annex F).
import { toHex } from '../bytes/hex';
import type { ByteSource } from '../bytes/source';
import { isInside, joinSourcePath } from './sourcePath';

/** How files beside the program are reached. */
export interface SeparateDebugFiles {
  /** Folders that hold debugging information of any program: `/usr/lib/debug`. */
  readonly folders: readonly string[];
  /**
   * Folders whose files alone may be opened, because a stranger chose the paths; any file unless
   * given.
   */
  readonly permitted?: readonly string[];
  /** Hears of files that lie elsewhere, where none of the permitted ones served. */
  withheld?(paths: readonly string[]): void;
  /** Opens the file at a path; undefined where there is none that can be read. */
  open(path: string): Promise<ByteSource | undefined>;
}

/** For a program whose other files are out of reach. */
export const noSeparateDebugFiles: SeparateDebugFiles = {
  folders: [],
  open: () => Promise.resolve(undefined),
};

/** Whether the file at a path may be opened. */
export function isPermitted({ permitted }: SeparateDebugFiles, path: string): boolean {
  return !permitted || permitted.some((folder) => isInside(folder, path));
}

/** Where a file with a build id lies in the folders: by its first byte and the others. */
export function buildIdPaths(id: Uint8Array, folders: readonly string[]): string[] {
  if (id.length < 2) return [];
  const digits = toHex(id);
  const place = `.build-id/${digits.slice(0, 2)}/${digits.slice(2)}.debug`;
  return folders.map((folder) => joinSourcePath(folder, place));
}

/** Where the file may lie that .gnu_debuglink of a program names. */
export function debugLinkPaths(
  program: string,
  name: string,
  folders: readonly string[],
): string[] {
  const folder = folderOf(program);
  const inFolders = folders.map((each) => joinSourcePath(each, withoutRoot(folder), name));
  return [joinSourcePath(folder, name), joinSourcePath(folder, '.debug', name), ...inFolders];
}

/** Where the supplementary file may lie that another one, at `path`, names. */
export function supplementaryPaths(
  path: string,
  { name, id }: { readonly name: string; readonly id: Uint8Array },
  folders: readonly string[],
): string[] {
  const common = folders.map((folder) => joinSourcePath(folder, '.dwz', baseOf(name)));
  return [joinSourcePath(folderOf(path), name), ...buildIdPaths(id, folders), ...common];
}

/** Where a .dwo file may lie, which was made in `directory` under `name`. */
export function splitPaths(
  program: string,
  directory: string | undefined,
  name: string,
  folders: readonly string[],
): string[] {
  const places = [directory, folderOf(program), ...folders];
  const paths = places.map((place) => joinSourcePath(place, name));
  return [...new Set([...paths, joinSourcePath(folderOf(program), baseOf(name))])];
}

/** The folder of a path; empty where the path has none. */
function folderOf(path: string): string {
  return /^.*[/\\]/.exec(path)?.[0] ?? '';
}

function baseOf(path: string): string {
  return path.slice(folderOf(path).length);
}

/** A path to be taken from a folder: without the root, or the drive. */
function withoutRoot(path: string): string {
  return path.replace(/^([A-Za-z]:)?[/\\]*/, '');
}
