// Entities of units that were made by hand.
import { Entries } from '../../../../src/symbols/dwarf/entries';
import { FunctionReader } from '../../../../src/symbols/dwarf/functions';
import { Dwarf } from '../../../../src/symbols/dwarf/dwarf';
import { NameIndex } from '../../../../src/symbols/dwarf/nameIndex';
import { SourceIndex } from '../../../../src/symbols/dwarf/sourceIndex';
import { UnitIndex } from '../../../../src/symbols/dwarf/unitIndex';
import type { ProgramFindings } from '../../../../src/symbols/findings';
import { ProgramEntities } from '../../../../src/symbols/programEntities';
import type { Variable } from '../../../../src/symbols/scope';
import type { ClassType, Type } from '../../../../src/symbols/type';
import { sectionsOf } from '../sectionsOf';
import type { Writer } from '../writer';
import { makeUnits, type MadeUnit } from './unitMaker';

/** A program's entities, and what was found wrong. */
export interface MadeEntities {
  readonly entities: ProgramEntities;
  readonly findings: ProgramFindings;
}

/** The entities of units. `symbols`: addresses by name; `sections`: further ones. */
export function entitiesOf(
  units: readonly MadeUnit[],
  symbols: Readonly<Record<string, bigint>> = {},
  sections: Readonly<Record<string, Writer>> = {},
): MadeEntities {
  const made = sectionsOf({ ...makeUnits(...units), ...sections }, units[0]?.order);
  const dwarf = new Dwarf(made);
  const addressOf = (name: string): Promise<bigint | undefined> => Promise.resolve(symbols[name]);
  const entities = new ProgramEntities(
    new FunctionReader(new Entries(dwarf)),
    new UnitIndex(dwarf),
    new SourceIndex(dwarf),
    new NameIndex(dwarf),
    {
      code: addressOf,
      data: addressOf,
      mayName: () => Promise.resolve(true),
    },
  );
  return { entities, findings: made.findings };
}

/** The variable of a name outside of functions. */
export async function globalNamed(
  { entities }: MadeEntities,
  name: string,
): Promise<Variable | undefined> {
  return (await entities.globalsNamed(name))[0];
}

/** A type that has to be a class. */
export function asClass(type: Type | undefined): ClassType {
  if (type?.kind !== 'struct' && type?.kind !== 'class' && type?.kind !== 'union') {
    throw new Error(`not a class: ${type?.kind}`);
  }
  return type;
}
