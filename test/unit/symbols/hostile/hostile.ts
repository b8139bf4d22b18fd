// Programs made to do harm, opened: how much is read of them is counted.
import { expect } from 'vitest';
import { valueText } from '../../../../src/values/text/text';
import { typeName } from '../../../../src/values/typeName';
import { Value } from '../../../../src/values/value';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import type { SeparateDebugFiles } from '../../../../src/symbols/separateDebugFiles';
import { type Program } from '../../../../src/symbols/program';
import { openProgram } from '../../../../src/symbols/openProgram';
import type { Type } from '../../../../src/symbols/type';
import { memoryOf, valueContext } from '../../values/makers';
import {
  address,
  data,
  makeUnits,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
  type MadeUnit,
} from '../dwarf/unitMaker';
import { CountedSource } from '../countedSource';
import { makeElf, type MadeElf } from '../elfFile';
import { code, debugSections } from '../opened';
import type { Writer } from '../writer';

/** An opened program, and what was read of it. */
export interface Opened {
  readonly program: Program;
  readonly source: CountedSource;
}

/** Opens the bytes of a program. */
export async function open(bytes: Uint8Array, companions?: SeparateDebugFiles): Promise<Opened> {
  const source = new CountedSource(bytes);
  const opened = await openProgram(source, '/made/program', companions);
  if ('problem' in opened) throw new Error(opened.problem);
  return { program: opened.program, source };
}

/** Where the code of the made programs is. */
export const start = 0x1000n;

/** Opens a program with code and debugging information. */
export function openSections(
  sections: Readonly<Record<string, Writer>>,
  made: MadeElf = {},
): Promise<Opened> {
  const all = [code(start, 0x1000), ...debugSections(sections), ...(made.sections ?? [])];
  return open(makeElf({ ...made, sections: all }));
}

export const entry = (
  tag: number,
  attributes: readonly MadeAttribute[] = [],
  children?: readonly MadeEntry[],
  label?: string,
): MadeEntry => ({
  tag,
  attributes,
  ...(children && { children }),
  ...(label !== undefined && { label }),
});

/** An expression of operations. */
export const expression = (name: number, ...bytes: number[]): MadeAttribute => [
  name,
  DW_FORM.exprloc,
  (writer) => writer.uleb(bytes.length).raw(bytes),
];

export const number = (name: number, value: bigint | number): MadeAttribute => [
  name,
  DW_FORM.data8,
  (writer) => writer.u64(value),
];

/** A variable at address 0x5000. */
export const variable = (name: string, type: string): MadeEntry =>
  entry(DW_TAG.variable, [
    text(DW_AT.name, name),
    refer(DW_AT.type, type),
    expression(DW_AT.location, 3, 0, 0x50, 0, 0, 0, 0, 0, 0),
  ]);

const int = entry(
  DW_TAG.base_type,
  [text(DW_AT.name, 'int'), data(DW_AT.byte_size, 4), data(DW_AT.encoding, 5)],
  undefined,
  'int',
);

/** A function and a variable that nothing is wrong with. */
export const sound: readonly MadeEntry[] = [
  int,
  variable('sound', 'int'),
  subprogram('sound_function', start, 0x10),
];

/** A unit of C with what is `sound`, and more. */
export const unitOf = (...more: readonly MadeEntry[]): MadeUnit => ({
  root: entry(
    DW_TAG.compile_unit,
    [
      text(DW_AT.name, 'made.c'),
      data(DW_AT.language, 0x0c),
      address(DW_AT.low_pc, start),
      data(DW_AT.high_pc, 0x100),
    ],
    [...sound, ...more],
  ),
});

/** Opens a program of units. */
export function openUnits(...units: readonly MadeUnit[]): Promise<Opened> {
  return openSections(makeUnits(...units));
}

/** The codes of what was found wrong. */
export function codesOf({ program }: Opened): string[] {
  return [...new Set(program.diagnostics.map(({ code: each }) => each))].sort();
}

/** What is sound in a program can be read. */
export async function expectSound({ program }: Opened): Promise<void> {
  const [found] = await program.globalsNamed('sound');
  expect(found?.type).toMatchObject({ kind: 'base', name: 'int', size: 4 });
  expect(await program.functionAt(start + 4n)).toMatchObject({ name: 'sound_function' });
}

/** The type of a variable of the program. */
export async function typeOf({ program }: Opened, name: string): Promise<Type> {
  const [found] = await program.globalsNamed(name);
  if (!found) throw new Error(`no ${name}`);
  return found.type;
}

const zeros = memoryOf({ 0x5000: new Uint8Array(0x400) });

/** The name of a variable's type, and the text of its value in memory that is all zero. */
export async function shown(opened: Opened, name: string): Promise<readonly [string, string]> {
  const type = await typeOf(opened, name);
  const around = valueContext({ memory: zeros });
  const value = new Value(type, { kind: 'memory', address: 0x5000n }, around);
  return [await typeName(type), await valueText(value)];
}
