// The variables of a stack frame as gdb's `info args` and `info locals` list them.
import { TimeSlice } from '../bytes/timeSlice';
import type { LexicalBlock, FunctionScope, ListedName, Variable } from '../symbols/scope';
import type { Type } from '../symbols/type';
import { problemOf, valueText, type TextOptions } from './text/text';
import { bytesOfNumber, literal, type ValueContext } from './value';
import { readVariable } from './variable';
import { DW_LANG } from '../symbols/dwarf/constants';

/** The arguments, in the order of the declaration. */
export function argumentsOf({ parameters }: FunctionScope): readonly Variable[] {
  return parameters;
}

/** The variables of the blocks around the PC, the innermost block first, each in gdb's order. */
export function localsOf(scope: FunctionScope): readonly Variable[] {
  return ofBlocks(scope, ({ variables }) => variables);
}

/** What the blocks around the PC have, the innermost block first, each in gdb's order. */
function ofBlocks<T extends { readonly name: string }>(
  { blocks, language }: FunctionScope,
  listOf: (block: LexicalBlock) => readonly T[],
): readonly T[] {
  return blocks.flatMap((block, i) => {
    const isOwn = i === blocks.length - 1;
    return isOwn ? listOf(block) : inDictionaryOrder(listOf(block), block.declared, language);
  });
}

/** The variables of a block, and among them what else gdb lists. */
function listed({ variables, listedNames }: LexicalBlock): readonly (Variable | ListedName)[] {
  return [...variables, undefined].flatMap((variable, i) => [
    ...listedNames.filter(({ position }) => position === i),
    ...(variable ? [variable] : []),
  ]);
}

/** `n = 5`, as gdb lists a variable; what cannot be read at all says why. */
export async function variableLine(
  variable: Variable,
  context: ValueContext,
  options: TextOptions = {},
): Promise<string> {
  const { name } = variable;
  const value = await readVariable(variable, context);
  const problem = problemOf(value);
  return problem === undefined
    ? `${name} = ${await valueText(value, options)}`
    : `${name} = <error reading variable ${name} (${problem})>`;
}

/** `la = la` of an enumerator; a label that was lost is nowhere. */
async function nameLine(
  { name, constant }: ListedName,
  context: ValueContext,
  options: TextOptions,
): Promise<string> {
  if (!constant) return `${name} = <optimized out>`;
  const { type, value } = constant;
  const read = literal(type, bytesOfNumber(value, type, context), context);
  return `${name} = ${await valueText(read, options)}`;
}

/** Whether a variable is listed; a label that was lost has no type. */
type IsListed = (variable: {
  readonly name: string;
  readonly type?: Type | undefined;
}) => Promise<boolean>;

/** The lines of `info args`, or gdb's words for none; with `isListed` of those alone. */
export async function infoArgs(
  context: ValueContext,
  options: TextOptions = {},
  isListed?: IsListed,
): Promise<string[]> {
  return lines(context, options, argumentsOf, ['args', 'No arguments.'], isListed);
}

/** The lines of `info locals`, or gdb's words for none; with `isListed` of those alone. */
export async function infoLocals(
  context: ValueContext,
  options: TextOptions = {},
  isListed?: IsListed,
): Promise<string[]> {
  const locals = (scope: FunctionScope) => ofBlocks(scope, listed);
  return lines(context, options, locals, ['locals', 'No locals.'], isListed);
}

/** Values that one list shows at most. */
const maxValuesOfList = 200_000;

async function lines(
  context: ValueContext,
  options: TextOptions,
  variablesOf: (scope: FunctionScope) => readonly (Variable | ListedName)[],
  [what, none]: readonly [string, string],
  isListed: IsListed | undefined,
): Promise<string[]> {
  const { frame } = context;
  if (frame?.kind === 'unavailable') return [`PC unavailable, cannot determine ${what}.`];
  const scope = frame?.scope;
  if (!scope) return ['No symbol table info available.'];
  const texts: string[] = [];
  const shared = { budget: { left: maxValuesOfList }, ...options };
  const slice = new TimeSlice();
  for (const each of variablesOf(scope)) {
    await slice.yieldIfDue();
    const isVariable = !('position' in each);
    const { name, type } = isVariable ? each : { ...each.constant, name: each.name };
    if (isListed && !(await isListed({ name, type }))) continue;
    texts.push(
      await (isVariable ? variableLine(each, context, shared) : nameLine(each, context, shared)),
    );
  }
  return texts.length > 0 || isListed ? texts : [none];
}

// The order in which gdb lists the names of a block inside of a function: that of the hash table
// in which it keeps them (gdb's dictionary.c). A block of a function itself has them in the order
// of the file.

const cPlusPlus: ReadonlySet<number | undefined> = new Set([
  DW_LANG.C_plus_plus,
  DW_LANG.C_plus_plus_11,
  DW_LANG.C_plus_plus_14,
  DW_LANG.C_plus_plus_17,
  DW_LANG.C_plus_plus_20,
]);

/** `named` as gdb lists it. `declared`: how many names the block has; `language`: its DW_LANG_…. */
export function inDictionaryOrder<T extends { readonly name: string }>(
  named: readonly T[],
  declared: number,
  language: number | undefined,
): readonly T[] {
  const buckets = Math.floor(Math.max(declared, named.length) / 5) + 1;
  if (buckets === 1) return named;
  const ordered = Array.from({ length: buckets }, (): T[] => []);
  for (const each of named) ordered[hashOf(each.name, language) % buckets]?.push(each);
  return ordered.flat();
}

/**
 * Of the last part of a name that Ada may have encoded, as gdb takes that for possible in all
 * languages but C++.
 */
function hashOf(name: string, language: number | undefined): number {
  if (cPlusPlus.has(language) || name.startsWith('_') || /^[$.X]/.test(name))
    return plainHash(name);
  const part = name.split(/[$.X]|TKB$/, 1)[0] ?? '';
  const pieces = part.split(/(?<=.)__/);
  let last = pieces[0] ?? '';
  for (const piece of pieces.slice(1)) {
    if (!/^[a-zO]/.test(piece)) break;
    last = piece;
  }
  return plainHash(last);
}

function plainHash(text: string): number {
  let hash = 0;
  for (const byte of new TextEncoder().encode(text.toLowerCase())) {
    hash = (Math.imul(hash, 67) + byte - 113) >>> 0;
  }
  return hash;
}
