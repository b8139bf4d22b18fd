// Variables, parameters and named constants (DWARF 5, section 4.1).
import { unsigned } from '../../bytes/cursor';
import type { LocationDescription } from '../location';
import type { Variable, GlobalVariable } from '../scope';
import { DW_AT, DW_OP_addr } from './constants';
import { isDiscarded } from './debugSections';
import type { EntryDescription, Entries } from './entries';
import type { Entry } from './entryTree';
import type { Locations } from './locations';
import type { Types } from './types';
import { joinSourcePath } from '../sourcePath';
import type { StaticMember } from '../type';
import { isCpp } from './languages';
import { NameKind } from './nameColumns';
import type { NameIndex } from './nameIndex';
import { readString } from './strings';
import type { TypeNames } from './typeNames';
import { placedUnit, type Unit } from './unit';

/** Reads variables of one file. */
export class Variables {
  constructor(
    private readonly entries: Entries,
    private readonly locations: Locations,
    private readonly types: Types,
  ) {}

  /**
   * The variable that an entry describes, itself or with the one that it is an instance of.
   * Undefined where it has no name, or is only declared here. `functionEntry`: of the function with
   * code of its own around it. `nameless`: a bound of an array, which the compiler gives no name,
   * is wanted too.
   */
  async read(
    entry: Entry,
    functionEntry?: bigint,
    nameless = false,
  ): Promise<Variable | undefined> {
    const description = await this.entries.describe(entry);
    const location = await this.locations.of(description, functionEntry);
    return location.kind === 'none' && isDeclaration(description)
      ? undefined
      : this.at(description, location, nameless);
  }

  /**
   * The variable that a description is of, at a location. Undefined where it has no name, or the
   * linker dropped it.
   */
  async at(
    description: EntryDescription,
    location: LocationDescription,
    nameless = false,
  ): Promise<Variable | undefined> {
    const [entry] = description.entries;
    if (!entry || isDropped(entry.unit, location)) return undefined;
    const name = (await this.entries.name(description)) ?? (nameless ? '' : undefined);
    if (name === undefined) return undefined;
    const type = description.find(DW_AT.type)?.entry;
    const line = Number(description.number(DW_AT.decl_line) ?? 0n);
    return {
      name,
      type: await this.types.of(type ?? entry),
      location,
      offset: entry.offset,
      ...(line > 0 ? { line } : {}),
      artificial: description.flag(DW_AT.artificial),
    };
  }
}

/** Whether the linker dropped a variable, as it drops what nothing refers to (--gc-sections). */
function isDropped({ header, file }: Unit, location: LocationDescription): boolean {
  if (location.kind !== 'expression') return false;
  const { bytes, encoding } = location.expression;
  const { addressSize } = header.encoding;
  if (bytes[0] !== DW_OP_addr || bytes.length !== 1 + addressSize) return false;
  const address = unsigned(bytes.subarray(1), encoding.order);
  return isDiscarded(address, addressSize, file.sections);
}

/** Whether a variable that has no location is only declared, for one that is defined elsewhere. */
function isDeclaration(description: EntryDescription): boolean {
  const [entry] = description.entries;
  return description.flag(DW_AT.external) || entry?.flag(DW_AT.declaration) === true;
}

// Variables outside of functions: those of files and namespaces, and static members of classes
// (DWARF 5, sections 4.1 and 5.7.7).

/** What symbols say of data. */
interface DataSymbols {
  /** Where the data of a name are. */
  readonly data: (name: string) => Promise<bigint | undefined>;
  /** Whether a name may have a text in it. */
  readonly mayName: (text: string) => Promise<boolean>;
}

/** Finds variables outside of functions. */
export class Globals {
  constructor(
    private readonly entries: Entries,
    private readonly index: NameIndex,
    private readonly names: TypeNames,
    private readonly locations: Locations,
    private readonly variables: Variables,
    private readonly symbols: DataSymbols,
  ) {}

  /**
   * The variables that a name represents at an entry, or anywhere: those of the unit around the
   * entry first, then those that other files see. One that is nowhere defined is where its symbol
   * is.
   */
  async named(name: string, place?: Entry): Promise<GlobalVariable[]> {
    const defined = new Map<number, { variable: GlobalVariable; rank: number }>();
    const declared: Entry[] = [];
    const completed = new Set<number>();
    for await (const entry of this.names.entriesNamed(NameKind.variable, name, place)) {
      const variable = await this.read(entry);
      const description = await this.entries.describe(entry);
      const { entries } = description;
      if (variable) {
        const rank = entry.unit === place?.unit ? 0 : variable.external ? 1 : 2;
        defined.set(entry.offset, { variable, rank });
      } else if (description.find(DW_AT.location) === undefined) declared.push(entry);
      for (const { offset } of entries.slice(1)) completed.add(offset);
    }
    // Where a whole program is optimized at once, a second description says where a variable is.
    for (const offset of completed) defined.delete(offset);
    const found = [...defined.values()].sort((one, other) => one.rank - other.rank);
    if (found[0] && found[0].rank < 2) return found.map(({ variable }) => variable);
    const [first] = declared;
    const elsewhere = first && (await this.bySymbol(first));
    return [...(elsewhere ? [elsewhere] : []), ...found.map(({ variable }) => variable)];
  }

