// What is visible at an address (DWARF 5, sections 3.3, 3.5 and 4.1): the function that holds it,
// the inlined ones in it, their blocks and variables. What an instance leaves out, its abstract
// origin says, and variables of the origin that the instance does not mention were optimized away.
import { append } from '../../bytes/arrays';
import type { AddressRange } from '../addressMap';
import { LruCache } from '../../bytes/cache';
import type {
  LexicalBlock,
  BlockSymbol,
  BlockSymbols,
  EnclosingFunction,
  FunctionScope,
  ListedName,
  Variable,
} from '../scope';
import type { LocationDescription } from '../location';
import { readAddress } from './address';
import { DW_AT, DW_TAG } from './constants';
import { reportExcess } from './debugSections';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import { readEnum } from './baseType';
import type { FunctionReader } from './functions';
import { isCpp } from './languages';
import type { Locations } from './locations';
import { readRanges } from './ranges';
import { recordedPath, type SourceIndex } from './sourceIndex';
import type { Types } from './types';
import type { UnitIndex } from './unitIndex';
import type { Variables } from './variables';

/** Variables and their locations in the scopes that are kept: those of some hundred functions. */
const keptWeight = 100_000;
/** Ranges and locations that are read for one address; a function has some hundred. */
const maxParts = 1 << 17;
/** Blocks around an address; a damaged file may have a million. */
const maxDepth = 200;

/** An entry on the way to an address, with its code. */
interface Step {
  readonly entry: Entry;
  readonly ranges: readonly AddressRange[];
}

/** What is the same for all scopes at an address. */
interface Around {
  /** Entry point of the function with code of its own. */
  readonly functionEntry: bigint;
  readonly frameBase: LocationDescription | undefined;
  /** Ranges and locations that may still be read. */
  parts: number;
}

/** Finds scopes by address. */
export class Scopes {
  private readonly found = new LruCache<bigint, readonly FunctionScope[]>(keptWeight, weigh);

  constructor(
    private readonly entries: Entries,
    private readonly functions: FunctionReader,
    private readonly units: UnitIndex,
    private readonly sources: SourceIndex,
    private readonly locations: Locations,
    private readonly types: Types,
    private readonly variables: Variables,
  ) {}

  /**
   * The functions that a link-time address is in: innermost inlined first, the function with code
   * of its own last. None where the debugging information knows none.
   */
  at(address: bigint): Promise<readonly FunctionScope[]> {
    return this.found.get(address, () => this.read(address));
  }

  /**
   * What is declared in the blocks of the innermost function at a link-time address: the innermost
   * block first, in each what the function itself declares in the order of the file.
   */
  async symbolsAt(address: bigint): Promise<readonly BlockSymbols[]> {
    const [innermost] = await this.at(address);
    const steps = innermost && (await this.stepsAt(address));
    const found: BlockSymbols[] = [];
    for (const [i, block] of (innermost?.blocks ?? []).entries()) {
      const step = steps?.steps[i];
      if (!step) break;
      const symbols: BlockSymbol[] = [];
      for (const each of await this.entriesIn(step.entry)) {
        append(symbols, await this.symbolsOf(each, steps.around.functionEntry));
      }
      found.push({ block, symbols });
    }
    return found;
  }

  /** The functions that one is nested in, innermost first. */
  async enclosing(offset: number): Promise<readonly EnclosingFunction[]> {
    const found: EnclosingFunction[] = [];
    let entry = await this.entries.at(offset);
    while (entry && found.length < maxDepth) {
      const nested = await this.entries.describe(entry);
      const around = nested.entries.map(declarationsAround).find((each) => each.length > 0);
      const outer: Entry | undefined = around?.at(-1);
      if (!around || !outer) break;
      const description = await this.entries.describe(outer);
      const name = await this.entries.functionName(description);
      const link = nested.find(DW_AT.static_link);
      const variables: Variable[] = [];
      for (const block of around) {
        const entries = (await this.entriesIn(block)).filter(isVariable);
        for (const each of entries) {
          const variable = await this.variables.read(each);
          if (variable) variables.push(variable);
        }
      }
      found.push({
        ...(name === undefined ? {} : { name }),
        offset: outer.offset,
        declaration: (description.declaration ?? outer).offset,
        variables,
        staticLink: link && (await this.locations.read(link.entry, link.value)),
      });
      entry = outer;
    }
    return found;
  }

