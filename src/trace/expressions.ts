// Expressions that the user typed, evaluated in a frame of a trace.
import { t } from '@vscode/l10n';
import { compile, type KnownExpressions } from '../expressions/compile';
import type { EvaluationContext, ConvenienceValue, ValueHistory } from '../expressions/context';
import { printFormat, watchFormat } from '../expressions/format';
import type { Problem } from '../expressions/problem';
import { nameWithParameters } from '../values/functionName';
import { dereference, elementAt, repeated } from '../values/navigate';
import { asInteger, type Value, valueContextOf } from '../values/value';
import type { Format } from '../values/text/text';
import { isClass, isInteger, strip } from '../values/types';
import { type LoadedModule, linkAddress, type StackFrame } from '../machine/stackFrame';
import type { FrameState } from '../machine/frameState';
import type { Trace } from './trace';
import { codePlace } from './text/codePlace';
import { functionNameOf } from './text/stackFrameText';

/** A value, and how it was asked to be written. */
export interface Evaluated {
  readonly value: Value;
  readonly format?: Format;
  /** Without pretty printers. */
  readonly raw: boolean;
}

/**
 * Evaluates an expression; `print` has formats before it (`/x n`), `watch` also after it (`n,x`).
 * `known`: the parsed expression, when it is evaluated in many frames.
 */
export async function evaluate(
  text: string,
  formats: 'print' | 'watch',
  context: EvaluationContext,
  known: Pick<KnownExpressions, 'compile'> = { compile },
): Promise<Evaluated | Problem> {
  const asked = formats === 'print' ? printFormat(text) : watchFormat(text);
  if ('problem' in asked) return asked;
  const { expression, at, format, raw, count } = asked;
  const compiled = await known.compile(expression, context);
  const value = 'problem' in compiled ? compiled : await compiled.evaluate(context);
  if ('problem' in value) return { ...value, ...(value.column && { column: value.column + at }) };
  const wanted = count === undefined ? value : await elements(value, count);
  return 'problem' in wanted ? wanted : { value: wanted, raw, ...(format && { format }) };
}

/** As many elements of an array, or of what a pointer points to. */
async function elements(value: Value, count: bigint): Promise<Value | Problem> {
  const isPointer = strip(value.type).kind === 'pointer';
  const first = isPointer ? await dereference(value) : (elementAt(value, 0) ?? value);
  return 'problem' in first ? first : repeated(first, count);
}

/**
 * The run-time address that an expression means: the number that it is, else where its value is.
 */
export async function evaluateAddress(
  text: string,
  context: EvaluationContext,
): Promise<{ readonly address: bigint } | Problem> {
  const evaluated = await evaluate(text, 'print', context);
  if ('problem' in evaluated) return evaluated;
  const { value } = evaluated;
  const bare = strip(value.type);
  const holdsItsParts = bare.kind === 'array' || bare.kind === 'function' || isClass(bare);
  const isNumber = bare.kind === 'pointer' || isInteger(value.type);
  const address = holdsItsParts ? value.address : isNumber ? await asInteger(value) : undefined;
  if (address !== undefined) {
    return { address: BigInt.asUintN(8 * value.context.addressSize, address) };
  }
  const isAddress = holdsItsParts || isNumber;
  return { problem: isAddress ? t('{0} was not collected.', text) : t('{0} is no address.', text) };
}

/** What is wrong, for the user. */
export function problemText({ problem, column }: Problem): string {
  return column === undefined ? problem : t('Column {0}: {1}', column, problem);
}

// What an expression may name in a frame of a trace: gdb's convenience variables for traces
// (manual, "Convenience Variables for Tracepoints"), the trace state variables, and what the stack
// frame knows.

/**
 * Evaluates in a stack frame of a trace frame; in one of several stack frames only where the frame
 * is the debugger's.
 */
export async function evaluationContext(
  trace: Trace,
  frame: number,
  stackFrame: StackFrame | undefined,
  history?: ValueHistory,
): Promise<EvaluationContext> {
  const machine = await trace.machine(frame);
  const modules = trace.modules.current.loaded;
  const values = valueContextOf(machine, modules, stackFrame, trace.printers);
  return {
    ...values,
    language: stackFrame?.scope ? values.language : await mainLanguage(modules),
    state: machine,
    convenience: (name) => convenience(name, trace, machine),
    callers: async () => {
      const { frames } = await trace.callStack(frame);
      return Promise.all(frames.slice(stackFrame?.level ?? 0).map(functionNameOf));
    },
    ...(history && { history }),
    previous: async () => {
      if (frame === 0) return undefined;
      const { frames } = await trace.callStack(frame - 1);
      return evaluationContext(trace, frame - 1, frames[0]);
    },
  };
}

/**
 * DW_LANG_… of the function in which a program begins: gdb's language where no other function is
 * known.
 */
export async function mainLanguage(modules: readonly LoadedModule[]): Promise<number | undefined> {
  for (const { program } of modules) {
    const [main] = await program.addressesOfFunction('main');
    const scopes = main && (await program.scopesAt(main.entry));
    const language = scopes?.at(-1)?.language;
    if (language !== undefined) return language;
  }
  return undefined;
}

/**
 * A convenience or trace state variable of a frame, by its name without `$`; undefined is gdb's
 * `void`.
 */
export async function convenience(
  name: string,
  trace: Trace,
  machine: FrameState,
): Promise<ConvenienceValue> {
  const { frame, pc } = machine;
  if (name === 'trace_frame') return BigInt(frame.number);
  if (name === 'tracepoint') return BigInt(frame.tracepoint);
  if (/^trace_(line|func|file)$/.test(name)) {
    const { functionName, source } = pc === undefined ? {} : await trace.modules.current.locate(pc);
    if (name === 'trace_func') return functionName;
    if (name === 'trace_line') return source && BigInt(source.line);
    return pc === undefined ? undefined : (await codePlace(trace.modules.current.loaded, pc))?.file;
  }
  const variable = trace.recording.description.variables.find((each) => each.name === name);
  return variable && machine.variable(variable.number);
}

/**
 * What gdb's `$trace_func` holds: the linker's name of the function whose code a frame stopped in,
 * where the compiler describes it. Filters and groups go by the name that is shown.
 */
export async function linkedFunctionName(
  trace: Trace,
  { pc }: FrameState,
): Promise<string | undefined> {
  if (pc === undefined) return undefined;
  for (const { program, slide } of trace.modules.current.loaded) {
    const scope = (await program.scopesAt(linkAddress(pc, slide))).at(-1);
    if (scope) return scope.linkageName ?? nameWithParameters(scope, program);
  }
  return undefined;
}