  /**
   * The variable that is a static member of a class, of this program or another; undefined where it
   * is not defined here. The unit that declares it is asked first, and the whole program only where
   * a symbol can be the member's: in C++ its name is in that of the symbol (Itanium C++ ABI,
   * "Mangling", source-name).
   */
  async staticMember(owner: string, member: StaticMember): Promise<GlobalVariable | undefined> {
    const name = `${owner}::${member.name}`;
    const place = await this.entries.at(member.offset);
    if (place && (await this.entries.text(place, place.value(DW_AT.name))) === member.name) {
      for (const entry of await this.names.entriesIn(place.unit, NameKind.variable, name)) {
        const variable = await this.read(entry);
        if (variable) return variable;
      }
      const text = `${member.name.length}${member.name}`;
      if (isCpp(place.unit) && !(await this.symbols.mayName(text))) return undefined;
    }
    return (await this.named(name))[0];
  }

  /**
   * The linker's name of a static member that the unit that declares it defines, and of which
   * nothing was kept, as where a whole program is optimized at once.
   */
  async symbolOfLost(owner: string, member: StaticMember): Promise<string | undefined> {
    const place = await this.entries.at(member.offset);
    if (!place) return undefined;
    const name = `${owner}::${member.name}`;
    for (const entry of await this.names.entriesIn(place.unit, NameKind.variable, name)) {
      if (entry.offset === place.offset || (await this.read(entry))) continue;
      return this.entries.linkageName(await this.entries.describe(entry));
    }
    return undefined;
  }

  /** The variables that a unit defines, in the order of the file. */
  async of(unit: Unit): Promise<GlobalVariable[]> {
    const found: GlobalVariable[] = [];
    const offsets = await this.index.allIn(unit, NameKind.variable);
    for (const offset of [...offsets].sort((one, other) => one - other)) {
      const entry = await this.entries.at(offset);
      const variable = entry && (await this.read(entry));
      if (variable) found.push(variable);
    }
    return found;
  }

  /** Path of a unit's source file, as recorded. */
  async fileOf(unit: Unit): Promise<string> {
    const placed = placedUnit(unit);
    const directory = await readString(placed, placed.root.compilationDirectory);
    return joinSourcePath(directory, await readString(unit, unit.root.name));
  }

  /** The variable that an entry defines; undefined where it only declares one. */
  private async read(entry: Entry): Promise<GlobalVariable | undefined> {
    const description = await this.entries.describe(entry);
    const location = await this.locations.of(description);
    return location.kind === 'none' && isDeclaration(description)
      ? undefined
      : this.at(entry, description, location);
  }

  private async bySymbol(entry: Entry): Promise<GlobalVariable | undefined> {
    const description = await this.entries.describe(entry);
    const symbol = await this.entries.linkageName(description);
    const name = symbol ?? (await this.entries.name(description));
    const address = name === undefined ? undefined : await this.symbols.data(name);
    if (address === undefined) return undefined;
    const bytes = addressExpression(address, entry.unit);
    const expression = this.locations.expression(entry.unit, bytes);
    return this.at(entry, description, { kind: 'expression', expression });
  }

  private async at(
    { unit }: Entry,
    description: EntryDescription,
    location: LocationDescription,
  ): Promise<GlobalVariable | undefined> {
    const variable = await this.variables.at(description, location);
    if (!variable) return undefined;
    const name = (await this.entries.qualifiedName(description)) ?? variable.name;
    const linkageName = await this.entries.linkageName(description);
    return {
      ...variable,
      name,
      file: await this.fileOf(unit),
      external: description.flag(DW_AT.external),
      ...(linkageName !== undefined && { linkageName }),
      language: unit.root.language,
    };
  }
}

function addressExpression(address: bigint, { header }: Unit): Uint8Array {
  const { addressSize, order } = header.encoding;
  const bytes: number[] = [];
  for (let i = 0; i < addressSize; i++) bytes.push(Number((address >> BigInt(8 * i)) & 0xffn));
  if (order === 'big') bytes.reverse();
  return Uint8Array.from([DW_OP_addr, ...bytes]);
}
