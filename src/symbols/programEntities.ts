// What the debugging information says of a program's functions, variables and types: the readers of
// its entries, joined. Addresses are link-time addresses.
import { append } from '../bytes/arrays';
import { CallSites } from './dwarf/callSites';
import { signatureAt } from './dwarf/classes';
import { DW_TAG } from './dwarf/constants';
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
import type { BlockSymbols, CallSite, FunctionScope, GlobalVariable, Variable } from './scope';
import type { FunctionType, MethodSignature, StaticMember, Type } from './type';

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
