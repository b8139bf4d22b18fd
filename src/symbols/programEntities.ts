// What the debugging information says of a program's functions, variables and types: the readers of
// its entries, joined; what calls say of themselves (DWARF 5, section 3.4). Addresses are link-time
// addresses.
import { append } from '../bytes/arrays';
import { signatureAt } from './dwarf/classes';
import { DW_TAG, DW_AT } from './dwarf/constants';
import { Declarations } from './dwarf/declarations';
import type { Entries } from './dwarf/entries';
import type { Entry } from './dwarf/entryTree';
import type { FunctionReader } from './dwarf/functions';
import { Locations } from './dwarf/locations';
import type { NameIndex } from './dwarf/nameIndex';
import { Scopes } from './dwarf/scopes';
import type { SourceIndex } from './dwarf/sourceIndex';
import { TypeNames, type Enumerator, type TypeTag } from './dwarf/typeNames';
import { Types } from './dwarf/types';
import type { UnitIndex } from './dwarf/unitIndex';
import { Variables, Globals } from './dwarf/variables';
import type {
  BlockSymbols,
  EnclosingFunction,
  CallSite,
  FunctionScope,
  GlobalVariable,
  Variable,
  CallSiteParameter,
  CallTarget,
} from './scope';
import type { FunctionType, MethodSignature, StaticMember, Type } from './type';
import { TimeSlice } from '../bytes/timeSlice';
import { LruCache } from '../bytes/cache';
import { lazy } from '../bytes/lazy';
import { readAddress } from './dwarf/address';
import { reportExcess } from './dwarf/debugSections';
import { readRanges } from './dwarf/ranges';

/** Finds addresses by the names of symbols. */
interface SymbolAddresses {
  /** Where the function of a name begins. */
  readonly code: (name: string) => Promise<bigint | undefined>;
  /** Where the data of a name are. */
  readonly data: (name: string) => Promise<bigint | undefined>;
  /** Whether a name may have a text in it. */
  readonly mayName: (text: string) => Promise<boolean>;
}

/** The entities of one program. */
export class ProgramEntities {
  private readonly entries: Entries;
  private readonly variables: Variables;
  private readonly types: Types;
  private readonly scopes: Scopes;
  private readonly callSites: CallSites;
  private readonly typeNames: TypeNames;
  private readonly globalVariables: Globals;
  /** What is declared, for lists. */
  readonly declarations: Declarations;

  constructor(
    functions: FunctionReader,
    private readonly units: UnitIndex,
    sources: SourceIndex,
    index: NameIndex,
    symbols: SymbolAddresses,
  ) {
    const { entries } = functions;
    const locations = new Locations(entries);
    const types = new Types(entries, locations, (entry) => this.typeNames.definitionOf(entry));
    const variables = new Variables(entries, locations, types);
    const names = new TypeNames(entries, index, types);
    this.entries = entries;
    this.variables = variables;
    this.types = types;
    this.typeNames = names;
    this.scopes = new Scopes(entries, functions, units, sources, locations, types, variables);
    this.callSites = new CallSites(entries, locations, symbols.code);
    this.declarations = new Declarations(entries, functions, sources, index, types);
    this.globalVariables = new Globals(entries, index, names, locations, variables, symbols);
  }

  /**
   * The functions that an address is in: innermost inlined first, the function with code of its own
   * last. None where the debugging information knows none.
   */
  scopesAt(address: bigint): Promise<readonly FunctionScope[]> {
    return this.scopes.at(address);
  }

  /** The functions that one is nested in, innermost first. */
  enclosingFunctions(of: FunctionScope): Promise<readonly EnclosingFunction[]> {
    return this.scopes.enclosing(of.offset);
  }

  /** What the blocks of the innermost function at an address declare, the innermost block first. */
  symbolsAt(address: bigint): Promise<readonly BlockSymbols[]> {
    return this.scopes.symbolsAt(address);
  }

  /** The calls in a function with code of its own. */
  callSitesOf({ offset }: FunctionScope): Promise<readonly CallSite[]> {
    return this.callSites.of(offset);
  }

  /** The type of the function whose entry is at an offset of .debug_info. */
  async functionTypeAt(offset: number): Promise<FunctionType | undefined> {
    const entry = await this.entries.at(offset);
    const type = entry && (await this.types.read(entry));
    return type?.kind === 'function' ? type : undefined;
  }

