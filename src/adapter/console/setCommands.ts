// `set print …` and `show print …` (gdb manual, "Print Settings"); `show values` and `show
// convenience` ("Value History", "Convenience Vars").
import { t } from '@vscode/l10n';
import { notSupported } from './gdbCommands';
import { compile } from '../../expressions/compile';
import { RequestFailed } from '../../bytes/requestFailed';
import { commandNamed, integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { setSourceLanguage, showSourceLanguage } from './language';
import { setRadixCommands, showRadixCommands } from './radix';
import { scriptLines } from './script';
import {
  isGdbSetting,
  scriptSettingsBeginning,
  setScriptSetting,
  showScriptSetting,
} from './scriptSettings';
import { oneOf, settingValues, switched } from './settings';
import { gdbSettings, settingNames, settingSentence } from './settingTables';
import { setSubstitutePath, showSubstitutePath, unsetSubstitutePath } from './substitutePath';

/** Values that are shown at once. */
const many = 10;

/** The commands about values under `show`. */
const showValueCommands: readonly Command[] = [
  {
    name: 'values',
    takes: 'expression',
    help: () =>
      t('The last ten values that were printed; those around a number; `+`: the next ten.'),
    run: showValues,
  },
  {
    name: 'convenience',
    aliases: ['conv'],
    takes: 'nothing',
    help: () => t('The convenience variables and functions.'),
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

const aliases = ['p', 'pr'];

const flavors = ['att', 'intel'] as const;

const setCommands: readonly Command[] = [
  {
    name: 'print',
    aliases,
    takes: { options: settingValues('print') },
    help: () => t('Settings of what is printed.'),
    run: (args, state) => setBelow('print', args, state),
  },
  {
    name: 'backtrace',
    takes: { options: settingValues('backtrace') },
    help: () => t('Where call stacks end: past-main, past-entry, limit.'),
    run: (args, state) => setBelow('backtrace', args, state),
  },
  {
    name: 'listsize',
    takes: { words: ['unlimited'] },
    help: () => t('How many lines `list` prints.'),
    run: setListSize,
  },
  {
    name: 'disassembly-flavor',
    takes: { words: flavors },
    help: () => t('How instructions of x86 are written: att or intel.'),
    run: setFlavor,
  },
  setSourceLanguage,
  ...setRadixCommands,
  setSubstitutePath,
  {
    name: 'variable',
    aliases: ['var'],
    takes: 'expression',
    help: () => t('Set a convenience variable: what was recorded is read-only.'),
    run: assign,
  },
];

/** `set`. */
export const set: Command = {
  name: 'set',
  help: () =>
    t(
      'Change a setting (`set print pretty on`; `show` lists them), or set a convenience variable: `set $n = 5`.',
    ),
  takes: { subcommands: setCommands, orExpression: true },
  async run(args, state) {
    const { word, value } = readWord(args);
    const found = value.startsWith('=') ? undefined : commandNamed(word, setCommands);
    if (found) return found.run(value, state);
    if (value.startsWith('=')) return assign(args, state);
    if (setScriptSetting(args, state.settings)) return '';
    const meant = scriptSettingsBeginning(word);
    if (meant.length > 1 && /^[\w-]+(\s|$)/.test(args)) {
      throw new RequestFailed(`Ambiguous set command "${args}": ${meant.join(', ')}.`);
    }
    return assign(args, state);
  },
};

/** Whether `with` can set what a line begins with; fails with gdb's words where that is nothing. */
export function requireSetting(args: string): void {
  const { word } = readWord(args);
  if (commandNamed(word, setCommands) || scriptSettingsBeginning(word).length > 0) return;
  throw new RequestFailed(`Undefined set command: "${args}".  Try "help set".`);
}

/** The word that a line begins with, and what is behind it. */
function readWord(args: string): { readonly word: string; readonly value: string } {
  const [, word = '', value = ''] = /^([\w-]*)\s*(.*)/s.exec(args) ?? [];
  return { word, value };
}

/** `init-if-undefined $NAME = VALUE`. */
export const initIfUndefined: Command = {
  name: 'init-if-undefined',
  help: () => t('Set a convenience variable that has no value yet.'),
  takes: 'expression',
  async run(args, state) {
    const name = /^\$(\w+)\s*=(?!=)/.exec(args)?.[1];
    if (name === undefined) {
      throw new RequestFailed('Init-if-undefined requires an assignment expression.');
    }
    const context = await state.context();
    if ((await context.convenience(name)) === undefined) await assign(args, state);
    return '';
  },
};

function setFlavor(value: string, { session }: ConsoleState): string {
  const wanted = oneOf(value, flavors);
  session.disassembly.flavor = flavors.find((each) => each === wanted) ?? 'att';
  return '';
}

async function assign(expression: string, state: ConsoleState): Promise<string> {
  if (expression === '') throw new RequestFailed('Argument required (expression to compute).');
  await state.evaluator.value(expression, await state.stackFrame());
  const compiled = await compile(expression, await state.context());
  if (!('problem' in compiled) && !compiled.assigns) {
    state.session.log('warning: Expression is not an assignment (and might have no effect)');
  }
  return '';
}

async function setListSize(value: string, state: ConsoleState): Promise<string> {
  state.settings.set('listsize', await limit(value, '0', state, -0x8000_0000n));
  return '';
}

const showCommands: readonly Command[] = [
  {
    name: 'print',
    aliases,
    takes: { words: settingNames('print') },
    help: () => t('Settings of what is printed.'),
    run: (args, state) => showBelow('print', args, state),
  },
  {
    name: 'backtrace',
    takes: { words: settingNames('backtrace') },
    help: () => t('Where call stacks end.'),
    run: (args, state) => showBelow('backtrace', args, state),
  },
  {
    name: 'disassembly-flavor',
    takes: 'nothing',
    help: () => t('How instructions of x86 are written.'),
    run: (_, { session }) => showFlavor(session.disassembly.flavor),
  },
  {
    name: 'listsize',
    takes: 'nothing',
    help: () => t('How many lines `list` prints.'),
    run: (_, state) => showListSize(state),
  },
  showSourceLanguage,
  ...showRadixCommands,
  showSubstitutePath,
  ...showValueCommands,
  {
    name: 'user',
    takes: 'nothing',
    help: () => t('The commands that were defined.'),
    run: showUser,
  },
];

/** `show`. */
export const show: Command = {
  name: 'show',
  help: () => t('Show a setting: `show print elements`; `show print` shows all of that kind.'),
  takes: { subcommands: showCommands },
  run(args, state) {
    if (args === '')
      return text([`listsize:  ${showListSize(state)}`, showBelow('print', '', state)]);
    const { word, value } = readWord(args);
    const found = commandNamed(word, showCommands);
    const shown = found?.run(value, state) ?? showScriptSetting(args, state.settings);
    if (shown !== undefined) return shown;
    throw new RequestFailed(
      isGdbSetting(word)
        ? notSupported(`show ${args}`, t('`show` lists the settings'))
        : `Undefined show command: "${args}".  Try "help show".`,
    );
  },
};

/** `unset`. */
export const unset: Command = {
  name: 'unset',
  help: () => t('Take back a setting: `unset substitute-path`.'),
  takes: { subcommands: [unsetSubstitutePath] },
  run(args, state) {
    const { word, value } = readWord(args);
    const found = commandNamed(word, [unsetSubstitutePath]);
    if (found) return found.run(value, state);
    throw new RequestFailed(
      isGdbSetting(word)
        ? notSupported(`unset ${args}`, t('`unset substitute-path` is'))
        : `Undefined unset command: "${args}".  Try "help unset".`,
    );
  },
};

function showFlavor(flavor: string): string {
  return `The disassembly flavor is "${flavor}".`;
}

function showListSize({ settings }: ConsoleState): string {
  return `Number of source lines gdb will list by default is ${settings.get('listsize')}.`;
}

function showUser(name: string, { userCommands }: ConsoleState): string {
  const shown = [...userCommands].filter(([each]) => name === '' || each === name);
  if (shown.length === 0 && name !== '') throw new RequestFailed('Not a user command.');
  const texts = shown.map(([each, { body }]) =>
    text([`User command "${each}":`, ...scriptLines(body), '']),
  );
  return text(texts);
}

/** The words before settings. */
type Family = 'print' | 'backtrace';

async function setBelow(family: Family, args: string, state: ConsoleState): Promise<string> {
  const [name, value] = settingIn(family, 'set', args);
  const { kind, unlimited = '0' } = gdbSettings[name] ?? { kind: [] };
  if (kind === 'switch') state.settings.set(name, switched(value));
  else if (kind === 'limit') state.settings.set(name, await limit(value, unlimited, state));
  else state.settings.set(name, oneOf(value, kind));
  return '';
}

function showBelow(family: Family, args: string, { settings }: ConsoleState): string {
  const shown = (name: string) => {
    const setting = gdbSettings[name];
    return setting ? settingSentence(setting, settings.get(name)) : '';
  };
  const below = Object.keys(gdbSettings).filter((each) =>
    each.startsWith(args === '' ? `${family} ` : `${family} ${args} `),
  );
  if (below.length > 0) return text(below.sort().map((name) => `${name}:  ${shown(name)}`));
  return shown(settingIn(family, 'show', args)[0]);
}

/** The setting that words below a family's begin with, each shortened or not, and the rest. */
function settingIn(family: Family, command: 'set' | 'show', args: string): [string, string] {
  // gdb's older name of the same.
  const given = args.replace(/^raw\s+frame-arguments/, 'raw-frame-arguments');
  let path: string = family;
  let rest = given;
  for (;;) {
    const [, word = '', behind = ''] = /^(\S*)\s*(.*)/s.exec(rest) ?? [];
    if (word === '') {
      const words = wordsBelow(path).join(', ');
      throw new RequestFailed(`"${command} ${path}" must be followed by one of: ${words}.`);
    }
    const begun = wordsBelow(path).filter((each) => each.startsWith(word));
    const [next] = begun.includes(word) ? [word] : begun;
    if (next === undefined || (begun.length > 1 && next !== word)) {
      throw new RequestFailed(
        begun.length > 1
          ? `Ambiguous ${command} ${path} command "${rest}": ${begun.join(', ')}.`
          : `Undefined ${command} ${path} command: "${rest}".  Try "help ${command} ${path}".`,
      );
    }
    path = `${path} ${next}`;
    rest = behind;
    if (Object.hasOwn(gdbSettings, path)) return [path, rest];
  }
}

/** The words that may be behind some of a setting's, in order. */
function wordsBelow(path: string): string[] {
  const rests = Object.keys(gdbSettings).flatMap((name) =>
    name.startsWith(`${path} `) ? [name.slice(path.length + 1).split(' ')[0] ?? ''] : [],
  );
  return [...new Set(rests)].sort();
}

/** A number, or `unlimited`, which gdb stores as a number. */
async function limit(
  value: string,
  unlimited: string,
  state: ConsoleState,
  min = 0n,
): Promise<string> {
  if (value === '') {
    throw new RequestFailed('Argument required (integer to set it to, or "unlimited").');
  }
  if ('unlimited'.startsWith(value)) return 'unlimited';
  const found = await integerGiven(value, state);
  if (found.toString() === unlimited) return 'unlimited';
  if (unlimited === '-1' && found < -1n)
    throw new RequestFailed('only -1 is allowed to set as unlimited');
  if (found < min || found > 0x7fff_ffffn) throw new RequestFailed(`integer ${found} out of range`);
  return found.toString();
}
