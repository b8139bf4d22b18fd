// Values and their types: `print`, `output`, `printf`, `echo`, `ptype`, `whatis` (gdb manual, "Data", "Commands for
// Controlled Output", "Symbols").
import { RequestFailed } from '../requestFailed';
import type { Command } from './command';
import type { ConsoleState } from './consoleState';
import { withOptions } from './options';
import { formatted } from './printf';
import { unescaped } from './escapes';
import { ptype, whatis } from './types';

/** Commands about values. */
export const printCommands: readonly Command[] = [
  {
    name: 'print',
    aliases: ['p', 'inspect'],
    help: 'Print the value of an expression and keep it as `$N`; `/x`, `/d`, `/s`, … choose a format, `-pretty`, `-elements N`, … settings.',
    takes: 'expression',
    run: async (args, state) => {
      const { expression, settings } = withOptions(args, state.settings);
      const text = withLastFormat(expression === '' ? '$' : expression, state);
      return state.evaluator.print(text, await state.stackFrame(), state.viewWith(settings));
    },
  },
  {
    name: 'output',
    help: 'Print the value of an expression and nothing else.',
    takes: 'expression',
    run: async (args, state) => {
      if (args === '') throw new RequestFailed('Argument required (expression to compute).');
      return state.evaluator.output(args, await state.stackFrame(), state.view);
    },
  },
  {
    name: 'printf',
    help: 'Print values as C’s printf does: `printf "%d %s\\n", n, name`.',
    takes: 'expression',
    run: formatted,
  },
  {
    name: 'echo',
    help: 'Print a text; C’s escapes are known.',
    takes: 'nothing',
    run: (args) => unescaped(args),
  },
  {
    name: 'ptype',
    help: 'Print what a type, or the type of an expression, is made of; `/o` with offsets and sizes.',
    takes: 'expression',
    run: ptype,
  },
  {
    name: 'whatis',
    help: 'Print the name of the type of an expression.',
    takes: 'expression',
    run: (args: string, state: ConsoleState) => whatis(args, state),
  },
];

/** gdb takes a slash without a format's letter, as in `/r`, for the letter that was given last. */
function withLastFormat(text: string, state: ConsoleState): string {
  const letters = /^\s*\/(\S*)/.exec(text)?.[1];
  if (letters === undefined) return text;
  const format = /[^r]/.exec(letters)?.[0];
  if (format !== undefined) state.lastFormat = format;
  else if (state.lastFormat !== undefined) return text.replace('/', `/${state.lastFormat}`);
  return text;
}
