// Macros of the preprocessor: `info macro`, `info macros`, `macro` (gdb manual, "Macros").
import { t } from '@vscode/l10n';
import { expandMacros, type Macro } from '../../expressions/macroExpansion';
import { macrosIn } from '../../expressions/macros';
import { Failure } from '../../expressions/problem';
import { linkAddress } from '../../machine/stackFrame';
import {
  definitionsNamed,
  type MacroDefinition,
  type MacroPlace,
  type MacroScope,
} from '../../symbols/macros';
import type { UnitMacros } from '../../symbols/programLines';
import { RequestFailed } from '../../bytes/requestFailed';
import { commandNamed, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { entryOf, firstCodeOf } from './linespecs';

/** The commands about macros under `info`. */
export const infoMacroCommands: readonly Command[] = [
  {
    name: 'macro',
    help: () => t('The definition of a macro; `-all`: all of its unit.'),
    takes: { options: { '-all': [] } },
    run: infoMacro,
  },
  {
    name: 'macros',
    help: () => t('The macros of a place.'),
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
      return args === '' ? '' : 'GDB has no preprocessor macro information for that code.';
    },
  },
];

async function infoMacro(args: string, state: ConsoleState): Promise<string> {
  const [, option, operand = ''] = /^(-\S*)\s*(.*)/s.exec(args) ?? [undefined, undefined, args];
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
    const found = await program.macros.at(linkAddress(address, slide));
    if (found) return found;
  }
  return undefined;
}

/** Where a macro is defined and how; what the command line defines has no line. */
function definitionLines({ name, parameters, replacement, place }: MacroDefinition): string[] {
  const list = parameterList(parameters);
  const written =
    place.line === 0 ? `-D${name}${list}=${replacement}` : `#define ${name}${list} ${replacement}`;
  return [...placeLines('Defined at', place), written];
}

function parameterList(parameters: readonly string[] | undefined): string {
  return parameters ? `(${parameters.join(', ')})` : '';
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
    name: 'define',
    help: () => t('Define a macro, which comes before those of the program.'),
    takes: { words: [] },
    run(args, { evaluator }) {
      const { name, ...macro } = definitionOf(args);
      evaluator.typedMacros.set(name, macro);
      return '';
    },
  },
  {
    name: 'undef',
    help: () => t('Forget a macro that was defined here.'),
    takes: { words: [] },
    run(args, { evaluator }) {
      if (args === '') throw new RequestFailed('usage: macro undef NAME');
      evaluator.typedMacros.delete(nameAt(new Words(args)));
      return '';
    },
  },
  {
    name: 'expand',
    aliases: ['exp'],
    help: () => t('Expand the macros in an expression.'),
    takes: 'expression',
    async run(args, state) {
      if (args === '') throw needed('macro expand', ['expression you', 'want to expand']);
      const lookup = await macrosIn(await state.context());
      try {
        return `expands to: ${expandMacros(args, lookup)}`;
      } catch (error) {
        if (error instanceof Failure) throw new RequestFailed(error.message);
        throw error;
      }
    },
  },
  {
    name: 'expand-once',
    aliases: ['exp1'],
    help: () => t('gdb has it, and has not implemented it.'),
    takes: 'expression',
    run(args) {
      if (args === '') throw needed('macro expand-once', ['expression', 'you want to expand']);
      throw new RequestFailed('Expand-once not implemented yet.');
    },
  },
  {
    name: 'list',
    help: () => t('The macros that were defined here.'),
    takes: 'nothing',
    run(_, { evaluator }) {
      const names = [...evaluator.typedMacros].sort(([one], [other]) => (one < other ? -1 : 1));
      return text(
        names.map(([name, { parameters, replacement }]) => {
          return `macro define ${name}${parameterList(parameters)} ${replacement}`;
        }),
      );
    },
  },
];

/** `macro`. */
export const macro: Command = {
  name: 'macro',
  help: () => t('Define macros of the preprocessor, and expand them and those of the program.'),
  takes: { subcommands },
  run(args, state) {
    const [, word = '', rest = ''] = /^(\S*)\s*(.*)/s.exec(args) ?? [];
    const found = word === '' ? undefined : commandNamed(word, subcommands);
    if (found) return found.run(rest, state);
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

/** What `macro define` is given, read from its beginning. */
class Words {
  constructor(private rest: string) {
    this.take(/^\s*/);
  }

  /** Takes what a pattern that begins with `^` matches. */
  take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.rest)?.[0];
    if (found !== undefined) this.rest = this.rest.slice(found.length);
    return found;
  }

  takeBlanks(): void {
    this.take(/^\s*/);
  }

  get remaining(): string {
    return this.rest;
  }
}

function nameAt(words: Words): string {
  const name = words.take(/^[A-Za-z_]\w*/);
  if (name === undefined) throw new RequestFailed('Invalid macro name.');
  return name;
}

/** `NAME replacement`, `NAME(a, b...) replacement` */
function definitionOf(args: string): Macro & { readonly name: string } {
  if (args === '') {
    throw new RequestFailed('usage: macro define NAME[(ARGUMENT-LIST)] [REPLACEMENT-LIST]');
  }
  const words = new Words(args);
  const name = nameAt(words);
  const parameters = words.take(/^\(\s*/) === undefined ? undefined : parametersAt(words);
  words.takeBlanks();
  return { name, ...(parameters && { parameters }), replacement: words.remaining };
}

function parametersAt(words: Words): string[] {
  const parameters: string[] = [];
  while (words.take(/^\)/) === undefined) {
    const parameter = words.take(/^(?:[A-Za-z_]\w*(?:\.\.\.)?|\.\.\.)/);
    if (parameter === undefined) throw new RequestFailed('Macro is missing an argument.');
    if (parameters.includes(parameter)) {
      throw new RequestFailed('Two macro arguments with identical names.');
    }
    parameters.push(parameter);
    words.takeBlanks();
    if (words.take(/^,\s*/) === undefined && !words.remaining.startsWith(')')) {
      throw new RequestFailed("',' or ')' expected at end of macro arguments.");
    }
  }
  return parameters;
}
