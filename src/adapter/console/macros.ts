// Macros of the preprocessor: `info macro`, `info macros`, `macro` (gdb manual, "Macros").
// Expressions know none, so that `macro` answers where a program describes none, as most do.
import { linkAddress } from '../../machine/stackFrame';
import {
  definitionsNamed,
  macroScope,
  type MacroDefinition,
  type MacroPlace,
  type MacroScope,
} from '../../symbols/macros';
import type { UnitMacros } from '../../symbols/programLines';
import { RequestFailed } from '../requestFailed';
import { commandNamed, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { entryOf, firstCodeOf } from './linespecs';

/** The commands about macros under `info`. */
export const infoMacroCommands: readonly Command[] = [
  {
    name: 'macro',
    help: 'The definition of a macro; `-all`: all of its unit.',
    takes: { options: { '-all': [] } },
    run: infoMacro,
  },
  {
    name: 'macros',
    help: 'The macros of a place.',
    takes: 'linespec',
    async run(args, state) {
      // The line of a function is the one that declares it.
      const at =
        args === ''
          ? undefined
          : ((await entryOf(args, state)) ?? (await firstCodeOf(args, state)));
      const found = await macrosAt(state, at);
      if (found) {
        const definitions = [...(found.scope?.definitions.values() ?? [])];
        return text(definitions.sort(byName).flatMap(definitionLines));
      }
      await withoutMacros('info macros', state, at);
      return args === '' ? '' : 'GDB has no preprocessor macro information for that code.';
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
  const found = await macrosAt(state);
  if (!found) await withoutMacros('info macro', state);
  if (isAll) {
    const all = found ? await definitionsNamed(found.macros, operand) : [];
    return text(all.flatMap(definitionLines));
  }
  const definition = found?.scope?.definitions.get(operand);
  if (definition) return text(definitionLines(definition));
  const place = found?.scope?.place;
  return text([
    `The symbol \`${operand}' has no definition as a C/C++ preprocessor macro`,
    ...(place ? placeLines('at', place) : ['at <user-defined>:-1']),
  ]);
}

/** The macros of the code at an address, by default the stack frame's, and those that hold. */
async function macrosAt(
  state: ConsoleState,
  at?: bigint,
): Promise<{ readonly macros: UnitMacros; readonly scope: MacroScope | undefined } | undefined> {
  const address = at ?? (await state.stackFrame())?.lookupPc;
  if (address === undefined) return undefined;
  for (const { program, slide } of state.trace.modules.current.loaded) {
    const linked = linkAddress(address, slide);
    const macros = await program.lines.macrosAt(linked);
    const place = macros && (await program.lines.lineSpanAt(linked));
    if (place) return { macros, scope: await macroScope(macros, place.file, place.line) };
  }
  return undefined;
}

/** Where a macro is defined and how; what the command line defines has no line. */
function definitionLines({ name, parameters, replacement, place }: MacroDefinition): string[] {
  const list = parameters ? `(${parameters.join(', ')})` : '';
  const written =
    place.line === 0 ? `-D${name}${list}=${replacement}` : `#define ${name}${list} ${replacement}`;
  return [...placeLines('Defined at', place), written];
}

function placeLines(words: string, { file, line, includedAt }: MacroPlace): string[] {
  const around = includedAt.map((each) => `  included at ${each.file}:${each.line}`);
  return [`${words} ${file}:${line}`, ...around];
}

function byName(one: MacroDefinition, other: MacroDefinition): number {
  return one.name < other.name ? -1 : 1;
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
      throw new RequestFailed(`“${command}” is not supported: expressions know no macros.`);
    }
  }
}
