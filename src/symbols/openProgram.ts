// Opening a program with the files that hold its debugging information.
import { t } from '@vscode/l10n';
import { toHex } from '../bytes/hex';
import { ReadFailed, type ByteSource } from '../bytes/source';
import type { NameColumns } from './dwarf/nameColumns';
import {
  FileType,
  isElf,
  readElf,
  isRelocatable,
  laidOut,
  layoutProblem,
  type SectionAddresses,
} from './elf';
import { ProgramFindings } from './findings';
import { readInThreads, worthAThread, type NameThread } from './nameThread';
import { PagedSource } from './pagedSource';
import { Program } from './program';
import { hasAddresses } from './relocations';
import { Sections } from './sections';
import {
  noSeparateDebugFiles,
  type SeparateDebugFiles,
  readBuildId,
  findDebugFile,
  isPermitted,
  splitPaths,
  supplementaryPaths,
  readSupplementary,
  readSupplementaryLink,
  openCompanion,
  reportMissing,
  type CompanionFile,
} from './separateDebugFiles';
import { reportExcess, type DebugSections } from './dwarf/debugSections';
import type { SeparateFiles } from './dwarf/dwarf';
import { splitSections, UnitPackage } from './dwarf/unitPackage';
import { readString } from './dwarf/strings';
import { splitIdOf, type Unit, type UnitFile } from './dwarf/unit';
import { lazy } from '../bytes/lazy';

/**
 * Opens a program. `path`: its name, next to which `companions` are looked for; its bytes come from
 * `source`. `layout`: where the sections of a file that was never linked were loaded; without one,
 * its `.text` is at 0. `thread`: where the names of a big one are read, from the file at `path`.
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
      problem: t(
        '{0} cannot be read: {1}.',
        path,
        error instanceof Error ? error.message : t('no reason given'),
      ),
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
    return { problem: t('{0} is a core file, not a program.', path) };
  }
  const problem = layout && layoutProblem(stored, layout);
  if (problem !== undefined) return { problem: `${path} ${problem}.` };
  const elf = isRelocatable(stored) ? laidOut(stored, layout) : stored;
  if (!hasAddresses(elf.header)) {
    findings.add({
      severity: 'info',
      code: 'program-not-linked',
      message: t('{0} is an object file that was not linked: only its symbols are read.', path),
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
    ? t('{0} is an ELF file whose header is cut or damaged.', path)
    : t('{0} is not an ELF file.', path);
}

// The files that units of debugging information refer to, found next to the program and in the
// folders for them: the supplementary file of dwz, .dwo files, and the .dwp file that packs them.

/** There may be thousands of .dwo files: little of each stays in memory. */
const keptSplitPages = 4;
/**
 * Units that one .dwo file was split off from: after optimization of the whole program, several.
 */
const maxFromOne = 64;
/** Files that the user is asked about. */
const maxWithheld = 10_000;

/** What a unit says of the file that was split off from it. */
interface SplitName {
  readonly name: string;
  /** Where it was made. */
  readonly directory: string | undefined;
}

/** The files that one program's units refer to. */
class ProgramFiles implements SeparateFiles {
  readonly supplementary = lazy(() => this.findSupplementary());
  private readonly package = lazy(() => this.findPackage());
  /** How many units named each .dwo file. */
  private readonly named = new Map<string, number>();
  private withholding: Promise<void> | undefined;

  /** `debugPath`: path of the file that holds the units, which may be another than the program. */
  constructor(
    private readonly programPath: string,
    private readonly debugPath: string,
    private readonly sections: Sections,
    private readonly companions: SeparateDebugFiles = noSeparateDebugFiles,
  ) {}

  async split(skeleton: Unit): Promise<DebugSections | undefined> {
    const id = splitIdOf(skeleton);
    const packed = id === undefined ? undefined : (await this.package())?.unit(id);
    if (packed) return packed;
    const named = await splitName(skeleton);
    if (!named) return undefined;
    const { name, directory } = named;
    const key = `${directory ?? ''}\0${name}`;
    this.named.set(key, (this.named.get(key) ?? 0) + 1);
    if ((this.named.get(key) ?? 0) > maxFromOne) {
      reportExcess(skeleton.file.sections);
      return undefined;
    }
    const paths = this.splitPaths(named);
    for (const path of paths) {
      const file = await this.open(path, keptSplitPages);
      if (file) return splitSections(file.sections);
    }
    if (this.withheldOf(paths).length > 0) {
      await (this.withholding ??= this.withholdSplits(skeleton.file).catch((error: unknown) => {
        this.withholding = undefined;
        throw error;
      }));
    }
    reportMissing(this.companions, this.sections.findings, paths, {
      severity: 'warning',
      code: 'split-file-missing',
      message: t(
        'Part of the debugging information is in a file of its own, {0}, which was not found.',
        name,
      ),
      ...(directory === undefined
        ? {}
        : { expected: t('it in {0}, or a .dwp file beside the program', directory) }),
    });
    return undefined;
  }

  async splitType(signature: bigint): Promise<DebugSections | undefined> {
    return (await this.package())?.type(signature);
  }

  private splitPaths({ name, directory }: SplitName): string[] {
    return splitPaths(this.programPath, directory, name, this.companions.folders);
  }

  private withheldOf(paths: readonly string[]): string[] {
    return paths.filter((path) => !isPermitted(this.companions, path));
  }

  /**
   * Where one .dwo file is withheld others are too: the user is asked about all of them at once.
   */
  private async withholdSplits(file: UnitFile): Promise<void> {
    const paths = new Set<string>();
    for await (const unit of file.units()) {
      const named = await splitName(unit);
      for (const path of named ? this.withheldOf(this.splitPaths(named)) : []) paths.add(path);
      if (paths.size >= maxWithheld) break;
    }
    this.companions.withheld?.([...paths]);
  }

  private open(path: string, keptPages?: number): Promise<CompanionFile | undefined> {
    return openCompanion(this.companions, path, this.sections.findings, keptPages);
  }

  private async findPackage(): Promise<UnitPackage | undefined> {
    for (const path of new Set([`${this.programPath}.dwp`, `${this.debugPath}.dwp`])) {
      const file = await this.open(path);
      if (file) return UnitPackage.read(file.sections);
    }
    return undefined;
  }

  private async findSupplementary(): Promise<DebugSections | undefined> {
    const link = await readSupplementaryLink(this.sections);
    if (!link) return undefined;
    const wanted = toHex(link.id);
    const paths = supplementaryPaths(this.debugPath, link, this.companions.folders);
    for (const path of paths) {
      const file = await this.open(path);
      if (!file) continue;
      const checksum = (await readSupplementary(file.sections, true))?.id;
      if (wanted === (checksum ? toHex(checksum) : file.buildId)) return file.sections;
    }
    reportMissing(this.companions, this.sections.findings, paths, {
      severity: 'warning',
      code: 'supplementary-file-missing',
      message: `Names and types of the program are in a file that it shares with others, ${link.name}, which was not found.`,
    });
    return undefined;
  }
}

async function splitName(skeleton: Unit): Promise<SplitName | undefined> {
  const name = await readString(skeleton, skeleton.root.splitName);
  if (name === undefined) return undefined;
  return { name, directory: await readString(skeleton, skeleton.root.compilationDirectory) };
}
