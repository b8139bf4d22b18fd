// Locations of the debugging information as places of a target that is yet to be stopped (DWARF 5, sections 2.5 and
// 2.6): each operation becomes code.
import type { DwarfExpression, Location } from '../../symbols/location';
import { DW_OP } from '../dwarf/operations';
import { Failure } from '../expressions/problem';
import { expressionAt } from '../locationAt';
import { bytesOfNumber } from '../values/literal';
import type { Type } from '../../symbols/type';
import { nowhere, type AgentPlace } from './agentPlace';
import type { Code } from './code';
import { arithmeticOperations, type Translate } from './dwarfArithmetic';
import { canonicalAddress, placeOperations, type Nested } from './dwarfPlaces';
import { DwarfState, type DwarfScene } from './dwarfState';
import type { AgentScene } from './scene';

const nested: Nested = { number: numberOf, place: placeOf, run };

const operations: ReadonlyMap<number, Translate> = new Map([
  ...arithmeticOperations,
  ...placeOperations(nested),
]);

/** Where something of a type is. Fails with a sentence where the target cannot find it. */
export async function placeOfLocation(
  location: Location,
  type: Type,
  scene: AgentScene,
): Promise<AgentPlace> {
  if (location.kind === 'none') return nowhere;
  if (location.kind === 'constant') {
    const { value } = location;
    const { surroundings } = scene.context;
    const bytes =
      typeof value === 'bigint'
        ? bytesOfNumber(value, type, surroundings, surroundings.addressSize)
        : value;
    return { kind: 'literal', bytes };
  }
  const expression = expressionAt(location, scene.frame);
  if (!expression || expression.bytes.length === 0) return nowhere;
  return placeOf(expression, { ...scene, depth: 0 });
}

/** The address that an expression computes from that of an object, which is on its stack: a virtual base, say. */
export async function addressFromObject(
  expression: DwarfExpression,
  objectAddress: Code,
  scene: AgentScene,
): Promise<Code> {
  const state = new DwarfState(expression, { ...scene, depth: 0, objectAddress });
  state.push(objectAddress);
  await run(state);
  return numberAt(state.place, state);
}

/** The canonical frame address. */
export async function frameAddress(scene: AgentScene): Promise<Code> {
  return canonicalAddress({ ...scene, depth: 0 }, nested);
}

/** The number that an expression leaves, or that is in the register that it names. */
export async function numberFrom(expression: DwarfExpression, scene: AgentScene): Promise<Code> {
  return numberOf(expression, { ...scene, depth: 0 });
}

async function placeOf(expression: DwarfExpression, scene: DwarfScene): Promise<AgentPlace> {
  const state = new DwarfState(expression, scene);
  await run(state);
  return state.place;
}

async function numberOf(expression: DwarfExpression, scene: DwarfScene): Promise<Code> {
  const state = new DwarfState(expression, scene);
  await run(state);
  return numberAt(state.place, state);
}

function numberAt(place: AgentPlace, { scene }: DwarfState): Code {
  switch (place.kind) {
    case 'memory':
      return place.address;
    case 'number':
      return place.code;
    case 'register':
      return scene.registers.code(place.register);
    case 'literal':
    case 'implicitPointer':
    case 'pieces':
    case 'part':
    case 'nowhere':
      throw new Failure('Its location gives no number where one is needed.');
  }
}

async function run(state: DwarfState): Promise<void> {
  const { cursor } = state;
  while (cursor.remaining > 0) {
    const code = cursor.u8();
    const translate = operations.get(code);
    if (!translate)
      throw new Failure(`The target has nothing for ${nameOf(code)} in its location.`);
    await translate(state);
    state.arrive();
  }
}

function nameOf(code: number): string {
  return code in DW_OP ? `DW_OP_${DW_OP[code]}` : `operation 0x${code.toString(16)}`;
}
