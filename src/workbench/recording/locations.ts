// The locations of tracepoints as gdb's `trace` takes them, read as far as a source editor needs:
// gdb manual, "Linespec Locations", "Address Locations", and "Create and Delete Tracepoints" for
// markers.

/** A line of a source file. */
export interface PlannedLine {
  /**
   * As the plan names it: with `/`, relative to a folder of the workspace, absolute, or a name
   * alone.
   */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

/** What a location names. */
export type PlannedLocation =
  | ({ readonly kind: 'line' } & PlannedLine)
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'marker'; readonly id: string };

const linePattern = /^(.+):(\d{1,9})$/;
const markerPattern = /^-m\s+(\S+)$/;
const addressPattern = /^\*\s*(\S.*)$/;
const functionPattern = /^(?:[^\s:]+\.\w+:)?[A-Za-z_~][\w$~<>:,*&() .+\-=!]*$/;

/** Reads a location; undefined if gdb's `trace` does not take the text. */
export function parseTracepointLocation(text: string): PlannedLocation | undefined {
  const location = text.trim();
  const [, file, digits] = linePattern.exec(location) ?? [];
  if (file !== undefined && !file.endsWith(':')) {
    const line = Number(digits);
    return line > 0 ? { kind: 'line', file, line } : undefined;
  }
  const id = markerPattern.exec(location)?.[1];
  if (id !== undefined) return { kind: 'marker', id };
  const address = addressPattern.exec(location)?.[1];
  if (address !== undefined) return { kind: 'address', address };
  const isFunction = functionPattern.test(location) && !/:\d*$/.test(location);
  return isFunction ? { kind: 'function', name: location } : undefined;
}

/** The line that a location names; undefined if it names none. */
export function lineOf(location: string): PlannedLine | undefined {
  const read = parseTracepointLocation(location);
  return read?.kind === 'line' ? { file: read.file, line: read.line } : undefined;
}

/** The location of a line. */
export function locationOf({ file, line }: PlannedLine): string {
  return `${file}:${line}`;
}

/** A file of this machine, as plans may name it. */
export interface NamedFile {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Relative to its folder of the workspace; the absolute path of a file outside it. */
  readonly relative: string;
}

/**
 * Whether a plan means a file. Within the workspace a path is a whole one; a name alone, as gdb's
 * scripts have it, means every file of that name.
 */
export function namesFile(named: string, { path, relative }: NamedFile): boolean {
  const file = named.replaceAll('\\', '/');
  if (file === path || file === relative) return true;
  return !file.includes('/') && relative.includes('/') && path.endsWith(`/${file}`);
}
