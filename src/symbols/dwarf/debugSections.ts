// What the readers of DWARF ask of a file: its sections by name, and where to say what is wrong.
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../../bytes/cursor';
import type { ProgramFindings } from '../findings';
import { LruCache } from '../../bytes/cache';
import { noBytes, type SectionBytes, joinedBytes, SectionWindow } from '../sectionBytes';

/** The sections of one file. */
export interface DebugSections {
  readonly order: ByteOrder;
  readonly findings: ProgramFindings;
  /** Whether code may be at address 0, which otherwise marks code that the linker dropped. */
  readonly codeAtZero: boolean;
  /** Size of the file, in bytes. */
  readonly fileSize: number;
  /** Bytes that were read from sections so far: a measure of the work done on them. */
  readonly bytesRead: number;
  /** The section's bytes; none where the file has no such section. */
  get(name: string): Promise<SectionBytes>;
}

/** The same file as if it had no debugging information. */
export function withoutContents(sections: DebugSections): DebugSections {
  const { order, findings, codeAtZero, fileSize } = sections;
  const get = (name: string): Promise<SectionBytes> => Promise.resolve(noBytes(name));
  return { order, findings, codeAtZero, fileSize, bytesRead: 0, get };
}

/** The sections of one file, of each of which a range is held. */
export interface WalkedSections extends DebugSections {
  get(name: string): Promise<SectionWindow>;
}

/** The same file for a walk through it, which goes forward in every section. */
export function forWalk(sections: DebugSections): WalkedSections {
  const { order, findings, codeAtZero, fileSize } = sections;
  const ranges = new LruCache<string, SectionWindow>();
  return {
    order,
    findings,
    codeAtZero,
    fileSize,
    get bytesRead() {
      return sections.bytesRead;
    },
    get: (name) => ranges.get(name, async () => new SectionWindow(await sections.get(name))),
  };
}

const allowedFactor = 16;
const allowedAtLeast = 1 << 26;

/**
 * A bound on one walk over a whole file. Damaged or hostile tables can refer to the same bytes over
 * and over: work far beyond the size of the file is refused.
 */
export class Allowance {
  private readonly end: number;

  constructor(private readonly sections: DebugSections) {
    this.end = sections.bytesRead + allowedFactor * sections.fileSize + allowedAtLeast;
  }

  /** True when the walk has to stop, which the findings then say. */
  get spent(): boolean {
    if (this.sections.bytesRead <= this.end) return false;
    reportExcess(this.sections);
    return true;
  }
}

/** Says that there is more than there can be. */
export function reportExcess({ findings }: DebugSections): void {
  findings.add({
    severity: 'warning',
    code: 'debug-information-excessive',
    message: t(
      'The debugging information refers to the same bytes over and over; the rest is ignored.',
    ),
  });
}

/** Says that bytes of a section are not what they should be. `at`: offset in the section. */
export function reportMalformed(
  { findings }: DebugSections,
  section: SectionBytes,
  at: number,
  code: string,
  message: string,
  found: { readonly expected: string; readonly found: string },
): void {
  const offset = section.fileOffset === undefined ? {} : { offset: section.fileOffset + at };
  const where = `${section.name}+0x${at.toString(16)}`;
  findings.add({
    severity: 'warning',
    code,
    message: `${message} (${where}).`,
    ...offset,
    ...found,
  });
}

/**
 * Whether an address belongs to code that the linker dropped: 0, or the greatest address or the one
 * below it, which lld writes (and DWARF 6 will prescribe).
 */
export function isDiscarded(
  address: bigint,
  addressSize: number,
  { codeAtZero }: DebugSections,
): boolean {
  if (address === 0n) return !codeAtZero;
  return address >= (addressSize === 4 ? 0xffff_fffen : 0xffff_ffff_ffff_fffen);
}

// Units are in .debug_info, and type units of DWARF 4 in .debug_types (DWARF 4, section 7.5.1.2).
// The second follows the first here, so that one offset says where a unit or an entry is.

/**
 * The offsets of a file begin at a multiple of this: more than any file has of debugging
 * information.
 */
const fileSpan = 2 ** 33;

/** Where the offsets of the file with a number begin. */
export function startOfFile(number: number): number {
  return number * fileSpan;
}

/** The number of the file that an offset belongs to. */
export function fileNumber(offset: number): number {
  return Math.floor(offset / fileSpan);
}

/** The bytes of both sections; offsets count from where the file's offsets begin. */
export interface UnitSection extends SectionBytes {
  /** Where .debug_types begins. */
  readonly typesStart: number;
}

/** The section or sections that hold a file's units. */
export async function openUnitSection(
  sections: DebugSections,
  start: number,
): Promise<UnitSection> {
  const info = await sections.get('.debug_info');
  const both = joinedBytes([info, await sections.get('.debug_types')]);
  const { name, fileOffset } = both;
  return {
    name,
    fileOffset,
    size: start + both.size,
    typesStart: start + info.size,
    read: (offset, length) => both.read(offset - start, length),
  };
}
