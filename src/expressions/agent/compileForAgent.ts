// Expressions that users write, compiled for a target's agent: conditions and `teval` to a value,
// `collect` to what is recorded (gdb manual, "Tracepoint Actions", "Agent Expressions").
import type { Variable } from '../../symbols/scope';
import { BaseTypes, type LanguageSemantics } from '../languageSemantics';
import type { BoundExpression } from '../bindings';
import { compile } from '../compile';
import { Lowering } from '../lowering/lowering';
import { Failure, type Problem } from '../problem';
import { styleOf } from '../../values/language';
import { AgentBackEnd } from './agentBackEnd';
import {
  collectionOfExpression,
  collectionOfVariable,
  collectionOfCode,
  type Collection,
  collectionOf,
  collectionOfRegisters,
} from './collection';
import { assemble, type Code, added } from './code';
import type { CompileSite } from './compileSite';
import { frameAddress } from './locationCode';

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
  site: CompileSite,
): Promise<{ readonly bytecode: Uint8Array } | Problem> {
  return orProblem(async () => {
    const bound = await boundIn(text, site);
    if ('problem' in bound) return bound;
    const backEnd = new AgentBackEnd(bound.semantics, site);
    const lowering = new Lowering(bound, backEnd);
    const { word } = await lowering.number(bound.expression);
    return { bytecode: assembled(word, false) };
  });
}

/**
 * An expression that is recorded, with all that leads to it. `strings`: bytes of the longest
 * string that a character pointer leads to; absent where it is a pointer alone.
 */
export async function compileForCollecting(
  text: string,
  site: CompileSite,
  strings?: number,
): Promise<AgentCollection | Problem> {
  return orProblem(async () => {
    const bound = await boundIn(text, site);
    if ('problem' in bound) return bound;
    const recorded = { backEnd: new AgentBackEnd(bound.semantics, site), strings };
    return assembledCollection(await collectionOfExpression(bound, bound.expression, recorded));
  });
}

/** A variable of the function that is recorded. */
export async function compileVariable(
  variable: Variable,
  site: CompileSite,
  strings?: number,
): Promise<AgentCollection | Problem> {
  return orProblem(async () => {
    const recorded = { backEnd: new AgentBackEnd(rulesOf(site), site), strings };
    return assembledCollection(await collectionOfVariable(variable, recorded));
  });
}

/** `$_ret`: the return address, where it is saved. */
export async function compileReturnAddress(site: CompileSite): Promise<AgentCollection | Problem> {
  return orProblem(async () => assembledCollection(await returnAddress(site)));
}

/** A trace state variable that is recorded. */
export function compileTraceVariable(number: number): AgentCollection {
  return assembledCollection(collectionOfCode([{ kind: 'variable', number }]));
}

async function boundIn(text: string, site: CompileSite): Promise<BoundExpression | Problem> {
  const compiled = await compile(text, site.context);
  return 'problem' in compiled ? compiled : compiled.bound(site.context);
}

function rulesOf({ context }: CompileSite): LanguageSemantics {
  const { language, machine } = context;
  return {
    types: new BaseTypes(context),
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

// `$_ret`: where the address is that the function returns to (gdb manual, "Tracepoint Actions"),
// as call frame information says it (DWARF 5, section 6.4.1); gdb takes the frame pointer's word
// for it.

/** The return address in memory, or the register that still holds it. */
async function returnAddress(site: CompileSite): Promise<Collection> {
  const { row, registers, context } = site;
  if (!row) throw new Failure('Call frame information does not say where the return address is.');
  const rule = row.registers.get(row.returnAddress);
  const { addressSize } = context;
  switch (rule?.kind) {
    case 'offset': {
      const address = added(await frameAddress(site), rule.offset);
      return collectionOf({ kind: 'memory', address }, addressSize, site);
    }
    case undefined:
    case 'sameValue':
      return collectionOfRegisters([registers.numbered(row.returnAddress)], site);
    case 'register':
      return collectionOfRegisters([registers.numbered(rule.register)], site);
    case 'undefined':
      throw new Failure('The function has no caller.');
    case 'valOffset':
    case 'expression':
    case 'valExpression':
      throw new Failure('The return address is saved in a way that is not supported.');
  }
}