  /** What the function whose entry is at an offset of .debug_info takes and gives. */
  functionSignatureAt(offset: number): Promise<MethodSignature> {
    return signatureAt(this.entries, this.types, offset);
  }

  /** The variable whose entry is at an offset of .debug_info. */
  async variableAt(offset: number): Promise<Variable | undefined> {
    const entry = await this.entries.at(offset);
    return entry && this.variables.read(entry, undefined, true);
  }

  /**
   * The type that a name represents in a function, or anywhere: `size_t`, `unsigned long`,
   * `ns::Shape`. `tag` for a struct, union or enum in C, which has no other name.
   */
  async typeNamed(name: string, tag?: TypeTag, scope?: FunctionScope): Promise<Type | undefined> {
    return this.typeNames.typeNamed(name, tag, await this.placeOf(scope));
  }

  /** The qualified name of the namespace that a name represents in a function, or anywhere. */
  async namespaceNamed(name: string, scope?: FunctionScope): Promise<string | undefined> {
    return this.typeNames.namespaceNamed(name, await this.placeOf(scope));
  }

  /** The enumerator that a name represents in a function, or anywhere. */
  async enumeratorNamed(name: string, scope?: FunctionScope): Promise<Enumerator | undefined> {
    return this.typeNames.enumeratorNamed(name, await this.placeOf(scope));
  }

  /**
   * The variables outside of functions that a name represents in a function, or anywhere: those of
   * its file first, then those that all files see, then those of other files.
   */
  async globalsNamed(name: string, scope?: FunctionScope): Promise<GlobalVariable[]> {
    return this.globalVariables.named(name, await this.placeOf(scope));
  }

  /**
   * The variable that is a static member of a class of this program or another; undefined where
   * this one defines none.
   */
  staticMember(owner: string, member: StaticMember): Promise<GlobalVariable | undefined> {
    return this.globalVariables.staticMember(owner, member);
  }

  /** The linker's name of a static member that is defined here, and of which nothing was kept. */
  symbolOfLost(owner: string, member: StaticMember): Promise<string | undefined> {
    return this.globalVariables.symbolOfLost(owner, member);
  }

  /**
   * The variables outside of functions that a source file defines. `file` as GlobalVariable gives
   * it.
   */
  async globalsOf(file: string): Promise<GlobalVariable[]> {
    const found: GlobalVariable[] = [];
    for await (const unit of this.entries.dwarf.allUnits()) {
      if ((await this.globalVariables.fileOf(unit)) !== file) continue;
      append(found, await this.globalVariables.of(unit));
    }
    return found;
  }

  /** The variables outside of functions of the file that was compiled to the code at an address. */
  async globalsAt(address: bigint): Promise<GlobalVariable[]> {
    const unit = await this.units.unitAt(address);
    return unit ? this.globalVariables.of(unit) : [];
  }

  /** All variables outside of functions, file by file. */
  async *globals(): AsyncGenerator<GlobalVariable> {
    for await (const unit of this.entries.dwarf.allUnits()) {
      if (unit.root.tag !== DW_TAG.type_unit) yield* await this.globalVariables.of(unit);
    }
  }

  private async placeOf(scope: FunctionScope | undefined): Promise<Entry | undefined> {
    return scope && this.entries.at(scope.offset);
  }
}

/** Ranges of callees that are read for one function; a callee has a few. */
const maxRanges = 1 << 17;

/** Calls that are kept: those of some dozen big functions. */
const keptCalls = 20_000;

/** The functions that the calls of one function name. */
interface Callees {
  /** Where they begin, by the offsets of their entries. */
  readonly entryPoints: Map<number, CallTarget | undefined>;
  /** How many ranges of the callees were read. */
  ranges: number;
}

/** Reads the calls of one file's functions. */
class CallSites {
  private readonly kept = new LruCache<number, readonly CallSite[]>(
    keptCalls,
    ({ length }) => 1 + length,
  );

  /** `addressOfSymbol`: where the function of a symbol's name begins. */
  constructor(
    private readonly entries: Entries,
    private readonly locations: Locations,
    private readonly addressOfSymbol: (name: string) => Promise<bigint | undefined>,
  ) {}

  /**
   * The calls in the function whose entry is at an offset of .debug_info, inlined ones
   * included.
   */
  of(offset: number): Promise<readonly CallSite[]> {
    return this.kept.get(offset, () => this.readAll(offset));
  }

