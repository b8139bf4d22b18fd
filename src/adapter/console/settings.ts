// What gdb's settings are set to, and those of them that are options of a command.
import { t } from '@vscode/l10n';
import type { Setting } from '../../expressions/context';
import type { PrintSettings } from '../../values/text/text';
import { maxValueSize, type SymbolNaming } from '../../values/value';
import type { StackSettings } from '../../trace/text/stackFrameText';
import type { BacktraceLimits } from '../../machine/stackFrame';
import { RequestFailed } from '../../bytes/requestFailed';
import { gdbSettings, settingNames, type GdbSetting } from './settingTables';

/** Settings of one word, with their initial values. */
const otherSettings = {
  language: 'auto',
  listsize: '10',
  'input-radix': '10',
  'output-radix': '10',
} as const;

/** The fewest bytes that `set max-value-size` can allow. */
export const leastValueSize = 16;
/** The most: what fits the memory. */
const mostValueSize = 1 << 26;

/** What the settings are set to. */
export class PrintSettingValues {
  private readonly values: Map<string, string>;

  constructor(values?: ReadonlyMap<string, string>) {
    const initial = Object.entries(gdbSettings).map(
      ([name, setting]) => [name, setting.initial] as const,
    );
    this.values = new Map(values ?? [...initial, ...Object.entries(otherSettings)]);
  }

  /** The same, to be changed for one command. */
  copy(): PrintSettingValues {
    return new PrintSettingValues(this.values);
  }

  get(name: string): string {
    return this.values.get(name) ?? '';
  }

  /** Whether a setting was set, or is one with a value of its own. */
  has(name: string): boolean {
    return this.values.has(name);
  }

  /** `value` is one that the setting can have: `on`, a number, `unlimited`, a word. */
  set(name: string, value: string): void {
    this.values.set(name, value);
  }

  /** A setting by the name that `show` has for it. */
  valueOf(name: string): Setting | undefined {
    if (name === 'language') return { text: this.get(name) };
    if (Object.hasOwn(otherSettings, name)) return this.limitNamed(name);
    const known = gdbSettings[name];
    if (!known) return undefined;
    const text = this.get(name);
    if (known.kind === 'switch') return { text, number: text === 'on' ? 1n : 0n };
    return known.kind === 'limit' ? this.limitNamed(name, known.unlimited) : { text };
  }

  private limitNamed(name: string, unlimited: '0' | '-1' = '0'): Setting {
    const text = this.get(name);
    return { text, number: BigInt(text === 'unlimited' ? unlimited : text) };
  }

  /** How many lines `list` prints. */
  get listSize(): number {
    return this.limit('listsize');
  }

  /** The base of numbers that are typed without a prefix. */
  get inputRadix(): number {
    return this.limit('input-radix');
  }

  /** The base of whole numbers that are printed. */
  get outputRadix(): number {
    return this.limit('output-radix');
  }

  get rawValues(): boolean {
    return this.isOn('raw-values');
  }

  /** The settings of values' text. */
  get print(): PrintSettings {
    return {
      elements: this.limit('print elements'),
      repeats: this.limit('print repeats'),
      depth: this.limit('print max-depth'),
      addresses: this.isOn('address'),
      symbols: this.isOn('symbol'),
      unions: this.isOn('union'),
      staticMembers: this.isOn('static-members'),
      pretty: this.isOn('pretty'),
      arrays: this.isOn('array'),
      arrayIndexes: this.isOn('array-indexes'),
      nullStop: this.isOn('null-stop'),
      objects: this.isOn('object'),
      radix: this.outputRadix,
      nibbles: this.isOn('nibbles'),
    };
  }

  /** What `ptype` shows of classes. */
  get typeDeclarations(): {
    readonly methods: boolean;
    readonly typedefs: boolean;
    readonly nestedTypes: number;
    readonly hexadecimal: boolean;
  } {
    return {
      methods: this.isOn('type methods'),
      typedefs: this.isOn('type typedefs'),
      nestedTypes: this.limit('print type nested-type-limit'),
      hexadecimal: this.isOn('type hex'),
    };
  }

  /** Bytes of one value that are read at most. */
  get maxValueSize(): number {
    const given = this.get('max-value-size');
    if (given === '') return maxValueSize;
    const bytes = given === 'unlimited' ? Infinity : Number(given);
    return Math.min(Math.max(bytes, leastValueSize), mostValueSize);
  }

  get symbolNaming(): SymbolNaming {
    return {
      demangle: this.isOn('demangle'),
      asmDemangle: this.isOn('asm-demangle'),
      filenames: this.isOn('symbol-filename'),
      maxOffset: this.limit('print max-symbolic-offset'),
    };
  }

  /** Where call stacks end. */
  get backtraceLimits(): BacktraceLimits {
    return {
      pastMain: this.get('backtrace past-main') === 'on',
      pastEntry: this.get('backtrace past-entry') === 'on',
      levels: this.limit('backtrace limit'),
    };
  }

  /** The settings of stack frames' lines. */
  stack(prettyPrint: boolean): StackSettings {
    const { print } = this;
    return {
      addresses: print.addresses,
      frameArguments: this.get('print frame-arguments') as StackSettings['frameArguments'],
      entryValues: this.get('print entry-values') as StackSettings['entryValues'],
      frameInfo: this.get('print frame-info') as StackSettings['frameInfo'],
      print,
      prettyPrint: prettyPrint && !this.isOn('raw-frame-arguments'),
      demangle: this.isOn('demangle'),
    };
  }

