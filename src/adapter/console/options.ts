// Options of a command, which hold for one run of it: `print -pretty -elements 3 -- list`, `backtrace -full` (gdb manual,
// "Command Options"). Those that are named like settings of `set print …` change them.
import { RequestFailed } from '../requestFailed';
import { fixedSettings, printSettings, type PrintSettingValues } from './settings';

/** What options a command has. */
export interface OptionNames {
  /** Settings of `set print …`. */
  readonly settings: readonly string[];
  /** Words that stand for themselves. */
  readonly flags: readonly string[];
}

/** What was read: the operands behind the options, the flags that were given, the settings with what was changed. */
interface Options {
  readonly operands: string;
  readonly flags: ReadonlySet<string>;
  readonly settings: PrintSettingValues;
}

/** Settings of stack frames' lines, which are options of `backtrace` alone. */
const stackSettings = ['entry-values', 'frame-arguments', 'frame-info', 'raw-frame-arguments'];

const printOptions: OptionNames = {
  settings: [...Object.keys(printSettings), ...Object.keys(fixedSettings)].filter(
    (name) => !stackSettings.includes(name),
  ),
  flags: [],
};

export const backtraceOptions: OptionNames = {
  settings: stackSettings,
  flags: ['full', 'hide', 'no-filters'],
};

const words: Readonly<Record<string, string>> = {
  ...{ on: 'on', 1: 'on', yes: 'on', enable: 'on' },
  ...{ off: 'off', 0: 'off', no: 'off', disable: 'off' },
};

/** The expression behind the options of `print`, and the settings with them. Without a `--` there are no options: `print -5`. */
export function withOptions(
  text: string,
  settings: PrintSettingValues,
): { readonly expression: string; readonly settings: PrintSettingValues } {
  if (!/^--(\s|$)|^-.*\s--(\s|$)/s.test(text)) return { expression: text, settings };
  const read = readOptions(text, printOptions, settings);
  if (!read.ended) throw new RequestFailed(`Unrecognized option at: ${read.operands}`);
  return { expression: read.operands, settings: read.settings };
}

/** Options up to a `--` (`ended`), or up to the first word that is none. */
export function readOptions(
  text: string,
  names: OptionNames,
  settings: PrintSettingValues,
): Options & { readonly ended: boolean } {
  const changed = settings.copy();
  const flags = new Set<string>();
  let rest = text;
  for (;;) {
    const [all = '', word = ''] = /^-([a-z-]*)(?:\s+|$)/.exec(rest) ?? [];
    if (all.startsWith('--')) {
      return { operands: rest.slice(2).trimStart(), flags, settings: changed, ended: true };
    }
    const name = word === '' ? undefined : optionNamed(word, names, rest);
    if (name === undefined) return { operands: rest, flags, settings: changed, ended: false };
    rest = rest.slice(all.length);
    if (names.flags.includes(name)) flags.add(name);
    else rest = setOption(name, rest, changed);
  }
}

function optionNamed(
  word: string,
  { settings, flags }: OptionNames,
  at: string,
): string | undefined {
  const names = [...settings, ...flags];
  if (names.includes(word)) return word;
  const begun = names.filter((name) => name.startsWith(word));
  if (begun.length > 1) throw new RequestFailed(`Ambiguous option at: ${at}`);
  return begun[0];
}

/** Takes the option's value from what is behind it; gives the rest. */
function setOption(name: string, rest: string, settings: PrintSettingValues): string {
  const fixed = fixedSettings[name];
  if (fixed) throw new RequestFailed(`-${name} changes nothing: ${fixed.why}.`);
  const [all = '', value = ''] = /^(\S+)\s*/.exec(rest) ?? [];
  const { kind, unlimited } = printSettings[name] ?? {};
  if (kind === 'switch') {
    const word = words[value];
    settings.set(name, word ?? 'on');
    return word === undefined ? rest : rest.slice(all.length);
  }
  if (value === '--') throw new RequestFailed(`-${name} requires an argument`);
  if (kind !== 'limit') {
    settings.set(name, oneOf(value, kind ?? []));
    return rest.slice(all.length);
  }
  const isUnlimited = value === 'unlimited' || value === unlimited;
  if (!isUnlimited && !/^\d+$/.test(value)) {
    throw new RequestFailed(`-${name} takes a number or “unlimited”, not “${value}”.`);
  }
  settings.set(name, isUnlimited ? 'unlimited' : value);
  return rest.slice(all.length);
}

/** The word of a setting that has some words as its values, by the word or the beginning of it. */
export function oneOf(value: string, all: readonly string[]): string {
  if (value === '') {
    throw new RequestFailed(`Requires an argument. Valid arguments are ${all.join(', ')}.`);
  }
  const begun = all.filter((word) => word.startsWith(value));
  const [only] = all.includes(value) ? [value] : begun;
  if (only !== undefined && (begun.length === 1 || all.includes(value))) return only;
  throw new RequestFailed(
    begun.length > 1 ? `Ambiguous item "${value}".` : `Undefined item: "${value}".`,
  );
}
