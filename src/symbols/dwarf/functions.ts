// The functions of a unit: DW_TAG_subprogram entries that have code (DWARF 5, section 3.3) and the
// places where functions were inlined (3.3.8.2), where their code is, and what they are called. A name
// may stand in another entry, or another unit.
import { AddressMap, type AddressRange } from '../addressMap';
import { firstWhere } from '../../bytes/firstWhere';
import { TimeSlice } from '../../bytes/timeSlice';
import { Role } from './abbrev';
import { DW_AT, DW_TAG } from './constants';
import type { Allowance } from './debugSections';
import type { EntryCursor } from './entry';
import type { AttributeValue } from './form';
import { readRanges } from './ranges';
import type { Unit } from './unit';

/** A function that has code: its own, or a place where it was inlined. */
export interface FunctionEntry {
  /** Offset of the entry in .debug_info. */
  readonly offset: number;
  /** Link-time address of the entry point. */
  readonly entry: bigint;
  readonly naming: Naming;
}

/** What an entry says of its name. */
export interface Naming {
  readonly name: AttributeValue | undefined;
  readonly linkageName: AttributeValue | undefined;
  /** Refers to the entry that declares it, where the rest is said. */
  readonly declaredBy: AttributeValue | undefined;
}

/** A namespace or type whose name qualifies the names of the functions in it. */
export interface NameScope {
  /** Its entry stands at `start` of .debug_info, those in it between there and `end`. */
  readonly start: number;
  end: number;
  readonly parent: NameScope | undefined;
}

/** Functions with the ranges of their code. */
class FunctionList {
  readonly functions: FunctionEntry[] = [];
  readonly ranges: AddressRange[] = [];
  private readonly owners: number[] = [];

  add(entry: FunctionEntry, ranges: readonly AddressRange[]): void {
    for (const range of ranges) {
      this.ranges.push(range);
      this.owners.push(this.functions.length);
    }
    this.functions.push(entry);
  }

  /** A map from addresses to indices of `functions`. */
  map(): AddressMap {
    return AddressMap.of(this.ranges, this.owners);
  }
}

/** A function, and the one of its ranges that was looked for. */
interface PieceOfCode {
  readonly entry: FunctionEntry;
  readonly range: AddressRange;
}

/** Of ranges one in the other, the map finds the inner one: it begins last, or stands last in the file. */
function pieceAt(
  address: bigint,
  map: AddressMap,
  functions: readonly FunctionEntry[],
): PieceOfCode | undefined {
  const range = map.find(address);
  const entry = range && functions[range.value];
  return entry && { entry, range };
}

/** The functions of one unit. */
export class FunctionTable {
  /** Functions that have code of their own. */
  readonly functions: readonly FunctionEntry[];
  /** The places where functions were inlined. */
  readonly inlined: readonly FunctionEntry[];
  private readonly map: AddressMap;
  private readonly inlinedMap: AddressMap;

  constructor(
    functions: FunctionList,
    inlined: FunctionList,
    /** In the order of their starts. */
    private readonly scopes: readonly NameScope[],
    /** True where a variable's location is a list: gdb trusts such code before the prologue's end. */
    readonly hasLocationLists: boolean,
  ) {
    this.functions = functions.functions;
    this.inlined = inlined.functions;
    this.map = functions.map();
    this.inlinedMap = inlined.map();
  }

  /** The function with code of its own that holds an address, with the range of its code that does. */
  at(address: bigint): PieceOfCode | undefined {
    return pieceAt(address, this.map, this.functions);
  }

  /** The innermost place of inlining that holds an address, with the range of its code that does. */
  inlinedAt(address: bigint): PieceOfCode | undefined {
    return pieceAt(address, this.inlinedMap, this.inlined);
  }

  /** The places of inlining that begin at an address. */
  inlinedFrom(address: bigint): readonly FunctionEntry[] {
    return this.inlined.filter(({ entry }) => entry === address);
  }

  /** The innermost scope around the entry at an offset. */
  scopeAt(offset: number): NameScope | undefined {
    const { scopes } = this;
    const after = firstWhere(scopes.length, (i) => (scopes[i]?.start ?? 0) >= offset);
    let scope = scopes[after - 1];
    while (scope && scope.end <= offset) scope = scope.parent;
    return scope;
  }
}