  private async read(address: bigint): Promise<FunctionScope[]> {
    const found = await this.stepsAt(address);
    if (!found) return [];
    const { steps, around } = found;
    const scopes: FunctionScope[] = [];
    let blocks: Step[] = [];
    for (const step of steps) {
      blocks.push(step);
      if (step !== steps.at(-1) && !isInlined(step.entry)) continue;
      scopes.push(await this.scope(step, blocks, around));
      blocks = [];
    }
    if (around.parts < 0 && steps[0]) reportExcess(steps[0].entry.unit.file.sections);
    return scopes;
  }

  /** The functions and blocks around an address, innermost first. */
  private async stepsAt(address: bigint): Promise<{ steps: Step[]; around: Around } | undefined> {
    const unit = await this.units.unitAt(address);
    const found = unit && (await (await this.functions.of(unit)).at(address));
    const entry = found && (await this.entries.tree(unit)).entryAt(found.entry.offset);
    if (!entry) return undefined;
    const frameBase = await this.frameBase(entry);
    const around: Around = { functionEntry: found.entry.entry, frameBase, parts: maxParts };
    return { steps: (await this.stepsTo(entry, address, around)).reverse(), around };
  }

  private async frameBase(entry: Entry): Promise<LocationDescription | undefined> {
    const found = (await this.entries.describe(entry)).find(DW_AT.frame_base);
    return found && this.locations.read(found.entry, found.value);
  }

  /**
   * The function and the blocks and inlined functions in it that hold an address, outermost first.
   */
  private async stepsTo(entry: Entry, address: bigint, around: Around): Promise<Step[]> {
    const steps: Step[] = [{ entry, ranges: await this.rangesOf(entry) }];
    for (let at: Entry = entry; steps.length < maxDepth;) {
      const next = await this.stepInto(at, address, around);
      if (!next) break;
      steps.push(next);
      at = next.entry;
    }
    return steps;
  }

  private async stepInto(entry: Entry, address: bigint, around: Around): Promise<Step | undefined> {
    for (const child of blocksIn(entry)) {
      const ranges = await this.rangesOf(child);
      around.parts -= ranges.length;
      if (around.parts < 0) break;
      if (ranges.some(({ start, end }) => address >= start && address < end)) {
        return { entry: child, ranges };
      }
    }
    return undefined;
  }

  private rangesOf(entry: Entry): Promise<AddressRange[]> {
    const [lowPc, highPc, ranges] = entry.values([DW_AT.low_pc, DW_AT.high_pc, DW_AT.ranges]);
    return readRanges(entry.unit, { lowPc, highPc, ranges });
  }

  /** `blocks`: those that hold the address, innermost first; the last is the function's own. */
  private async scope(
    { entry, ranges }: Step,
    blocks: readonly Step[],
    around: Around,
  ): Promise<FunctionScope> {
    const { functionEntry, frameBase } = around;
    const description = await this.entries.describe(entry);
    const name = await this.entries.functionName(description);
    const linkageName = await this.entries.linkageName(description);
    const inlinedAt = await this.callPlace(entry);
    const parameters: Variable[] = [];
    const read: LexicalBlock[] = [];
    for (const block of blocks) {
      const variables: Variable[] = [];
      const listedNames: ListedName[] = [];
      const entries = await this.entriesIn(block.entry);
      for (const each of entries) {
        if (around.parts < 0) break;
        if (!isVariable(each)) {
          const names = await this.listedNames(each);
          around.parts -= names.length;
          append(
            listedNames,
            names.map((name) => ({ ...name, position: variables.length })),
          );
          continue;
        }
        const variable = await this.variables.read(each, functionEntry);
        if (!variable) continue;
        around.parts -= weightOf(variable);
        const isParameter = block.entry === entry && each.tag === DW_TAG.formal_parameter;
        (isParameter ? parameters : variables).push(variable);
      }
      const declared = countOf(entries);
      read.push({ ranges: block.ranges, variables, listedNames, declared });
    }
    return {
      ...(name === undefined ? {} : { name }),
      ...(linkageName === undefined ? {} : { linkageName }),
      language: (description.declaration ?? entry).unit.root.language,
      offset: entry.offset,
      declaration: (description.declaration ?? entry).offset,
      ranges,
      entry: ranges[0]?.start ?? functionEntry,
      ...(inlinedAt ? { inlinedAt } : {}),
      frameBase,
      parameters,
      blocks: read,
      ...(description.flag(DW_AT.main_subprogram) ? { isMain: true } : {}),
    };
  }

