// Variables, parameters and named constants (DWARF 5, section 4.1).
import type { LocationDescription } from '../location';
import type { Variable } from '../scope';
import { DW_AT } from './constants';
import type { EntryDescription, Entries } from './entries';
import type { Entry } from './entryTree';
import type { Locations } from './locations';
import type { Types } from './types';

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

  /** The variable that a description is of, at a location. Undefined where it has no name. */
  async at(
    description: EntryDescription,
    location: LocationDescription,
    nameless = false,
  ): Promise<Variable | undefined> {
    const [entry] = description.entries;
    const name = (await this.entries.name(description)) ?? (nameless ? '' : undefined);
    if (!entry || name === undefined) return undefined;
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

/** Whether a variable that has no location is only declared, for one that is defined elsewhere. */
export function isDeclaration(description: EntryDescription): boolean {
  const [entry] = description.entries;
  return description.flag(DW_AT.external) || entry?.flag(DW_AT.declaration) === true;
}
