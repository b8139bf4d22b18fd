// Other files that hold debugging information of a program, and where they are looked for: as gdb
// does (its manual, "Debugging Information in Separate Files"; DWARF 5, section 7.3 and annex F).
import { t } from '@vscode/l10n';
import { toHex } from '../bytes/hex';
import type { ByteSource } from '../bytes/source';
import { isInside, joinSourcePath } from './sourcePath';
import { TimeSlice } from '../bytes/timeSlice';
import { DwarfCursor } from './dwarf/cursor';
import type { DebugSections } from './dwarf/debugSections';
import { Cursor } from '../bytes/cursor';
import { SectionType, SegmentType, type Elf, readElf } from './elf';
import type { Diagnostic } from '../bytes/diagnostic';
import type { ProgramFindings } from './findings';
import { PagedSource } from './pagedSource';
import { Sections } from './sections';

/** How files next to the program are reached. */
export interface SeparateDebugFiles {
  /** Folders that hold debugging information of any program: `/usr/lib/debug`. */
  readonly folders: readonly string[];
  /**
   * The only folders whose files may be opened, because the paths may come from an attacker;
   * undefined permits any file.
   */
  readonly permitted?: readonly string[];
  /** Called with the files elsewhere, where none of the permitted ones fits. */
  withheld?(paths: readonly string[]): void;
  /** Opens the file at a path; undefined if none can be read. */
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

/** Where a file with a build id is in the folders: by its first byte and the others. */
export function buildIdPaths(id: Uint8Array, folders: readonly string[]): string[] {
  if (id.length < 2) return [];
  const digits = toHex(id);
  const place = `.build-id/${digits.slice(0, 2)}/${digits.slice(2)}.debug`;
  return folders.map((folder) => joinSourcePath(folder, place));
}

/** Where the file may be that .gnu_debuglink of a program names. */
export function debugLinkPaths(
  program: string,
  name: string,
  folders: readonly string[],
): string[] {
  const folder = folderOf(program);
  const inFolders = folders.map((each) => joinSourcePath(each, withoutRoot(folder), name));
  return [joinSourcePath(folder, name), joinSourcePath(folder, '.debug', name), ...inFolders];
}

/** Where the supplementary file may be that another one, at `path`, names. */
export function supplementaryPaths(
  path: string,
  { name, id }: { readonly name: string; readonly id: Uint8Array },
  folders: readonly string[],
): string[] {
  const common = folders.map((folder) => joinSourcePath(folder, '.dwz', baseOf(name)));
  return [joinSourcePath(folderOf(path), name), ...buildIdPaths(id, folders), ...common];
}

/** Where a .dwo file may be, which was made in `directory` under `name`. */
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

// What a program says of the files that its debugging information is in: .gnu_debuglink and
// .gnu_debugaltlink (gdb's manual, "Debugging Information in Separate Files"), .debug_sup (DWARF 5,
// section 7.3.6).

/** A file with the debugging information that was taken out of a program. */
interface DebugLink {
  /** Without a folder. */
  readonly name: string;
  /** CRC-32 of the file. */
  readonly crc: number;
}

/** A file with the debugging information that several programs have in common. */
interface SupplementaryLink {
  /** Relative to the file that names it, or absolute. */
  readonly name: string;
  /** What both files say to belong together. */
  readonly id: Uint8Array;
}

/** Paths are not longer. */
const maxBytes = 1 << 16;

/** What .gnu_debuglink says. */
export async function readDebugLink(sections: DebugSections): Promise<DebugLink | undefined> {
  const cursor = await open(sections, '.gnu_debuglink');
  const name = cursor.cstring();
  cursor.skip((4 - (cursor.offset % 4)) % 4);
  const crc = cursor.u32();
  return cursor.overrun || name === '' ? undefined : { name, crc };
}

/** What .gnu_debugaltlink or .debug_sup says. */
export async function readSupplementaryLink(
  sections: DebugSections,
): Promise<SupplementaryLink | undefined> {
  const cursor = await open(sections, '.gnu_debugaltlink');
  if (cursor.remaining === 0) return readSupplementary(sections, false);
  const name = cursor.cstring();
  const id = cursor.take(cursor.remaining);
  return cursor.overrun || name === '' ? undefined : { name, id };
}

/** What .debug_sup says: of the file that is shared, or of the one that it belongs to. */
export async function readSupplementary(
  sections: DebugSections,
  shared: boolean,
): Promise<SupplementaryLink | undefined> {
  const cursor = await open(sections, '.debug_sup');
  const version = cursor.u16();
  const isShared = cursor.u8() !== 0;
  const name = cursor.cstring();
  const id = cursor.take(cursor.uleb());
  return cursor.overrun || version !== 5 || isShared !== shared ? undefined : { name, id };
}

async function open(sections: DebugSections, name: string): Promise<DwarfCursor> {
  const section = await sections.get(name);
  return new DwarfCursor(await section.read(0, Math.min(section.size, maxBytes)), sections.order);
}

const piece = 1 << 20;

/** The CRC-32 of a file, as .gnu_debuglink has it: that of ISO 3309. */
export async function crc32(source: ByteSource): Promise<number> {
  const slice = new TimeSlice();
  let crc = 0xffff_ffff;
  for (let at = 0; at < source.size; at += piece) {
    for (const byte of await source.read(at, piece)) {
      crc = (crc >>> 8) ^ (crcOfByte[(crc ^ byte) & 0xff] ?? 0);
    }
    await slice.yieldIfDue();
  }
  return ~crc >>> 0;
}

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});