  private async listedNames(entry: Entry): Promise<Omit<ListedName, 'position'>[]> {
    if (entry.tag === DW_TAG.label && entry.value(DW_AT.low_pc) === undefined) {
      const name = await this.entries.name(await this.entries.describe(entry));
      return name === undefined ? [] : [{ name }];
    }
    if (entry.tag !== DW_TAG.enumeration_type) return [];
    const type = await this.types.read(entry);
    if (type.kind !== 'enum') return [];
    const around = type.scoped && type.name !== undefined ? `${type.name}::` : '';
    return type.enumerators.map(({ name, value }) => {
      return { name: around + name, constant: { type, value } };
    });
  }

  /** Where an inlined function was called; undefined for one with code of its own. */
  private async callPlace(entry: Entry): Promise<FunctionScope['inlinedAt']> {
    if (!isInlined(entry)) return undefined;
    const number = Number(entry.number(DW_AT.call_file) ?? 0n);
    const table = await this.entries.dwarf.lines(entry.unit);
    const file = table?.file(number);
    const directory = await this.sources.directoryOf(entry.unit);
    return {
      file: table && file ? recordedPath(table.header, file, directory) : '',
      line: Number(entry.number(DW_AT.call_line) ?? 0n),
      column: Number(entry.number(DW_AT.call_column) ?? 0n),
    };
  }

  /** What an entry in a block declares: a variable, a label, a type and what it enumerates. */
  private async symbolsOf(
    entry: Entry,
    functionEntry: bigint,
    around = '',
    depth = 0,
  ): Promise<BlockSymbol[]> {
    const description = await this.entries.describe(entry);
    const own = await this.entries.name(description);
    const name = own === undefined ? undefined : around + own;
    if (isVariable(entry)) {
      const variable = await this.variables.read(entry, functionEntry);
      if (variable) return [{ kind: 'variable', name: variable.name, variable }];
      const type = description.find(DW_AT.type)?.entry;
      return name === undefined || !type
        ? []
        : [{ kind: 'declaration', name, type: await this.types.of(type) }];
    }
    if (entry.tag === DW_TAG.label) {
      const address = await readAddress(entry.unit, entry.value(DW_AT.low_pc));
      return name === undefined ? [] : [{ kind: 'label', name, address }];
    }
    const symbols: BlockSymbol[] = [];
    for (const nested of depth < maxDepth ? nestedIn(entry) : []) {
      const within = `${name ?? ''}::`;
      append(symbols, await this.symbolsOf(nested, functionEntry, within, depth + 1));
    }
    if (entry.tag === DW_TAG.enumeration_type) {
      const { enumerators, size } = await readEnum(this.entries, entry, { kind: 'void' });
      append(
        symbols,
        enumerators.map((each) => {
          return { kind: 'enumerator', ...each, name: around + each.name, size } as const;
        }),
      );
    }
    return name === undefined ? symbols : [...symbols, { kind: 'type', name }];
  }

  /**
   * The entries of what a block declares: its own, then those of its abstract origin that it leaves
   * out.
   */
  private async entriesIn(block: Entry): Promise<Entry[]> {
    const own = [...declaredIn(block)];
    const origin = await this.entries.follow(block, block.value(DW_AT.abstract_origin));
    if (!origin) return own;
    const mentioned = new Set(unnamedOrigins(block, origin));
    for (const child of block.children()) {
      if (child.tag === DW_TAG.call_site || child.tag === DW_TAG.GNU_call_site) continue;
      for (const { offset } of (await this.entries.describe(child)).entries) mentioned.add(offset);
    }
    return [...own, ...declaredIn(origin, mentioned)];
  }
}

/**
 * Offsets of the lexical blocks of an abstract origin to which those of an instance correspond
 * without a reference. clang never writes one; gdb pairs the blocks where both have children of the
 * same tags.
 */
function unnamedOrigins(instance: Entry, origin: Entry): number[] {
  const [children, origins] = [[...instance.children()], [...origin.children()]];
  const areAlike =
    children.length === origins.length && children.every(({ tag }, i) => tag === origins[i]?.tag);
  if (!areAlike) return [];
  return origins
    .filter(
      ({ tag }, i) => tag === DW_TAG.lexical_block && !children[i]?.value(DW_AT.abstract_origin),
    )
    .map(({ offset }) => offset);
}

