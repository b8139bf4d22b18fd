// From the path that the compiler recorded to a file on this machine, and back.
import { t } from '@vscode/l10n';
import { isAbsolute, isInside } from '../symbols/sourcePath';
import { baseName, below, isRoot, joinPath, normalizePath, pathParts, samePath } from './paths';
import { concat } from '../bytes/cursor';
import { md5 } from '../bytes/md5';

/** Where a source may be. Paths are absolute paths of this machine unless said otherwise. */
export interface SourceFolders {
  /** Recorded prefix to path here; the longest prefix wins. A whole file may be named. */
  readonly sourceMap: Readonly<Record<string, string>>;
  /** Folders under which the recorded path, or its end, may be found; the first wins. */
  readonly folders: readonly string[];
  /**
   * Whether a path that only the program names may be looked at. By default not where looking may
   * have effects.
   */
  readonly isPermitted?: SourcePermission;
}

/** Whether a path that only the program names may be looked at; may ask the user for next time. */
export type SourcePermission = (path: string) => boolean;

/**
 * Whether looking at a path may connect to another machine, as below an automounter's folder, or
 * may read something other than a file on a disk.
 */
export function leadsElsewhere(path: string): boolean {
  return (
    /^(\\|\/\/)/.test(path) ||
    ['/net', '/proc', '/sys', '/dev'].some((folder) => isInside(folder, path))
  );
}

/** A rule of gdb's `set substitute-path`: the recorded folder, and where it is. */
export interface PathSubstitution {
  readonly from: string;
  readonly to: string;
}

/** A source that was found, or every path at which it was looked for. */
export type SourceLookupResult =
  | { readonly path: string }
  | { readonly path: undefined; readonly tried: readonly string[] };

/** Asks whether there is a file at an absolute path. */
export type FileExists = (path: string) => Promise<boolean>;

/** Finds sources, and remembers what it found. */
export class SourceLookup {
  private readonly found = new Map<string, Promise<SourceLookupResult>>();
  /** Recorded paths of what was not found. */
  private readonly missing = new Set<string>();
  private substitutions: readonly PathSubstitution[] = [];

  constructor(
    private where: SourceFolders,
    private readonly exists: FileExists,
  ) {}

  /** Takes new mappings, over those there are, and looks again. */
  addMappings(sourceMap: SourceFolders['sourceMap']): void {
    this.where = { ...this.where, sourceMap: { ...this.where.sourceMap, ...sourceMap } };
    this.found.clear();
  }

  /** Takes rules that go before the mappings, instead of those before: the first one holds. */
  substitute(rules: readonly PathSubstitution[]): void {
    this.substitutions = rules;
    this.found.clear();
  }

  /** Looks again for what was not found: it may be there by now. */
  lookAgain(): void {
    for (const recorded of this.missing) this.found.delete(recorded);
    this.missing.clear();
  }

  /** The file here that a recorded path means. */
  find(recorded: string): Promise<SourceLookupResult> {
    let result = this.found.get(recorded);
    if (!result) {
      result = this.search(recorded);
      this.found.set(recorded, result);
    }
    return result;
  }

  /** Which of the recorded paths means this file here. */
  async recordedAs(path: string, recorded: readonly string[]): Promise<string[]> {
    const name = baseName(path).toLowerCase();
    const sameName = recorded.filter((candidate) => baseName(candidate).toLowerCase() === name);
    const matches: string[] = [];
    for (const candidate of sameName) {
      const found = await this.find(candidate);
      if (found.path !== undefined && samePath(found.path, path)) matches.push(candidate);
    }
    return matches;
  }

  private async search(recorded: string): Promise<SourceLookupResult> {
    const tried: string[] = [];
    for (const path of candidates(recorded, this.where, this.substitutions)) {
      if (!this.isPermitted(path)) tried.push(t('{0} (not without permission)', path));
      else if (await this.exists(path)) return { path };
      else tried.push(path);
    }
    this.missing.add(recorded);
    return { path: undefined, tried };
  }

  /** Paths that the user maps, and files in the user's folders, need no permission. */
  private isPermitted(path: string): boolean {
    const { sourceMap, folders, isPermitted = (each) => !leadsElsewhere(each) } = this.where;
    const chosen = [
      ...folders,
      ...Object.values(sourceMap),
      ...this.substitutions.map(({ to }) => to),
    ];
    const isChosen = chosen.some((place) => !isRoot(place) && isInside(place, path));
    return isChosen || isPermitted(path);
  }
}

