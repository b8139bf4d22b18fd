// Where variables are (DWARF 5, section 2.6): the attributes that say it, as plain data for the
// machine to evaluate.
import type { BaseType } from '../baseType';
import type {
  DwarfExpression,
  ExpressionUnit,
  LocationDescription,
  LocationEntry,
} from '../location';
import { readAddress, readIndexedAddress } from './address';
import { readBaseType } from './baseType';
import { DW_AT } from './constants';
import type { EntryDescription, Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import { isLocationList, readLocationList } from './locationLists';
import type { Unit } from './unit';

/** Reads locations of one file. */
export class Locations {
  private readonly units = new WeakMap<Unit, ExpressionUnit>();

  constructor(private readonly entries: Entries) {}

  /** The bytes of an expression, with the unit around it. */
  expression(unit: Unit, bytes: Uint8Array): DwarfExpression {
    return { bytes, encoding: unit.header.encoding, unit: this.expressionUnit(unit) };
  }

  /**
   * Where a variable is. `functionEntry`: the entry point of its function, where alone some entries
   * of a list hold.
   */
  async of(variable: EntryDescription, functionEntry?: bigint): Promise<LocationDescription> {
    const constant = variable.find(DW_AT.const_value);
    const value = constant && (await this.constant(constant.entry, constant.value));
    if (value !== undefined) return { kind: 'constant', value };
    const found = variable.find(DW_AT.location);
    return found ? this.read(found.entry, found.value, functionEntry) : none;
  }

  /** The location that an attribute of an entry gives. */
  async read(
    entry: Entry,
    value: AttributeValue,
    functionEntry?: bigint,
  ): Promise<LocationDescription> {
    const { unit } = entry;
    const expression = this.expressionOf(unit, value);
    if (expression) return expression.bytes.length > 0 ? { kind: 'expression', expression } : none;
    return isLocationList(value, unit.header.encoding)
      ? this.list(unit, value, functionEntry)
      : none;
  }

  /** The expression that a value of an attribute is; undefined where it is none. */
  expressionOf(unit: Unit, value: AttributeValue | undefined): DwarfExpression | undefined {
    return value?.kind === 'expression' || value?.kind === 'block'
      ? this.expression(unit, value.bytes)
      : undefined;
  }

  /** A constant: a number, or bytes in the program's order. */
  async constant(entry: Entry, value: AttributeValue): Promise<bigint | Uint8Array | undefined> {
    switch (value.kind) {
      case 'constant':
        return value.value;
      case 'flag':
        return value.value ? 1n : 0n;
      case 'block':
      case 'expression':
        return value.bytes;
      case 'address':
      case 'addressIndex':
        return readAddress(entry.unit, value);
      case 'string':
      case 'stringIndex':
      case 'stringOffset': {
        const text = await this.entries.text(entry, value);
        return text === undefined ? undefined : new TextEncoder().encode(`${text}\0`);
      }
      case 'reference':
      case 'supplementaryReference':
      case 'signature':
      case 'sectionOffset':
      case 'rangeListIndex':
      case 'locationListIndex':
        return undefined;
    }
  }

  /** Where the variable is that the entry at an offset of .debug_info describes. */
  private async at(offset: number): Promise<LocationDescription | undefined> {
    const entry = await this.entries.at(offset);
    return entry && this.of(await this.entries.describe(entry));
  }

  private async list(
    unit: Unit,
    value: AttributeValue,
    functionEntry: bigint | undefined,
  ): Promise<LocationDescription> {
    const { entries, fallback } = await readLocationList(unit, value);
    return {
      kind: 'list',
      entries: entries.map(({ start, end, bytes, bases }): LocationEntry => {
        const expression = this.expression(unit, bytes);
        // An empty range at its entry point is what GCC writes for what holds nowhere else.
        const atEntry = start === end && start === functionEntry;
        return {
          start,
          end: atEntry ? start + 1n : end,
          expression,
          ...(atEntry && { atEntry }),
          ...(bases && { bases }),
        };
      }),
      ...(fallback ? { fallback: this.expression(unit, fallback) } : {}),
    };
  }

  private expressionUnit(unit: Unit): ExpressionUnit {
    const known = this.units.get(unit);
    if (known) return known;
    const made: ExpressionUnit = {
      offset: unit.header.offset - unit.file.start,
      address: (index) => readIndexedAddress(unit, index),
      baseType: (offset) => this.baseType(unit, offset),
      callee: (offset) => this.at(unit.file.start + offset),
      entryOffset: (offset) => unit.header.offset + offset,
      pointee: (offset) => this.at(unit.file.start + offset),
    };
    this.units.set(unit, made);
    return made;
  }

  private async baseType(unit: Unit, offset: number): Promise<BaseType | undefined> {
    const entry = (await this.entries.tree(unit)).entryAt(unit.header.offset + offset);
    return entry && readBaseType(this.entries, entry);
  }
}

const none: LocationDescription = { kind: 'none' };
