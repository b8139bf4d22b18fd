// .dwp files, which pack the split units of one program: .debug_cu_index and .debug_tu_index say
// what each unit has of every section (DWARF 5, section 7.3.5; GNU's version 2 before it).
import { t } from '@vscode/l10n';
import { DwarfCursor } from './cursor';
import { reportMalformed, type DebugSections } from './debugSections';
import { noBytes, type SectionBytes } from '../sectionBytes';

/** DW_SECT_…: the section that a column represents. */
const sectionNames: Readonly<Record<2 | 5, readonly (string | undefined)[]>> = {
  2: [
    undefined,
    '.debug_info',
    '.debug_types',
    '.debug_abbrev',
    '.debug_line',
    '.debug_loc',
    '.debug_str_offsets',
  ],
  5: [
    undefined,
    '.debug_info',
    undefined,
    '.debug_abbrev',
    '.debug_line',
    '.debug_loclists',
    '.debug_str_offsets',
    undefined,
    '.debug_rnglists',
  ],
};

/** What units have of the sections, by their ids or signatures. */
type Index = ReadonlyMap<bigint, Shares>;

/** The units of a .dwp file. */
export class UnitPackage {
  private constructor(
    private readonly sections: DebugSections,
    private readonly units: Index,
    private readonly types: Index,
  ) {}

  /** Reads the indices of a file. */
  static async read(sections: DebugSections): Promise<UnitPackage> {
    const units = await readIndex(sections, '.debug_cu_index');
    return new UnitPackage(sections, units, await readIndex(sections, '.debug_tu_index'));
  }

  /** The sections of the unit with an id. */
  unit(id: bigint): DebugSections | undefined {
    const shares = this.units.get(id);
    return shares && splitSections(this.sections, shares);
  }

  /** The sections of the type unit with a signature. */
  type(signature: bigint): DebugSections | undefined {
    const shares = this.types.get(signature);
    return shares && splitSections(this.sections, shares);
  }
}

async function readIndex(sections: DebugSections, name: string): Promise<Index> {
  const section = await sections.get(name);
  if (section.size === 0) return new Map();
  const bytes = await section.read(0, section.size);
  const index = parseIndex(new DwarfCursor(bytes, sections.order));
  if (index) return index;
  reportMalformed(
    sections,
    section,
    0,
    'unit-index-unreadable',
    t('An index of units is damaged'),
    {
      expected: t('a whole index of version 2 or 5'),
      found: t('{0} bytes', bytes.length),
    },
  );
  return new Map();
}

function parseIndex(cursor: DwarfCursor): Index | undefined {
  const version = versionOf(cursor);
  const columns = cursor.u32();
  const rows = cursor.u32();
  const slots = cursor.u32();
  const size = 12 * slots + 4 * columns * (1 + 2 * rows);
  if (!version || cursor.overrun || columns > 16 || cursor.remaining < size) return undefined;
  const ids = Array.from({ length: slots }, () => cursor.u64());
  const numbers = Array.from({ length: slots }, () => cursor.u32());
  const names = Array.from({ length: columns }, () => sectionNames[version][cursor.u32()]);
  const table = (): number[][] => Array.from({ length: rows }, () => names.map(() => cursor.u32()));
  const offsets = table();
  const sizes = table();
  const index = new Map<bigint, Shares>();
  numbers.forEach((number, slot) => {
    const id = ids[slot];
    if (number === 0 || number > rows || id === undefined) return;
    index.set(id, sharesOf(names, offsets[number - 1] ?? [], sizes[number - 1] ?? []));
  });
  return index;
}

/** Version 5 is followed by two bytes of padding; GNU's is a word. */
function versionOf(cursor: DwarfCursor): 2 | 5 | undefined {
  const [first, second] = [cursor.u16(), cursor.u16()];
  if (first === 5) return 5;
  return first + second === 2 ? 2 : undefined;
}

function sharesOf(
  names: readonly (string | undefined)[],
  offsets: readonly number[],
  sizes: readonly number[],
): Shares {
  const shares = new Map<string, { offset: number; size: number }>();
  names.forEach((name, i) => {
    if (name !== undefined) shares.set(name, { offset: offsets[i] ?? 0, size: sizes[i] ?? 0 });
  });
  return shares;
}

// The sections of a .dwo file, or of one unit in a .dwp file, under the names that DWARF's readers
// ask for (DWARF 5, section 7.3.2 and annex F).

/** What one unit has of each section of a .dwp file, in bytes. */
type Shares = ReadonlyMap<string, { readonly offset: number; readonly size: number }>;

/** In a .dwp file all units have it in common. */
const common = '.debug_str';

/** `shares`: absent for a .dwo file, whose sections belong to its unit whole. */
export function splitSections(sections: DebugSections, shares?: Shares): DebugSections {
  const get = async (name: string): Promise<SectionBytes> => {
    const whole = await sections.get(`${name}.dwo`);
    if (!shares || name === common) return whole;
    const share = shares.get(name);
    return share ? part(whole, share.offset, share.size) : noBytes(name);
  };
  return {
    order: sections.order,
    findings: sections.findings,
    codeAtZero: sections.codeAtZero,
    fileSize: sections.fileSize,
    get bytesRead() {
      return sections.bytesRead;
    },
    get,
  };
}

/** A part of a section; what is not in it is left out. */
function part(whole: SectionBytes, start: number, length: number): SectionBytes {
  const size = Math.max(0, Math.min(length, whole.size - start));
  return {
    name: whole.name,
    fileOffset: whole.fileOffset === undefined ? undefined : whole.fileOffset + start,
    size,
    read: (offset, count) =>
      offset >= 0 && offset < size
        ? whole.read(start + offset, Math.min(count, size - offset))
        : Promise.resolve(new Uint8Array(0)),
  };
}
