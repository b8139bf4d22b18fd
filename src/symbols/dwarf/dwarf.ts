// The debugging information of one program: units are read when asked for and kept for a while.
// Each section has its reader in a file of its own; this one only joins them.
import { t } from '@vscode/l10n';
import { prefetch } from '../../bytes/source';
import { partitionPoint } from '../../bytes/arrays';
import { LruCache } from '../../bytes/cache';
import { lazy } from '../../bytes/lazy';
import { perStep, TimeSlice } from '../../bytes/timeSlice';
import { readAbbreviations, type AbbreviationTable } from './abbrev';
import { DW_AT, DW_TAG } from './constants';
import { type DebugSections, fileNumber, startOfFile } from './debugSections';
import type { EntryCursor } from './entryCursor';
import type { AttributeValue } from './form';
import { readLineTable, type LineTable } from './lineTable';
import { readString, readStringsAt, type NameKey } from './strings';
import {
  allOfThem,
  placedUnit,
  readEntries,
  readEntry,
  splitIdOf,
  UnitFile,
  type Unit,
  type UnitShare,
} from './unit';

/** A unit and a walk over its entries. */
interface UnitEntries {
  readonly unit: Unit;
  readonly entries: EntryCursor;
}

/** The other files that units refer to. Each is opened when it is needed. */
export interface SeparateFiles {
  /** What several programs have in common (dwz). */
  supplementary(): Promise<DebugSections | undefined>;
  /** What was split off from the unit of a skeleton. */
  split(skeleton: Unit): Promise<DebugSections | undefined>;
  /** The type that has a signature, where split units are packed in one file. */
  splitType(signature: bigint): Promise<DebugSections | undefined>;
}

const noSeparateFiles: SeparateFiles = {
  supplementary: () => Promise.resolve(undefined),
  split: () => Promise.resolve(undefined),
  splitType: () => Promise.resolve(undefined),
};

/** A chain of declarations is two or three long; one in a damaged file may be a circle. */
const maxChainLength = 8;
/** Units in which an entry is looked for before a walk finds where all units are. */
const keptLatest = 16;
/** Units that are read while another is in use. */
const unitsAhead = 4;

/** The debugging information of one program. */
export class Dwarf {
  private readonly units = new LruCache<number, Unit | undefined>(2048);
  private readonly abbreviations = new LruCache<string, AbbreviationTable>(
    8_000_000,
    (table) => table.weight,
  );
  private readonly lineTables = new LruCache<number, LineTable | undefined>(
    2_000_000,
    (table) => 1 + (table?.rows.length ?? 0),
  );
  /** Those asked for last. */
  private latest: readonly Unit[] = [];
  private readonly splitUnits = new LruCache<number, Unit | undefined>();
  private readonly splitTypes = new LruCache<bigint, UnitFile | undefined>();
  private readonly files: UnitFile[] = [];
  private readonly own: UnitFile;
  private readonly supplementary = lazy(async () => {
    const sections = await this.others.supplementary();
    return sections && this.addFile(sections);
  });

  /** `others`: further files that units refer to. */
  constructor(
    readonly sections: DebugSections,
    private readonly others: SeparateFiles = noSeparateFiles,
  ) {
    this.own = this.addFile(sections);
  }

  /** The unit whose header is at an offset of .debug_info. */
  async unit(offset: number): Promise<Unit | undefined> {
    const unit = await this.units.get(offset, async () => this.fileAt(offset)?.open(offset));
    if (unit && !this.latest.includes(unit))
      this.latest = [unit, ...this.latest].slice(0, keptLatest);
    return unit;
  }

  /** The unit that the byte at an offset of .debug_info belongs to. */
  async unitHolding(offset: number): Promise<Unit | undefined> {
    const latest = this.latest.find(({ header }) => offset >= header.offset && offset < header.end);
    if (latest) return latest;
    const offsets = (await this.fileAt(offset)?.unitOffsets()) ?? [];
    const start = offsets[partitionPoint(offsets.length, (i) => (offsets[i] ?? 0) > offset) - 1];
    const unit = start === undefined ? undefined : await this.unit(start);
    return unit && offset < unit.header.end ? unit : undefined;
  }