// The build id: the number that ties a program to its separate debugging information (the note
// NT_GNU_BUILD_ID; System V ABI, "Note Section").

/** A longer note cannot be a build id. */
const maxNoteBytes = 1 << 16;
/** More sections and segments of notes than any linker writes. */
const maxNotes = 64;
const noteBuildId = 3;

/** The bytes of the build id; undefined where the file has none. */
export async function readBuildId(source: ByteSource, elf: Elf): Promise<Uint8Array | undefined> {
  const notes = [
    ...elf.sections.filter(({ type }) => type === SectionType.note),
    ...elf.segments
      .filter(({ type }) => type === SegmentType.note)
      .map(({ offset, fileSize }) => ({ offset, size: fileSize })),
  ];
  for (const { offset, size } of notes.slice(0, maxNotes)) {
    const bytes = await source.read(offset, Math.min(size, maxNoteBytes));
    const id = findBuildId(new Cursor(bytes, elf.header.order));
    if (id) return id;
  }
  return undefined;
}

function findBuildId(cursor: Cursor): Uint8Array | undefined {
  while (cursor.remaining > 0) {
    const nameSize = cursor.u32();
    const size = cursor.u32();
    const type = cursor.u32();
    const name = new TextDecoder().decode(cursor.take(padded(nameSize)));
    const content = cursor.take(padded(size)).subarray(0, size);
    if (cursor.overrun) return undefined;
    if (type === noteBuildId && name === 'GNU\0' && size > 0) return content;
  }
  return undefined;
}

/** Names and contents of notes are padded to four bytes. */
function padded(size: number): number {
  return Math.ceil(size / 4) * 4;
}

// The file with the debugging information that was taken out of a program, found by its build id or
// by .gnu_debuglink (gdb's manual, "Debugging Information in Separate Files").

/** An ELF file next to the program. */
export interface CompanionFile {
  readonly path: string;
  readonly source: ByteSource;
  readonly sections: Sections;
  /** In hexadecimal digits. */
  readonly buildId: string | undefined;
}

/**
 * Opens the ELF file at a path; undefined if none exists, or it may not be opened.
 * `keptPages`: how much of it stays in memory. Every file next to a program is opened here.
 */
export async function openCompanion(
  companions: SeparateDebugFiles,
  path: string,
  findings: ProgramFindings,
  keptPages?: number,
): Promise<CompanionFile | undefined> {
  const file = isPermitted(companions, path) ? await companions.open(path) : undefined;
  if (!file) return undefined;
  const source = new PagedSource(file, keptPages);
  const its = findings.of(path);
  const elf = await readElf(source, its);
  if (!elf) return undefined;
  const id = await readBuildId(source, elf);
  const sections = new Sections(source, elf, its);
  return { path, source: file, sections, buildId: id && toHex(id) };
}

/** Says that no file at the paths served: one of them must be permitted first, or `missing`. */
export function reportMissing(
  companions: SeparateDebugFiles,
  findings: ProgramFindings,
  paths: readonly string[],
  missing: Diagnostic,
): void {
  const withheld = paths.filter((path) => !isPermitted(companions, path));
  if (withheld.length > 0) companions.withheld?.(withheld);
  findings.add(withheld.length > 0 ? withheldFinding(withheld) : missing);
}

function withheldFinding(paths: readonly string[]): Diagnostic {
  return {
    severity: 'info',
    code: 'debug-file-withheld',
    message: t(
      'Part of the debugging information is in a file elsewhere, which is read only after you allow it.',
    ),
    expected: paths.join(', '),
  };
}

/**
 * The file with a program's debugging information; undefined where the program has its own, or none
 * is found.
 */
export async function findDebugFile(
  sections: Sections,
  program: { readonly path: string; readonly buildId: Uint8Array | undefined },
  companions: SeparateDebugFiles,
): Promise<CompanionFile | undefined> {
  if ((await sections.get('.debug_info')).size > 0) return undefined;
  const { path, buildId } = program;
  const wanted = buildId && toHex(buildId);
  const { findings } = sections;
  for (const candidate of buildId ? buildIdPaths(buildId, companions.folders) : []) {
    const file = await openCompanion(companions, candidate, findings);
    if (file && file.buildId === wanted) return file;
  }
  const link = await readDebugLink(sections);
  if (!link) return undefined;
  const tried = debugLinkPaths(path, link.name, companions.folders);
  for (const candidate of tried) {
    if (candidate === path) continue;
    const file = await openCompanion(companions, candidate, findings);
    if (!file) continue;
    const same =
      wanted !== undefined && file.buildId !== undefined
        ? file.buildId === wanted
        : (await crc32(file.source)) === link.crc;
    if (same) return file;
    findings.add({
      severity: 'warning',
      code: 'debug-file-mismatch',
      message: t('{0} holds debugging information, but of another build of {1}.', candidate, path),
    });
  }
  reportMissing(companions, findings, tried, {
    severity: 'info',
    code: 'debug-file-missing',
    message: t(
      'The debugging information of {0} is in a file of its own, {1}, which was not found: put it beside the program, or into a folder for such files.',
      path,
      link.name,
    ),
    expected: tried.join(', '),
  });
  return undefined;
}