  private async readAll(offset: number): Promise<CallSite[]> {
    const entry = await this.entries.at(offset);
    const sites: CallSite[] = [];
    const callees: Callees = { entryPoints: new Map(), ranges: 0 };
    const slice = new TimeSlice();
    for (const each of entry?.ownDescendants() ?? []) {
      if (each.tag !== DW_TAG.call_site && each.tag !== DW_TAG.GNU_call_site) continue;
      const site = await this.read(each, callees);
      if (site) sites.push(site);
      await slice.yieldIfDue();
    }
    return sites;
  }

  private async read(entry: Entry, callees: Callees): Promise<CallSite | undefined> {
    const [returnPc, lowPc, tail, oldTail] = entry.values([
      DW_AT.call_return_pc,
      DW_AT.low_pc,
      DW_AT.call_tail_call,
      DW_AT.GNU_tail_call,
    ]);
    const returnAddress = await readAddress(entry.unit, returnPc ?? lowPc);
    if (returnAddress === undefined) return undefined;
    return {
      returnAddress,
      tail: [tail, oldTail].some((flag) => flag?.kind === 'flag' && flag.value),
      target: lazy(() => this.target(entry, callees)),
      parameters: lazy(() => this.parameters(entry)),
    };
  }

  private async target(entry: Entry, callees: Callees): Promise<CallTarget | undefined> {
    const [target, oldTarget, origin, oldOrigin] = entry.values([
      DW_AT.call_target,
      DW_AT.GNU_call_site_target,
      DW_AT.call_origin,
      DW_AT.abstract_origin,
    ]);
    const expression = this.locations.expressionOf(entry.unit, target ?? oldTarget);
    if (expression) return expression;
    const callee = await this.entries.follow(entry, origin ?? oldOrigin);
    if (!callee) return undefined;
    const { entryPoints } = callees;
    if (!entryPoints.has(callee.offset)) {
      if (callees.ranges > maxRanges) {
        reportExcess(entry.unit.file.sections);
        return undefined;
      }
      entryPoints.set(callee.offset, await this.entryPoint(callee, callees));
    }
    return entryPoints.get(callee.offset);
  }

  /**
   * Where a function begins; one that is only declared, as GCC declares each kind of a constructor,
   * is found by its symbol, which may be another program's. Undefined for an abstract instance (gdb
   * 13, read_call_site_scope): its code is described elsewhere, and its name may be that of another
   * file's function.
   */
  private async entryPoint(callee: Entry, callees: Callees): Promise<CallTarget | undefined> {
    const [lowPc, highPc, ranges] = callee.values([DW_AT.low_pc, DW_AT.high_pc, DW_AT.ranges]);
    const code = await readRanges(callee.unit, { lowPc, highPc, ranges });
    callees.ranges += code.length;
    if (code[0]) return code[0].start;
    const description = await this.entries.describe(callee);
    const isDefined = description.find(DW_AT.specification) !== undefined;
    if (isDefined || !description.flag(DW_AT.declaration)) return undefined;
    const symbol = await this.entries.linkageName(description);
    const name = symbol ?? (await this.entries.name(description));
    if (name === undefined) return undefined;
    return (await this.addressOfSymbol(name)) ?? { symbol: name };
  }

  private async parameters(entry: Entry): Promise<CallSiteParameter[]> {
    const found: CallSiteParameter[] = [];
    for (const child of entry.children()) {
      if (!isParameter(child)) continue;
      const values = child
        .values([
          DW_AT.location,
          DW_AT.call_value,
          DW_AT.GNU_call_site_value,
          DW_AT.call_data_value,
          DW_AT.GNU_call_site_data_value,
        ])
        .map((value) => this.locations.expressionOf(child.unit, value));
      const [location, value, oldValue, data, oldData] = values;
      const dataValue = data ?? oldData;
      const offset = await this.parameterOffset(child);
      if (!location && offset === undefined) continue;
      found.push({
        ...(location && { location }),
        ...(offset !== undefined && { offset }),
        value: value ?? oldValue,
        ...(dataValue && { dataValue }),
      });
    }
    return found;
  }

  /** The parameter of the callee that a call speaks of. */
  private async parameterOffset(entry: Entry): Promise<number | undefined> {
    const [parameter, oldParameter] = entry.values([DW_AT.call_parameter, DW_AT.abstract_origin]);
    return (await this.entries.follow(entry, parameter ?? oldParameter))?.offset;
  }
}

function isParameter({ tag }: Entry): boolean {
  return tag === DW_TAG.call_site_parameter || tag === DW_TAG.GNU_call_site_parameter;
}
