// The file with the debugging information that was taken out of a program, found by its build id or
// by .gnu_debuglink (gdb's manual, "Debugging Information in Separate Files").
import { toHex } from '../bytes/hex';
import type { ByteSource } from '../bytes/source';
import { readBuildId, crc32, readDebugLink } from './debugLinks';
import {
  buildIdPaths,
  debugLinkPaths,
  isPermitted,
  type SeparateDebugFiles,
} from './separateDebugFiles';
import { readElf } from './elf';
import type { Diagnostic } from '../bytes/diagnostic';
import type { ProgramFindings } from './findings';
import { PagedSource } from './pagedSource';
import { Sections } from './sections';

/** An ELF file beside the program. */
export interface CompanionFile {
  readonly path: string;
  readonly source: ByteSource;
  readonly sections: Sections;
  /** In hexadecimal digits. */
  readonly buildId: string | undefined;
}

/**
 * Opens the ELF file at a path; undefined where there is none, or it may not be opened.
 * `keptPages`: how much of it stays in memory. Every file beside a program is opened here.
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
    message:
      'Part of the debugging information is in a file elsewhere, which is read only after you allow it.',
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
      message: `${candidate} holds debugging information, but of another build of ${path}.`,
    });
  }
  reportMissing(companions, findings, tried, {
    severity: 'info',
    code: 'debug-file-missing',
    message: `The debugging information of ${path} is in a file of its own, ${link.name}, which was not found: put it beside the program, or into a folder for such files.`,
    expected: tried.join(', '),
  });
  return undefined;
}
