// Functions by name. Made when a name is first asked for, from all units: symbol tables know neither
// the C++ names that people type nor which of several static functions is meant.
import { once } from '../once';
import { Allowance } from './debugSections';
import type { Dwarf } from './dwarf';
import type { FunctionEntry } from './functions';
import type { Unit } from './unit';

/** Where a function is described. Offsets are bytes in .debug_info. */
interface Described {
  readonly unit: number;
  readonly offset: number;
}

/** A function that was asked for by name. */
export interface NamedFunction {
  readonly unit: Unit;
  readonly function: FunctionEntry;
}

/** Finds functions by name. */
export class NameIndex {
  private readonly byName = once(() => this.readNames());

  constructor(private readonly dwarf: Dwarf) {}

  /**
   * The functions of a name as gdb takes it: the last parts of the qualified name suffice, and
   * template arguments may be left out.
   */
  async find(name: string): Promise<NamedFunction[]> {
    const found: NamedFunction[] = [];
    const wanted = splitName(name);
    for (const described of (await this.byName()).get(lastPart(name)) ?? []) {
      const unit = await this.dwarf.unit(described.unit);
      if (!unit) continue;
      const table = await this.dwarf.functions(unit);
      const entry = table.functions.find(({ offset }) => offset === described.offset);
      const names = entry && (await this.dwarf.names(unit, entry.offset, entry.naming));
      if (names && endsWith(splitName(names.qualified), wanted)) {
        found.push({ unit, function: entry });
      }
    }
    return found;
  }

  private async readNames(): Promise<ReadonlyMap<string, readonly Described[]>> {
    const byName = new Map<string, Described[]>();
    const allowance = new Allowance(this.dwarf.sections);
    for await (const unit of this.dwarf.allUnits()) {
      const { functions } = await this.dwarf.functions(unit);
      for (const { offset, naming } of functions) {
        const names = await this.dwarf.names(unit, offset, naming);
        if (!names) continue;
        const key = lastPart(names.qualified);
        const described = { unit: unit.header.offset, offset };
        const known = byName.get(key);
        if (known) known.push(described);
        else byName.set(key, [described]);
      }
      if (allowance.spent) break;
    }
    return byName;
  }
}

/** The parts of a qualified name; `::` inside template or function arguments does not divide. */
function splitName(name: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of name.split(/(::|[<>()])/)) {
    if (piece === '<' || piece === '(') depth++;
    if (piece === '>' || piece === ')') depth--;
    if (piece === '::' && depth <= 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts;
}

/** The name itself, without scopes and template arguments. */
function lastPart(name: string): string {
  return withoutArguments(splitName(name).at(-1) ?? '');
}

function withoutArguments(part: string): string {
  return part.startsWith('operator') ? part : part.replace(/<.*$/, '');
}

function endsWith(qualified: readonly string[], wanted: readonly string[]): boolean {
  const tail = qualified.slice(-wanted.length);
  return (
    tail.length === wanted.length &&
    tail.every((part, i) => part === wanted[i] || withoutArguments(part) === wanted[i])
  );
}
