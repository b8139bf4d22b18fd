// From the path that the compiler recorded to a file on this machine, and back.
import { isAbsolute } from '../symbols/sourcePath';
import { baseName, below, joinPath, normalizePath, pathParts, samePath } from './paths';

/** Where a source may lie. Paths are absolute paths of this machine unless said otherwise. */
export interface SourceFolders {
  /** Recorded prefix to path here; the longest prefix wins. A whole file may be named. */
  readonly sourceMap: Readonly<Record<string, string>>;
  /** Folders under which the recorded path, or its end, may be found; the first wins. */
  readonly folders: readonly string[];
}

/** A rule of gdb's `set substitute-path`: the recorded folder, and where it is. */
export interface PathSubstitution {
  readonly from: string;
  readonly to: string;
}

/** A source that was found, or every path at which it was looked for. */
type SourceLookupResult =
  { readonly path: string } | { readonly path: undefined; readonly tried: readonly string[] };

/** Asks whether there is a file at an absolute path. */
export type FileExists = (path: string) => Promise<boolean>;

/** Finds sources, and remembers what it found. */
export class SourceLookup {
  private readonly found = new Map<string, Promise<SourceLookupResult>>();
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
    const tried = candidates(recorded, this.where, this.substitutions);
    for (const path of tried) {
      if (await this.exists(path)) return { path };
    }
    return { path: undefined, tried };
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
      paths.push(joinPath(folder, ...parts.slice(from)));
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
    best = { length, path: normalizePath(joinPath(to, ...rest)) };
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
