// Expressions of a person, compiled for a target's agent: conditions and `teval` to a value, `collect` to what is
// recorded (gdb manual, "Tracepoint Actions", "Agent Expressions").
import type { Variable } from '../../symbols/scope';
import { BaseTypes } from '../baseTypes';
import type { BoundExpression } from '../bindings';
import { compile } from '../compile';
import { Lowering } from '../lowering/lowering';
import { Failure, type Problem } from '../problem';
import type { Rules } from '../rules';
import { styleOf } from '../../values/language';
import { AgentBackEnd } from './agentBackEnd';
import { collectionOfExpression, collectionOfVariable } from './agentCollecting';
import { assemble } from './assembler';
import type { Code } from './code';
import { collectionOfCode, type Collection } from './collecting';
import { returnAddress } from './returnAddress';
import type { AgentScene } from './scene';

/** What is recorded, for a target. */
export interface AgentCollection {
  /** Run-time addresses and bytes. */
  readonly memory: readonly { readonly address: bigint; readonly length: number }[];
  /** Bytecodes that record. */
  readonly expressions: readonly Uint8Array[];
  /** Registers that the code reads, and those that are recorded, by gdb's remote numbers. */
  readonly registers: readonly number[];
}

/** An expression that leaves a value: a condition, or with assignments what `teval` does. */
export async function compileForValue(
  text: string,
  scene: AgentScene,
): Promise<{ readonly bytecode: Uint8Array } | Problem> {
  return orProblem(async () => {
    const bound = await boundIn(text, scene);
    if ('problem' in bound) return bound;
    const backEnd = new AgentBackEnd(bound.rules, scene);
    const lowering = new Lowering(bound, backEnd);
    const { word } = await lowering.number(bound.expression);
    return { bytecode: assembled(word, false) };
  });
}

/**
 * An expression that is recorded, with all that leads to it. `strings`: bytes of the longest string that a character
 * pointer leads to; absent where it is a pointer alone.
 */
export async function compileForCollecting(
  text: string,
  scene: AgentScene,
  strings?: number,
): Promise<AgentCollection | Problem> {
  return orProblem(async () => {
    const bound = await boundIn(text, scene);
    if ('problem' in bound) return bound;
    const recorded = { backEnd: new AgentBackEnd(bound.rules, scene), strings };
    return assembledCollection(await collectionOfExpression(bound, bound.expression, recorded));
  });
}

/** A variable of the function that is recorded. */
export async function compileVariable(
  variable: Variable,
  scene: AgentScene,
  strings?: number,
): Promise<AgentCollection | Problem> {
  return orProblem(async () => {
    const recorded = { backEnd: new AgentBackEnd(rulesOf(scene), scene), strings };
    return assembledCollection(await collectionOfVariable(variable, recorded));
  });
}

/** `$_ret`: the return address, where it is saved. */
export async function compileReturnAddress(scene: AgentScene): Promise<AgentCollection | Problem> {
  return orProblem(async () => assembledCollection(await returnAddress(scene)));
}

/** A trace state variable that is recorded. */
export function compileTraceVariable(number: number): AgentCollection {
  return assembledCollection(collectionOfCode([{ kind: 'variable', number }]));
}

async function boundIn(text: string, scene: AgentScene): Promise<BoundExpression | Problem> {
  const compiled = await compile(text, scene.context.surroundings);
  return 'problem' in compiled ? compiled : compiled.bound(scene.context);
}

function rulesOf({ context: { surroundings } }: AgentScene): Rules {
  const { language, machine } = surroundings;
  return {
    types: new BaseTypes(surroundings),
    language: styleOf(language),
    machine,
    typesOnly: false,
  };
}

function assembledCollection({ memory, code, registers }: Collection): AgentCollection {
  return { memory, registers, expressions: code.map((each) => assembled(each, true)) };
}

function assembled(code: Code, collecting: boolean): Uint8Array {
  const made = assemble(code, collecting);
  if ('problem' in made) throw new Failure(made.problem);
  return made.bytes;
}

async function orProblem<T>(make: () => Promise<T | Problem>): Promise<T | Problem> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Failure) return error.asProblem;
    throw error;
  }
}