/**
 * Paths to try for a recorded path, best first: substituted, mapped, as recorded, then its end
 * under each folder, longest end first.
 */
export function candidates(
  recorded: string,
  where: SourceFolders,
  substitutions: readonly PathSubstitution[] = [],
): string[] {
  const paths: string[] = [];
  const rule = substitutions.find(({ from }) => below(from, recorded));
  const substituted = rule && mapPath(recorded, { [rule.from]: rule.to });
  if (substituted !== undefined) paths.push(substituted);
  const mapped = mapPath(recorded, where.sourceMap);
  if (mapped !== undefined) paths.push(mapped);
  if (isAbsolute(recorded)) paths.push(normalizePath(recorded));
  const parts = pathParts(recorded).filter((part) => part !== '..');
  for (const folder of where.folders) {
    for (let from = 0; from < parts.length; from++) {
      const path = joinPath(folder, parts.slice(from));
      // A backslash is part of a name on one system, and separates names on another.
      if (isInside(folder, path)) paths.push(path);
    }
  }
  return [...new Set(paths)];
}

function mapPath(
  recorded: string,
  sourceMap: Readonly<Record<string, string>>,
): string | undefined {
  let best: { length: number; path: string } | undefined;
  for (const [from, to] of Object.entries(sourceMap)) {
    const rest = below(from, recorded);
    const length = pathParts(from).length;
    if (!rest || (best && best.length >= length)) continue;
    best = { length, path: normalizePath(joinPath(to, rest)) };
  }
  return best?.path;
}

/** The map entry that makes `recorded` mean `path`: what they end with in common is left out. */
export function mapEntry(recorded: string, path: string): { from: string; to: string } {
  let from = normalizePath(recorded);
  let to = normalizePath(path);
  for (;;) {
    const recordedName = baseName(from);
    const name = baseName(to);
    if (recordedName !== name || pathParts(from).length <= 1 || pathParts(to).length <= 1) break;
    from = from.slice(0, from.length - recordedName.length).replace(/[/\\]$/, '');
    to = to.slice(0, to.length - name.length).replace(/[/\\]$/, '');
  }
  return { from, to };
}

// Whether a file is the source that a program was compiled from: by the checksum that DWARF 5 has
// of it, else by its name and its number of lines.

/** What programs say of one of their sources. */
export interface RecordedSource {
  /** As recorded. */
  readonly path: string;
  /** MD5 checksums, where the compiler wrote them; of several builds several. */
  readonly checksums: readonly string[];
  /** The last line with code; 0 where none has. */
  readonly lastLine: number;
}

/** Why a file is not the source. `lines`: how many it has. */
export type SourceMismatch =
  | { readonly kind: 'checksum' | 'name' }
  | { readonly kind: 'length'; readonly lines: number };

/** What speaks against a file; undefined where nothing does. */
export function sourceMismatch(
  { path: recorded, checksums, lastLine }: RecordedSource,
  path: string,
  contents: Uint8Array,
): SourceMismatch | undefined {
  const lines = linesOf(contents);
  if (checksums.length > 0) {
    const isSame = checksums.some((each) => checksumsOf(contents, lines).includes(each));
    return isSame ? undefined : { kind: 'checksum' };
  }
  if (baseName(path).toLowerCase() !== baseName(recorded).toLowerCase()) return { kind: 'name' };
  return lines.length < lastLine ? { kind: 'length', lines: lines.length } : undefined;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Lines without their ends. */
function linesOf(contents: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < contents.length;) {
    const at = contents.indexOf(lineFeed, start);
    const end = at < 0 ? contents.length : at;
    const isCrlf = at > start && contents[at - 1] === carriageReturn;
    lines.push(contents.subarray(start, isCrlf ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

/** Checksums of a text. Version control may have written its line ends as another system does. */
function checksumsOf(contents: Uint8Array, lines: readonly Uint8Array[]): string[] {
  const endedBy = (...end: number[]) =>
    md5(concat(lines.flatMap((line) => [line, Uint8Array.from(end)])));
  return [md5(contents), endedBy(lineFeed), endedBy(carriageReturn, lineFeed)];
}
