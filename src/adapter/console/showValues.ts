// `show values` and `show convenience`: the values that were printed, and the variables of the
// debugger (gdb manual, "Value History", "Convenience Vars").
import { RequestFailed } from '../requestFailed';
import { integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';

/** Values that are shown at once. */
const many = 10;

/** The commands about values under `show`. */
export const showValueCommands: readonly Command[] = [
  {
    name: 'values',
    takes: 'expression',
    help: 'The last ten values that were printed; those around a number; `+`: the next ten.',
    run: showValues,
  },
  {
    name: 'convenience',
    aliases: ['conv'],
    takes: 'nothing',
    help: 'The convenience variables and functions.',
    run: (_, state) => showConvenience(state),
  },
];

async function showValues(args: string, state: ConsoleState): Promise<string> {
  const { printed } = state.evaluator;
  let first = state.shownValues;
  if (args === '') first = printed - many + 1;
  else if (args !== '+') first = Number(await integerGiven(args, state)) - many / 2;
  first = Math.max(first, 1);
  state.shownValues = first + many;
  const count = Math.max(Math.min(many, printed - first + 1), 0);
  return written(
    Array.from({ length: count }, (_, i) => String(first + i)),
    state,
  );
}

/** Those of the frame, and those about the one thread, as gdb orders them. */
const ofFrame = ['trace_file', 'trace_func', 'trace_line', 'trace_frame', 'tracepoint'];
const ofThread = ['_inferior', '_gthread', '_thread', '_siginfo'];

/** By name, without gdb's own that mean nothing in a trace. */
const functions =
  '_any_caller_matches _any_caller_is _caller_matches _caller_is _as_string _regex _streq ' +
  '_strlen _memeq _gdb_setting _gdb_setting_str _cimag _creal _isvoid';

async function showConvenience(state: ConsoleState): Promise<string> {
  const set = state.evaluator.remembered.filter((name) => !ofFrame.includes(name));
  return text([await written([...set, ...ofFrame, ...functions.split(' '), ...ofThread], state)]);
}

/** `$NAME = VALUE`, a line each; what a name has no value for is said in its place. */
async function written(names: readonly string[], state: ConsoleState): Promise<string> {
  const frame = await state.stackFrame();
  const lines: string[] = [];
  for (const name of names) {
    try {
      const { value } = await state.evaluator.output(`$${name}`, frame, state.view);
      lines.push(`$${name} = ${value}`);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      lines.push(`$${name} = <error: ${error.message}>`);
    }
  }
  return text(lines);
}
