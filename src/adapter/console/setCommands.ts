// `set print …` and `show print …` (gdb manual, "Print Settings").
import { RequestFailed } from '../requestFailed';
import { commandNamed, integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { setSourceLanguage, showSourceLanguage } from './language';
import { setRadixCommands, showRadixCommands } from './radix';
import { scriptLines } from './script';
import { setScriptSetting, showScriptSetting } from './scriptSettings';
import { oneOf, fixedSettings, printSettings, printSettingValues, switched } from './settings';
import { setSubstitutePath, showSubstitutePath, unsetSubstitutePath } from './substitutePath';

const aliases = ['p', 'pr'];

const flavors = ['att', 'intel'] as const;

const setCommands: readonly Command[] = [
  {
    name: 'print',
    aliases,
    takes: { options: printSettingValues },
    help: 'Settings of what is printed.',
    run: setPrint,
  },
  {
    name: 'listsize',
    takes: { words: ['unlimited'] },
    help: 'How many lines `list` prints.',
    run: setListSize,
  },
  {
    name: 'disassembly-flavor',
    takes: { words: flavors },
    help: 'How instructions of x86 are written: att or intel.',
    run: setFlavor,
  },
  setSourceLanguage,
  ...setRadixCommands,
  setSubstitutePath,
  {
    name: 'variable',
    aliases: ['var'],
    takes: 'expression',
    help: 'Set a convenience variable: what was recorded is read-only.',
    run: assign,
  },
];

/** `set`. */
export const set: Command = {
  name: 'set',
  help: 'Change a setting (`set print pretty on`; `show` lists them), or set a convenience variable: `set $n = 5`.',
  takes: { subcommands: setCommands, orExpression: true },
  async run(args, state) {
    if (args === '') return show.run('', state);
    const { word, value } = readWord(args);
    const found = value.startsWith('=') ? undefined : commandNamed(word, setCommands);
    if (found) return found.run(value, state);
    if (!value.startsWith('=') && setScriptSetting(args, state.settings)) return '';
    if (/^\$|=/.test(args)) return assign(args, state);
    throw new RequestFailed(
      `“set ${args}” is not supported: \`show\` lists the settings that are.`,
    );
  },
};

/** The word that a line begins with, and what is behind it. */
function readWord(args: string): { readonly word: string; readonly value: string } {
  const [, word = '', value = ''] = /^([\w-]*)\s*(.*)$/s.exec(args) ?? [];
  return { word, value };
}

/** `init-if-undefined $NAME = VALUE`. */
export const initIfUndefined: Command = {
  name: 'init-if-undefined',
  help: 'Set a convenience variable that has no value yet.',
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
    takes: { words: Object.keys(printSettings) },
    help: 'Settings of what is printed.',
    run: showPrint,
  },
  {
    name: 'disassembly-flavor',
    takes: 'nothing',
    help: 'How instructions of x86 are written.',
    run: (_, { session }) => showFlavor(session.disassembly.flavor),
  },
  {
    name: 'listsize',
    takes: 'nothing',
    help: 'How many lines `list` prints.',
    run: (_, state) => showListSize(state),
  },
  showSourceLanguage,
  ...showRadixCommands,
  showSubstitutePath,
  {
    name: 'user',
    takes: 'nothing',
    help: 'The commands that were defined.',
    run: showUser,
  },
];

/** `show`. */
export const show: Command = {
  name: 'show',
  help: 'Show a setting: `show print elements`; `show print` shows all of that kind.',
  takes: { subcommands: showCommands },
  run(args, state) {
    if (args === '') return text([`listsize:  ${showListSize(state)}`, showPrint('', state)]);
    const { word, value } = readWord(args);
    const found = commandNamed(word, showCommands);
    const shown = found?.run(value, state) ?? showScriptSetting(args, state.settings);
    if (shown !== undefined) return shown;
    throw new RequestFailed(`“show ${args}” is not supported: \`show\` lists the settings.`);
  },
};

/** `unset`. */
export const unset: Command = {
  name: 'unset',
  help: 'Take back a setting: `unset substitute-path`.',
  takes: { subcommands: [unsetSubstitutePath] },
  run(args, state) {
    const { word, value } = readWord(args);
    const found = commandNamed(word, [unsetSubstitutePath]);
    if (found) return found.run(value, state);
    throw new RequestFailed(`“unset ${args}” is not supported: \`unset substitute-path\` is.`);
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

async function setPrint(args: string, state: ConsoleState): Promise<string> {
  const [, word = '', value = ''] = /^(\S*)\s*(.*)$/s.exec(args) ?? [];
  if (word === '') {
    throw new RequestFailed('"set print" must be followed by the name of a print subcommand.');
  }
  const name = settingNamed(word);
  const setting = name === undefined ? undefined : printSettings[name];
  if (name === undefined || !setting) throw unknownSetting('set', args, word);
  const { kind, unlimited = '0' } = setting;
  if (kind === 'switch') state.settings.set(name, switched(value));
  else if (kind === 'limit') state.settings.set(name, await limit(value, unlimited, state));
  else state.settings.set(name, oneOf(value, kind));
  return '';
}

function showPrint(args: string, state: ConsoleState): string {
  const shows = (name: string, sentence: string) => sentence.replace('%', state.settings.get(name));
  const below = [...Object.keys(printSettings), ...Object.keys(fixedSettings)].filter(
    (each) => args === '' || each.startsWith(`${args} `),
  );
  if (below.length > 0) {
    return text(below.sort().map((each) => `print ${each}:  ${showPrint(each, state)}`));
  }
  const name = settingNamed(args);
  const setting = name === undefined ? undefined : printSettings[name];
  if (name !== undefined && setting) return shows(name, setting.shows);
  const fixed = fixedSettings[args];
  if (fixed) return fixed.shows;
  throw unknownSetting('show', args, args);
}

/** A setting by its name or the beginning of it. */
function settingNamed(word: string): string | undefined {
  const names = Object.keys(printSettings);
  const begun = [...names, ...Object.keys(fixedSettings)].filter((name) => name.startsWith(word));
  if (names.includes(word)) return word;
  return begun.length === 1 ? begun[0] : undefined;
}

function unknownSetting(command: 'set' | 'show', args: string, word: string): RequestFailed {
  const fixed = fixedSettings[args] ?? fixedSettings[word];
  return new RequestFailed(
    fixed
      ? `“set print ${word}” is not supported: ${fixed.why}.`
      : `Undefined ${command} print command: "${args}".  Try "help ${command} print".`,
  );
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
