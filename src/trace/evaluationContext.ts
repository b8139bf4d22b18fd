// What an expression may name in a frame of a trace: gdb's convenience variables for traces (manual, "Convenience
// Variables for Tracepoints"), the trace state variables, and what the stack frame knows.
import type { ConvenienceValue, EvaluationContext } from '../expressions/context';
import type { ValueHistory } from '../expressions/history';
import type { Placement, StackFrame } from '../machine/stackFrame';
import type { StoppedMachine } from '../machine/stoppedMachine';
import { surroundingsOf } from '../values/value';
import type { Trace } from './trace';
import { codePlace } from './words/codePlace';

/** Evaluates in a stack frame of a trace frame; in one of several stack frames only where the frame is the debugger's. */
export async function evaluationContext(
  trace: Trace,
  frame: number,
  stackFrame: StackFrame | undefined,
  history?: ValueHistory,
): Promise<EvaluationContext> {
  const machine = await trace.machine(frame);
  const { placements } = trace.programs;
  const surroundings = surroundingsOf(machine, placements, stackFrame);
  return {
    machine,
    surroundings: stackFrame?.scope
      ? surroundings
      : { ...surroundings, language: await mainLanguage(placements) },
    convenience: (name) => convenience(name, trace, machine),
    ...(history && { history }),
    previous: async () => {
      if (frame === 0) return undefined;
      const { frames } = await trace.callStack(frame - 1);
      return evaluationContext(trace, frame - 1, frames[0]);
    },
  };
}

/** DW_LANG_… of the function in which a program begins: gdb's language where no other function is known. */
async function mainLanguage(placements: readonly Placement[]): Promise<number | undefined> {
  for (const { program } of placements) {
    const [main] = await program.addressesOfFunction('main');
    const scopes = main && (await program.scopesAt(main.entry));
    const language = scopes?.at(-1)?.language;
    if (language !== undefined) return language;
  }
  return undefined;
}

/** A convenience or trace state variable of a frame, by its name without `$`; undefined is gdb's `void`. */
export async function convenience(
  name: string,
  trace: Trace,
  machine: StoppedMachine,
): Promise<ConvenienceValue> {
  const { frame, pc } = machine;
  if (name === 'trace_frame') return BigInt(frame.number);
  if (name === 'tracepoint') return BigInt(frame.tracepoint);
  if (/^trace_(line|func|file)$/.test(name)) {
    const { functionName, source } = pc === undefined ? {} : await trace.locate(pc);
    // gdb gives the linker's name of the function with code; filters and groups go by the name that is shown.
    if (name === 'trace_func') return functionName;
    if (name === 'trace_line') return source && BigInt(source.line);
    return pc === undefined ? undefined : (await codePlace(trace.programs.placements, pc))?.file;
  }
  const variable = trace.description.variables.find((each) => each.name === name);
  return variable && machine.variable(variable.number);
}
