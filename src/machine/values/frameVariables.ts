// The variables of a stack frame as gdb's `info args` and `info locals` list them.
import type { FunctionScope, Variable } from '../../symbols/scope';
import { inDictionaryOrder } from './dictionaryOrder';
import { problemOf, valueText, type TextOptions } from './text/text';
import type { Surroundings } from './value';
import { readVariable } from './variable';

/** The arguments, in the order of the declaration. */
export function argumentsOf({ parameters }: FunctionScope): readonly Variable[] {
  return parameters;
}

/** The variables of the blocks around the PC, the innermost block first, each in gdb's order. */
export function localsOf({ blocks, language }: FunctionScope): readonly Variable[] {
  const [own, ...inside] = [...blocks].reverse();
  return [
    ...inside
      .reverse()
      .flatMap(({ variables, declared }) => inDictionaryOrder(variables, declared, language)),
    ...(own?.variables ?? []),
  ];
}

/** `n = 5`, as gdb lists a variable; what cannot be read at all says why. */
export async function variableLine(
  variable: Variable,
  surroundings: Surroundings,
  options: TextOptions = {},
): Promise<string> {
  const { name } = variable;
  const value = await readVariable(variable, surroundings);
  const problem = problemOf(value);
  return problem === undefined
    ? `${name} = ${await valueText(value, options)}`
    : `${name} = <error reading variable ${name} (${problem})>`;
}

/** The lines of `info args`, or gdb's words for none. */
export async function infoArgs(
  surroundings: Surroundings,
  options: TextOptions = {},
): Promise<string[]> {
  return lines(surroundings, options, argumentsOf, ['args', 'No arguments.']);
}

/** The lines of `info locals`, or gdb's words for none. */
export async function infoLocals(
  surroundings: Surroundings,
  options: TextOptions = {},
): Promise<string[]> {
  return lines(surroundings, options, localsOf, ['locals', 'No locals.']);
}

async function lines(
  surroundings: Surroundings,
  options: TextOptions,
  variablesOf: (scope: FunctionScope) => readonly Variable[],
  [what, none]: readonly [string, string],
): Promise<string[]> {
  const { frame } = surroundings;
  if (frame?.kind === 'unavailable') return [`PC unavailable, cannot determine ${what}.`];
  const scope = frame?.scope;
  if (!scope) return ['No symbol table info available.'];
  const texts: string[] = [];
  for (const variable of variablesOf(scope))
    texts.push(await variableLine(variable, surroundings, options));
  return texts.length > 0 ? texts : [none];
}