  /** What was split off from a unit, where that can be read; else the unit itself. */
  async complete(unit: Unit): Promise<Unit> {
    const { file, header, root } = unit;
    if (!root.splitName || file.skeleton) return unit;
    const split = await this.splitUnits.get(header.offset, () => this.readSplit(unit));
    return split ?? unit;
  }

  /**
   * Every unit, in the order of the files: the program's own, each replaced by what was split off
   * from it, and those that several programs have in common, which are in the last share. Reads
   * only headers and first entries.
   */
  async *allUnits(share = allOfThem): AsyncGenerator<Unit> {
    for await (const unit of this.own.units(share)) yield this.complete(unit);
    if (share.number + 1 < share.count) return;
    const common = await this.supplementary();
    if (common) yield* common.units();
  }

  /** Every unit of `allUnits` with its entries, some of them read while one is walked. */
  allEntries(share: UnitShare): AsyncGenerator<UnitEntries, void> {
    return prefetch(this.eachWithEntries(share), unitsAhead);
  }

  /**
   * Every unit in the program's own file, in its order; of those that were split off the skeleton.
   */
  ownUnits(): AsyncGenerator<Unit> {
    return this.own.units();
  }

  /** Offset of the entry that an attribute of a unit's entry refers to. */
  async referenced(unit: Unit, value: AttributeValue | undefined): Promise<number | undefined> {
    if (value?.kind === 'reference') return value.offset;
    if (value?.kind === 'signature') return this.typeOffset(unit, value.signature);
    if (value?.kind !== 'supplementaryReference') return undefined;
    const file = await unit.file.supplementary();
    return file && file.start + value.offset;
  }

  /** Where units begin in the program's own file, ascending. */
  ownUnitOffsets(): Promise<readonly number[]> {
    return this.own.unitOffsets();
  }

  /** For each file, the offset of the skeleton that it was split off from; -1 for the others. */
  get skeletons(): number[] {
    return this.files.map(({ skeleton }) => skeleton?.header.offset ?? -1);
  }

  /**
   * An offset of .debug_info as it counts here, of one that another reader of the program gave,
   * whose files have `skeletons`. Files get their numbers as they are opened. Undefined where the
   * file is out of reach.
   */
  async ownOffset(offset: number, skeletons: readonly number[]): Promise<number | undefined> {
    const number = fileNumber(offset);
    if (number === 0) return offset;
    const skeleton = skeletons[number] ?? -1;
    const unit = skeleton < 0 ? undefined : await this.unit(skeleton);
    const file = unit ? (await this.complete(unit)).file : await this.supplementary();
    return file && file.start + offset - startOfFile(number);
  }

  /** Gives the texts that keys represent. */
  async texts(keys: Iterable<NameKey>, take: (key: NameKey, text: string) => void): Promise<void> {
    const byFile = new Map<number, number[]>();
    const slice = new TimeSlice();
    let count = 0;
    for (const key of keys) {
      if (count++ % perStep === 0) await slice.yieldIfDue();
      if (typeof key === 'string') take(key, key);
      else {
        const file = fileNumber(key);
        const inFile = byFile.get(file);
        if (inFile) inFile.push(key - startOfFile(file));
        else byFile.set(file, [key - startOfFile(file)]);
      }
    }
    for (const [number, offsets] of byFile) {
      const file = this.files[number];
      if (!file) continue;
      await readStringsAt(file.sections, offsets, (offset, text) => {
        take(file.start + offset, text);
      });
    }
  }

  /** The unit's lines; undefined where it has none. */
  async lines(unit: Unit): Promise<LineTable | undefined> {
    const placed = placedUnit(unit);
    const offset = placed.root.statementList;
    if (offset === undefined) return undefined;
    return this.lineTables.get(placed.file.start + offset, () => readLineTable(placed));
  }

