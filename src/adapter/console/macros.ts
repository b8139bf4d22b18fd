// Macros of the preprocessor: `info macro`, `info macros`, `macro` (gdb manual, "Macros"). They are
// not read from programs, so that these answer where a program describes none, as most do.
import { linkAddress } from '../../machine/stackFrame';
import { RequestFailed } from '../requestFailed';
import { commandNamed, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { firstCodeOf } from './linespecs';

/** The commands about macros under `info`. */
export const infoMacroCommands: readonly Command[] = [
  {
    name: 'macro',
    help: 'The definition of a macro.',
    takes: 'nothing',
    run: infoMacro,
  },
  {
    name: 'macros',
    help: 'The macros of a place.',
    takes: 'linespec',
    async run(args, state) {
      await withoutMacros(
        'info macros',
        state,
        args === '' ? undefined : await firstCodeOf(args, state),
      );
      if (args === '') return '';
      return 'GDB has no preprocessor macro information for that code.';
    },
  },
];

async function infoMacro(args: string, state: ConsoleState): Promise<string> {
  const [, option, operand = ''] = /^(-\S*)\s*(.*)$/s.exec(args) ?? [undefined, undefined, args];
  const isEnd = option === '--';
  const isAll = option !== undefined && !isEnd && '-all'.startsWith(option);
  if (option !== undefined && !isEnd && !isAll) {
    throw new RequestFailed(
      `Unrecognized option '${option}' to info macro command.  Try "help info macro".`,
    );
  }
  if (operand === '')
    throw needed('info macro', ['name of the macro', 'whose definition you want to see']);
  await withoutMacros('info macro', state);
  if (isAll) return '';
  return text([
    `The symbol \`${operand}' has no definition as a C/C++ preprocessor macro`,
    'at <user-defined>:-1',
  ]);
}

const subcommands: readonly Command[] = [
  {
    name: 'expand',
    aliases: ['exp'],
    help: 'Expand the macros in an expression.',
    takes: 'expression',
    async run(args, state) {
      if (args === '') throw needed('macro expand', ['expression you', 'want to expand']);
      await withoutMacros('macro expand', state);
      return `expands to: ${args}`;
    },
  },
  {
    name: 'expand-once',
    aliases: ['exp1'],
    help: 'gdb has it, and has not implemented it.',
    takes: 'expression',
    run(args) {
      if (args === '') throw needed('macro expand-once', ['expression', 'you want to expand']);
      throw new RequestFailed('Expand-once not implemented yet.');
    },
  },
  {
    name: 'list',
    help: 'The macros that were defined here: there are none.',
    takes: 'nothing',
    run: () => '',
  },
];

/** `macro`. */
export const macro: Command = {
  name: 'macro',
  help: 'Expand macros of the preprocessor, where a program describes none.',
  takes: { subcommands },
  run(args, state) {
    const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(args) ?? [];
    const found = word === '' ? undefined : commandNamed(word, subcommands);
    if (found) return found.run(rest, state);
    if (word === 'define' || word === 'undef') {
      throw new RequestFailed(`“macro ${word}” is not supported: expressions know no macros.`);
    }
    throw new RequestFailed(
      word === ''
        ? '"macro" must be followed by the name of a macro command.'
        : `Undefined macro command: "${args}".  Try "help macro".`,
    );
  },
};

/** What gdb says where an operand is missing. */
function needed(command: string, [first, second]: readonly [string, string]): RequestFailed {
  return new RequestFailed(
    `You must follow the \`${command}' command with the ${first}\n${second}.`,
  );
}

/** Fails where the code at an address, by default the stack frame's, was compiled with macros. */
async function withoutMacros(command: string, state: ConsoleState, at?: bigint): Promise<void> {
  const address = at ?? (await state.stackFrame())?.lookupPc;
  for (const { program, slide } of state.trace.modules.current.loaded) {
    if (address === undefined) return;
    const compilation = await program.compilationAt(linkAddress(address, slide));
    if (compilation?.hasMacros === true) {
      throw new RequestFailed(`“${command}” is not supported: macros are not read from programs.`);
    }
  }
}