function weigh(scopes: readonly FunctionScope[]): number {
  let weight = 1;
  for (const { parameters, blocks } of scopes) {
    for (const { listedNames } of blocks) weight += listedNames.length;
    const variables = [...parameters, ...blocks.flatMap((block) => block.variables)];
    for (const each of variables) weight += weightOf(each);
  }
  return weight;
}

/** A variable, with each of the places where it is in turn. */
function weightOf({ location }: Variable): number {
  return location.kind === 'list' ? 1 + location.entries.length : 1;
}

function hasCode(entry: Entry): boolean {
  return entry.values([DW_AT.low_pc, DW_AT.ranges]).some((value) => value !== undefined);
}

/** A function that was inlined; gdb takes one that does not say where for a block. */
function isInlined(entry: Entry): boolean {
  if (entry.tag !== DW_TAG.inlined_subroutine) return false;
  return !entry.values([DW_AT.call_file, DW_AT.call_line]).includes(undefined);
}

/**
 * The blocks around the declaration of a nested function, innermost first, and the function that it
 * is in last; none around others. Where a function was inlined, it is not declared.
 */
function declarationsAround(entry: Entry): Entry[] {
  const found: Entry[] = [];
  if (entry.tag !== DW_TAG.subprogram) return [];
  for (let at = entry.parent; at && found.length < maxDepth; at = at.parent) {
    found.push(at);
    if (at.tag === DW_TAG.subprogram) return found;
    if (at.tag !== DW_TAG.lexical_block && !isOtherBlock(at)) break;
  }
  return [];
}

function isOtherBlock({ tag }: Entry): boolean {
  return tag === DW_TAG.try_block || tag === DW_TAG.catch_block || tag === DW_TAG.with_stmt;
}

/** A block without code of its own only groups what is in it. */
function isGroup(entry: Entry): boolean {
  return (
    entry.tag === DW_TAG.GNU_formal_parameter_pack ||
    entry.tag === DW_TAG.common_block ||
    (entry.tag === DW_TAG.lexical_block && !hasCode(entry))
  );
}

/** The blocks and inlined functions in an entry. */
function* blocksIn(entry: Entry, depth = 0): Generator<Entry> {
  for (const child of entry.children()) {
    if (isGroup(child)) {
      if (depth < maxDepth) yield* blocksIn(child, depth + 1);
    } else if (
      child.tag === DW_TAG.lexical_block ||
      child.tag === DW_TAG.inlined_subroutine ||
      isOtherBlock(child)
    ) {
      yield child;
    }
  }
}

/** What is declared in an entry, except what is `mentioned`. */
function* declaredIn(
  entry: Entry,
  mentioned: ReadonlySet<number> = new Set(),
  depth = 0,
): Generator<Entry> {
  for (const child of entry.children()) {
    if (mentioned.has(child.offset)) continue;
    if (isVariable(child) || declaring.has(child.tag)) yield child;
    else if (depth < maxDepth && isGroup(child)) yield* declaredIn(child, mentioned, depth + 1);
  }
}

function isVariable({ tag }: Entry): boolean {
  return tag === DW_TAG.variable || tag === DW_TAG.formal_parameter || tag === DW_TAG.constant;
}

/** What a block declares apart from variables. */
const declaring: ReadonlySet<number> = new Set([
  DW_TAG.label,
  DW_TAG.typedef,
  DW_TAG.structure_type,
  DW_TAG.class_type,
  DW_TAG.union_type,
  DW_TAG.enumeration_type,
]);

/** Types that C++ declares in a local class with a name: to gdb they are symbols of the block. */
function nestedIn(entry: Entry): Entry[] {
  if (!isCpp(entry.unit) || !classes.has(entry.tag) || !entry.value(DW_AT.name)) return [];
  return [...entry.children()].filter(({ tag }) => tag !== DW_TAG.label && declaring.has(tag));
}

const classes: ReadonlySet<number> = new Set([
  DW_TAG.structure_type,
  DW_TAG.class_type,
  DW_TAG.union_type,
]);

/** Symbols that entries of a block declare, without unnamed types. */
function countOf(entries: readonly Entry[], depth = 0): number {
  let count = 0;
  for (const entry of entries) {
    if (depth < maxDepth) count += countOf(nestedIn(entry), depth + 1);
    const { tag: own } = entry;
    if (isVariable(entry) || own === DW_TAG.label || entry.value(DW_AT.name)) count++;
    if (entry.tag !== DW_TAG.enumeration_type) continue;
    for (const { tag } of entry.children()) if (tag === DW_TAG.enumerator) count++;
  }
  return count;
}