  /** Whether a switch of `set print …` is on. */
  private isOn(name: string): boolean {
    return this.get(`print ${name}`) === 'on';
  }

  private limit(name: string): number {
    const value = this.get(name);
    return value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value);
  }
}

// Options of a command, which hold for one run of it: `print -pretty -elements 3 -- list`,
// `backtrace -full` (gdb manual, "Command Options"). Those that are named like settings of `set
// print …` change them.

/** What options a command has. */
export interface OptionNames {
  /** Settings of `set print …`. */
  readonly settings: readonly string[];
  /** Words that represent themselves. */
  readonly flags: readonly string[];
}

/**
 * What was read: the operands behind the options, the flags that were given, the settings with what
 * was changed.
 */
interface Options {
  readonly operands: string;
  readonly flags: ReadonlySet<string>;
  readonly settings: PrintSettingValues;
}

export const printOptions: OptionNames = {
  settings: (
    'address array array-indexes elements max-depth memory-tag-violations nibbles null-stop ' +
    'object pretty raw-values repeats static-members symbol union vtbl'
  )
    .split(' ')
    .map((name) => `print ${name}`),
  flags: [],
};

/** The settings below a word with the values that they may have, for completion. */
export function settingValues(
  word: 'print' | 'backtrace',
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    settingNames(word).map((name) => [name, valuesOf(gdbSettings[`${word} ${name}`]?.kind)]),
  );
}

function valuesOf(kind: GdbSetting['kind'] = []): readonly string[] {
  if (kind === 'switch') return ['off', 'on'];
  return kind === 'limit' ? ['unlimited'] : kind;
}

/** Options as they are typed, with the values that they may have. */
export function optionWords({
  settings,
  flags,
}: OptionNames): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([
    ...settings.map((name) => [optionOf(name), valuesOf(gdbSettings[name]?.kind)] as const),
    ...flags.map((name) => [`-${name}`, []] as const),
  ]);
}

/** A setting as an option: `print elements` is `-elements`. */
function optionOf(setting: string): string {
  return setting.replace(/^\S+ /, '-');
}

export const backtraceOptions: OptionNames = {
  settings: [
    'print entry-values',
    'print frame-arguments',
    'print frame-info',
    'print raw-frame-arguments',
    'backtrace past-main',
    'backtrace past-entry',
  ],
  flags: ['full', 'hide', 'no-filters'],
};

const words: Readonly<Record<string, string>> = {
  on: 'on',
  1: 'on',
  yes: 'on',
  enable: 'on',
  off: 'off',
  0: 'off',
  no: 'off',
  disable: 'off',
};

/**
 * The expression behind the options of `print`, and the settings with them. Without a `--` there
 * are no options: `print -5`.
 */
export function withOptions(
  text: string,
  settings: PrintSettingValues,
): { readonly expression: string; readonly settings: PrintSettingValues } {
  if (!/^--(\s|$)|^-.*\s--(\s|$)/s.test(text)) return { expression: text, settings };
  const read = readOptions(text, printOptions, settings);
  if (!read.ended) throw new RequestFailed(`Unrecognized option at: ${read.operands}`);
  return { expression: read.operands, settings: read.settings };
}

/** Options up to a `--` (`ended`), or up to the first other word. */
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
  const named = new Map(settings.map((name) => [optionOf(name).slice(1), name]));
  for (const flag of flags) named.set(flag, flag);
  const exact = named.get(word);
  if (exact !== undefined) return exact;
  const begun = [...named].flatMap(([name, meant]) => (name.startsWith(word) ? [meant] : []));
  if (begun.length > 1) throw new RequestFailed(`Ambiguous option at: ${at}`);
  return begun[0];
}

/** Takes the option's value from what is behind it; gives the rest. */
function setOption(name: string, rest: string, settings: PrintSettingValues): string {
  const [all = '', value = ''] = /^(\S+)\s*/.exec(rest) ?? [];
  const { kind, unlimited } = gdbSettings[name] ?? {};
  const option = optionOf(name);
  if (kind === 'switch') {
    const word = words[value];
    settings.set(name, word ?? 'on');
    return word === undefined ? rest : rest.slice(all.length);
  }
  if (value === '--') throw new RequestFailed(`${option} requires an argument`);
  if (kind !== 'limit') {
    settings.set(name, oneOf(value, kind ?? []));
    return rest.slice(all.length);
  }
  const isUnlimited = value === 'unlimited' || value === unlimited;
  if (!isUnlimited && !/^\d+$/.test(value)) {
    throw new RequestFailed(t('{0} takes a number or “unlimited”, not “{1}”.', option, value));
  }
  settings.set(name, isUnlimited ? 'unlimited' : value);
  return rest.slice(all.length);
}

/** A switch as it is typed. */
export function switched(value: string): string {
  if (value === '' || /^(on|1|yes|y|ye|enable|en.*)$/.test(value)) return 'on';
  if (/^(off?|0|no?|disable|dis.*)$/.test(value)) return 'off';
  throw new RequestFailed('"on" or "off" expected.');
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