const namingAttributes = [
  DW_AT.name,
  DW_AT.linkage_name,
  DW_AT.MIPS_linkage_name,
  DW_AT.abstract_origin,
  DW_AT.specification,
];
const functionAttributes = [
  ...namingAttributes,
  DW_AT.declaration,
  DW_AT.low_pc,
  DW_AT.high_pc,
  DW_AT.ranges,
];

/** What the current entry says of its name. */
export function readNaming(entry: EntryCursor): Naming {
  return namingOf(entry.values(namingAttributes));
}

function namingOf(values: readonly (AttributeValue | undefined)[]): Naming {
  const [name, linkageName, oldLinkageName, origin, specification] = values;
  return {
    name,
    linkageName: linkageName ?? oldLinkageName,
    declaredBy: origin ?? specification,
  };
}

/** Entries between two looks at the clock. */
const entriesAtOnce = 512;
/** Functions may share a range list, so their ranges can outnumber the bytes: a bound. */
const mostRanges = 1 << 20;

/** Walks a unit's entries for its functions. */
export async function readFunctions(
  unit: Unit,
  entries: EntryCursor,
  allowance: Allowance,
): Promise<FunctionTable> {
  const walk = new FunctionWalk(unit);
  const slice = new TimeSlice();
  for (let count = 1; entries.next(); count++) {
    const { role } = entries;
    if (role === Role.function) await walk.addFunction(entries);
    else if ((role & ~Role.name) !== 0) walk.visit(entries, role);
    if (count % entriesAtOnce === 0) await slice.breathe();
    if (walk.rangeCount > mostRanges || allowance.spent) break;
  }
  return walk.table(unit.header.end);
}

/** What a walk has found so far. */
class FunctionWalk {
  private readonly functions = new FunctionList();
  private readonly inlined = new FunctionList();
  private readonly scopes: NameScope[] = [];
  /** The entries around the current one that qualify names; few of them have functions inside. */
  private readonly open: { start: number; depth: number; scope: NameScope | undefined }[] = [];
  private hasLocationLists = false;

  constructor(private readonly unit: Unit) {}

  /** Takes note of an entry that is no function but has a role. */
  visit(entry: EntryCursor, role: number): void {
    if ((role & Role.locationList) !== 0) {
      this.hasLocationLists = true;
      return;
    }
    const { offset, depth } = entry;
    this.closeScopes(offset, depth);
    if (entry.hasChildren) this.open.push({ start: offset, depth, scope: undefined });
  }

  async addFunction(entry: EntryCursor): Promise<void> {
    const { offset, depth } = entry;
    const list = entry.tag === DW_TAG.subprogram ? this.functions : this.inlined;
    this.closeScopes(offset, depth);
    if (list === this.functions) this.keepScopes();
    const values = entry.values(functionAttributes);
    const [declaration, lowPc, highPc, ranges] = values.slice(namingAttributes.length);
    if (declaration || (!lowPc && !ranges)) return;
    const code = await readRanges(this.unit, { lowPc, highPc, ranges });
    if (code[0]) list.add({ offset, entry: code[0].start, naming: namingOf(values) }, code);
  }

  get rangeCount(): number {
    return this.functions.ranges.length + this.inlined.ranges.length;
  }

  table(unitEnd: number): FunctionTable {
    this.closeScopes(unitEnd, 0);
    return new FunctionTable(this.functions, this.inlined, this.scopes, this.hasLocationLists);
  }

  /** Scopes end where an entry no deeper than they are begins. */
  private closeScopes(offset: number, depth: number): void {
    for (let last = this.open.at(-1); last && last.depth >= depth; last = this.open.at(-1)) {
      if (last.scope) last.scope.end = offset;
      this.open.pop();
    }
  }

  /** The open scopes qualify a name: they belong to the result. */
  private keepScopes(): void {
    let parent: NameScope | undefined;
    for (const each of this.open) {
      if (!each.scope) {
        each.scope = { start: each.start, end: Number.MAX_SAFE_INTEGER, parent };
        this.scopes.push(each.scope);
      }
      parent = each.scope;
    }
  }
}
