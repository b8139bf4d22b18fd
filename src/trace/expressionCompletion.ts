// What may be at the end of an expression: registers and other `$` names, names in scope,
// members.
import type { Recording } from './recording';
import type { EvaluationContext } from '../expressions/context';
import { type StackFrame, linkAddress } from '../machine/stackFrame';
import { argumentsOf, localsOf } from '../values/frameVariables';
import { dereference, membersOf } from '../values/navigate';
import { strip } from '../values/types';
import type { Value } from '../values/value';
import { evaluate } from './expressions';

/** A name that may replace the text from `start` to the end. */
interface Completion {
  readonly name: string;
  readonly kind: 'variable' | 'field';
  /** Characters from the beginning of the expression. */
  readonly start: number;
}

const conveniences = [
  'trace_frame',
  'tracepoint',
  'trace_line',
  'trace_func',
  'trace_file',
  '_',
  '__',
  '_collected',
  '_changed',
  '_strlen',
  '_streq',
  '_regex',
  '_memeq',
];

/** Names with which an expression may go on, in a stack frame of the context. */
export async function completeExpression(
  text: string,
  recording: Recording,
  stackFrame: StackFrame | undefined,
  context: EvaluationContext,
): Promise<Completion[]> {
  const [dollar] = /\$\w*$/.exec(text) ?? [];
  if (dollar !== undefined) {
    return beginningWith(dollar, text, 'variable', dollarNames(recording, context));
  }
  const [, object, member] = /(?<![\w$.>()[\]-])([\w$.>()[\]-]+)(?:\.|->)(\w*)$/.exec(text) ?? [];
  if (object !== undefined && member !== undefined) {
    return beginningWith(member, text, 'field', await memberNames(object, context));
  }
  const [begun = ''] = /(?<!\w)[A-Za-z_]\w*$/.exec(text) ?? [];
  if (begun === '' && /[\w)\]'"]\s*$/.test(text)) return [];
  return beginningWith(begun, text, 'variable', await namesInScope(stackFrame));
}

function beginningWith(
  begun: string,
  text: string,
  kind: Completion['kind'],
  names: Iterable<string>,
): Completion[] {
  const start = text.length - begun.length;
  return [...new Set(names)]
    .filter((name) => name.startsWith(begun))
    .map((name) => ({ name, kind, start }));
}

/**
 * Registers, gdb's convenience variables for traces, trace state variables, convenience functions.
 */
function dollarNames({ description }: Recording, { state: machine }: EvaluationContext): string[] {
  const variables = description.variables.map(({ name }) => name);
  const registers = machine.registers?.names() ?? [];
  return [...conveniences, ...variables, ...registers].map((name) => `$${name}`);
}

/** Names of the function, innermost first, and of its file. */
async function namesInScope(stackFrame: StackFrame | undefined): Promise<string[]> {
  const { scope, module, lookupPc } = stackFrame ?? {};
  const own = scope ? [...localsOf(scope), ...argumentsOf(scope)] : [];
  const globals =
    module && lookupPc !== undefined
      ? await module.program.globalsAt(linkAddress(lookupPc, module.slide))
      : [];
  return [...own, ...globals].map(({ name }) => name);
}

async function memberNames(object: string, context: EvaluationContext): Promise<string[]> {
  const evaluated = await evaluate(object, 'print', context);
  if ('problem' in evaluated) return [];
  const { value } = evaluated;
  const isPointer = strip(value.type).kind === 'pointer';
  const whole = isPointer ? await dereference(value) : value;
  return 'problem' in whole ? [] : membersIn(whole);
}

async function membersIn(value: Value): Promise<string[]> {
  const members = await membersOf(value);
  return [
    ...(members?.members ?? []).flatMap(({ name }) => name ?? []),
    ...(members?.statics ?? []).map(({ name }) => name),
  ];
}
