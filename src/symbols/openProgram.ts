// Opening a program with the files that hold its debugging information.
import { toHex } from '../bytes/hex';
import { ReadFailed, type ByteSource } from '../bytes/source';
import { readBuildId } from './debugLinks';
import { findDebugFile } from './debugFile';
import type { NameColumns } from './dwarf/nameColumns';
import { FileType, isElf, readElf } from './elf';
import { ProgramFindings } from './findings';
import { readInThreads, worthAThread, type NameThread } from './nameThread';
import { PagedSource } from './pagedSource';
import { Program } from './program';
import { ProgramFiles } from './programFiles';
import { isRelocatable, laidOut, layoutProblem, type SectionAddresses } from './relocatable';
import { hasAddresses } from './relocations';
import { Sections } from './sections';
import { noSeparateDebugFiles, type SeparateDebugFiles } from './separateDebugFiles';

/**
 * Opens a program. `path`: what to call it, and where to look for `companions`; its bytes come from
 * `source`. `layout`: where the sections of a file lay that no linker has seen; without one, its
 * `.text` is at 0. `thread`: where the names of a big one are read, from the file at `path`.
 */
export async function openProgram(
  source: ByteSource,
  path: string,
  companions: SeparateDebugFiles = noSeparateDebugFiles,
  layout?: SectionAddresses,
  thread?: NameThread,
): Promise<{ program: Program } | { problem: string }> {
  try {
    return await open(source, path, companions, layout, thread);
  } catch (error) {
    if (error instanceof ReadFailed) return { problem: error.message };
    return {
      problem: `${path} cannot be read: ${error instanceof Error ? error.message : 'no reason given'}.`,
    };
  }
}

async function open(
  file: ByteSource,
  path: string,
  companions: SeparateDebugFiles,
  layout: SectionAddresses | undefined,
  thread: NameThread | undefined,
): Promise<{ program: Program } | { problem: string }> {
  const source = new PagedSource(file);
  const findings = new ProgramFindings();
  const stored = await readElf(source, findings);
  if (!stored) return { problem: await whyNot(source, path) };
  if (stored.header.type === FileType.core) {
    return { problem: `${path} is a core file, not a program.` };
  }
  const problem = layout && layoutProblem(stored, layout);
  if (problem !== undefined) return { problem: `${path} ${problem}.` };
  const elf = isRelocatable(stored) ? laidOut(stored, layout) : stored;
  if (!hasAddresses(elf.header)) {
    findings.add({
      severity: 'info',
      code: 'program-not-linked',
      message: `${path} is an object file that was not linked: only its symbols are read.`,
    });
  }
  const own = new Sections(source, elf, findings);
  const buildId = await readBuildId(source, elf);
  const debug = await findDebugFile(own, { path, buildId }, companions);
  const sections = debug ? own.joinedWith(debug.sections) : own;
  const others = new ProgramFiles(path, debug?.path ?? path, sections, companions);
  const facts = { ...elf.header, buildId: buildId && toHex(buildId) };
  const { folders, permitted } = companions;
  const contents = (await file.stamp?.())?.contents;
  const question = { path, size: file.size, contents, folders, permitted, layout };
  const readNames = async (): Promise<readonly NameColumns[] | undefined> =>
    thread && sections.fileSize >= worthAThread
      ? readInThreads(thread, question, findings, companions)
      : undefined;
  return { program: new Program(path, facts, source, sections, others, readNames) };
}

async function whyNot(source: ByteSource, path: string): Promise<string> {
  return isElf(await source.read(0, 4))
    ? `${path} is an ELF file whose header is cut or damaged.`
    : `${path} is not an ELF file.`;
}
