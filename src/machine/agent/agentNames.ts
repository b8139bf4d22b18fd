// What names and `$` variables of an expression are to a target: places of variables, registers, trace state variables.
import type { Variable } from '../../symbols/scope';
import type { Meaning } from '../expressions/meaning';
import { Failure } from '../expressions/problem';
import { typeOfRegister } from '../expressions/registerValue';
import type { Rules } from '../expressions/rules';
import type { Placement } from '../stackFrame';
import { memberOf, staticOf } from './agentObjects';
import { known, type AgentValue } from './agentValue';
import { constant } from './code';
import { onlyCallerKnows } from './dwarfState';
import { placeOfLocation } from './locationCode';
import type { AgentScene } from './scene';

/** What a name of the program means at the tracepoint. */
export async function valueOfMeaning(
  meaning: Meaning,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  switch (meaning.kind) {
    case 'local':
      return valueOfVariable(meaning.variable, scene);
    case 'global':
      return valueOfVariable(meaning.variable, placedIn(meaning.placement, scene));
    case 'field':
      return memberOf(await valueOfVariable(meaning.self, scene), meaning.name, rules, scene);
    case 'static':
      return staticOf(meaning.owner, meaning.member, scene);
    case 'enumerator':
      return known(meaning.type, meaning.value);
    case 'function':
      return {
        type: meaning.type,
        place: { kind: 'memory', address: constant(meaning.address) },
      };
    case 'entry': {
      const { frame } = scene;
      const entry = frame.scope?.entry;
      const slide = frame.placement?.slide ?? 0n;
      if (entry === undefined || entry + slide !== frame.pc) throw onlyCallerKnows();
      return valueOfVariable(meaning.parameter, scene);
    }
    case 'ofFunction': {
      const { name = 'another function' } = meaning.scope;
      throw new Failure(`It belongs to ${name}: a tracepoint sees the function that it is set in.`);
    }
    case 'dataMember':
      throw new Failure(`Cannot reference non-static field "${meaning.member.name ?? ''}"`);
    case 'method':
      throw new Failure(`Cannot reference virtual member function "${meaning.method.name}"`);
  }
}

/** A variable of the function, or a global one in a scene of its program. */
export async function valueOfVariable(
  { type, location }: Variable,
  scene: AgentScene,
): Promise<AgentValue> {
  return { type, place: await placeOfLocation(location, type, scene) };
}

/** The scene with another program, whose variables are the same in every stack frame. */
function placedIn(placement: Placement, scene: AgentScene): AgentScene {
  const { frame } = scene;
  return placement.program === frame.placement?.program
    ? scene
    : { ...scene, frame: { ...frame, placement, scope: undefined } };
}

/** `$name`: a register by gdb's name, or a trace state variable. */
export function valueOfVariableNamed(name: string, rules: Rules, scene: AgentScene): AgentValue {
  const register = scene.registers.named(name);
  if (register) {
    return { type: typeOfRegister(register, name), place: { kind: 'register', register } };
  }
  const number = scene.target.variable(name);
  if (number === undefined) {
    throw new Failure(`There is no register and no trace state variable $${name}.`);
  }
  const code = [{ kind: 'variable', number }] as const;
  return { type: rules.types.longLong, place: { kind: 'number', code }, computed: true };
}