  /** All entries of a unit, in the order of the file. */
  async entries(unit: Unit): Promise<EntryCursor> {
    const abbreviations = await this.abbreviationsOf(unit);
    return readEntries(await unit.file.section(), unit.header, abbreviations);
  }

  /**
   * The name of what the entry at an offset of .debug_info describes, without what qualifies it.
   */
  async nameAt(offset: number): Promise<string | undefined> {
    let at: number | undefined = offset;
    for (let hops = 0; at !== undefined && hops < maxChainLength; hops++) {
      const unit = await this.unitHolding(at);
      const naming = unit && (await this.entry(unit, at, readNaming));
      const name = naming && (await readString(unit, naming.name));
      if (!naming || name !== undefined) return name;
      at = await this.referenced(unit, naming.declaredBy);
    }
    return undefined;
  }

  private async entry<T>(
    unit: Unit,
    offset: number,
    read: (entry: EntryCursor) => T,
  ): Promise<T | undefined> {
    const abbreviations = await this.abbreviationsOf(unit);
    return readEntry(await unit.file.section(), unit.header, abbreviations, offset, read);
  }

  private abbreviationsOf({ file, header }: Unit): Promise<AbbreviationTable> {
    const { encoding, abbreviationsOffset } = header;
    const { version, addressSize, offsetSize } = encoding;
    const key = [file.start + abbreviationsOffset, addressSize, offsetSize, version].join();
    return this.abbreviations.get(key, async () =>
      readAbbreviations(await file.sections.get('.debug_abbrev'), abbreviationsOffset, encoding),
    );
  }

  private async *eachWithEntries(share: UnitShare): AsyncGenerator<UnitEntries, void> {
    for await (const unit of this.allUnits(share))
      yield { unit, entries: await this.entries(unit) };
  }

  private fileAt(offset: number): UnitFile | undefined {
    return this.files[fileNumber(offset)];
  }

  private addFile(sections: DebugSections, skeleton?: Unit): UnitFile {
    const start = startOfFile(this.files.length);
    const isOwn = this.files.length === 0;
    const supplementary = isOwn ? this.supplementary : () => Promise.resolve(undefined);
    const file = new UnitFile(sections, start, skeleton, supplementary);
    this.files.push(file);
    return file;
  }

  /** The unit that was split off from a skeleton. */
  private async readSplit(skeleton: Unit): Promise<Unit | undefined> {
    const sections = await this.others.split(skeleton);
    const file = sections && this.addFile(sections, skeleton);
    for (const offset of (await file?.unitOffsets()) ?? []) {
      const unit = await this.unit(offset);
      if (unit?.root.tag !== DW_TAG.compile_unit) continue;
      if (splitIdOf(unit) === splitIdOf(skeleton)) return unit;
    }
    if (file) reportStranger(file);
    return undefined;
  }

  /** The file with a type that several split units have in common. */
  private splitTypeFile(skeleton: Unit, signature: bigint): Promise<UnitFile | undefined> {
    return this.splitTypes.get(signature, async () => {
      const sections = await this.others.splitType(signature);
      return sections && this.addFile(sections, skeleton);
    });
  }

  /** Where the entry is of the type that has a signature: in the unit's file, or another. */
  private async typeOffset({ file }: Unit, signature: bigint): Promise<number | undefined> {
    const offset = (await file.typeOffset(signature)) ?? (await this.own.typeOffset(signature));
    if (offset !== undefined || !file.skeleton) return offset;
    return (await this.splitTypeFile(file.skeleton, signature))?.typeOffset(signature);
  }
}

/** What the current entry says of its name, or refers to for it. */
function readNaming(entry: EntryCursor): {
  name: AttributeValue | undefined;
  declaredBy: AttributeValue | undefined;
} {
  const [name, origin, specification] = entry.values([
    DW_AT.name,
    DW_AT.abstract_origin,
    DW_AT.specification,
  ]);
  return { name, declaredBy: origin ?? specification };
}

function reportStranger({ sections }: UnitFile): void {
  sections.findings.add({
    severity: 'warning',
    code: 'split-file-mismatch',
    message: t('The file of a split unit holds another unit: it is of another build.'),
  });
}
