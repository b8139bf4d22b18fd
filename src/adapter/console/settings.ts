// gdb's `set print …` and `show print …` (gdb manual, "Print Settings"): those that are honoured
// here, each with the sentence by which gdb shows it; and what the other settings are set to.
import type { Setting } from '../../expressions/context';
import type { PrintSettings } from '../../values/text/text';
import type { SymbolNaming } from '../../values/value';
import type { StackSettings } from '../../trace/text/stackFrameText';
import { RequestFailed } from '../requestFailed';

/** A setting. Limits count; 0 or -1, as gdb has it, is no limit. */
interface PrintSetting {
  readonly kind: 'switch' | 'limit' | readonly string[];
  readonly initial: string;
  /** gdb's sentence, with the value for `%`. */
  readonly shows: string;
  /** What `unlimited` is written as. */
  readonly unlimited?: '0' | '-1';
}

const on = (shows: string): PrintSetting => ({ kind: 'switch', initial: 'on', shows });
const off = (shows: string): PrintSetting => ({ kind: 'switch', initial: 'off', shows });

/** The settings by their names. */
export const printSettings: Readonly<Record<string, PrintSetting>> = {
  address: on('Printing of addresses is %.'),
  array: off('Pretty formatting of arrays is %.'),
  'array-indexes': off('Printing of array indexes is %.'),
  'asm-demangle': off('Demangling of C++/ObjC names in disassembly listings is %.'),
  demangle: on('Demangling of encoded C++/ObjC names when displaying symbols is %.'),
  elements: {
    kind: 'limit',
    initial: '200',
    shows: 'Limit on string chars or array elements to print is %.',
    unlimited: '0',
  },
  'entry-values': {
    kind: ['no', 'only', 'preferred', 'if-needed', 'both', 'compact', 'default'],
    initial: 'default',
    shows: 'Printing of function arguments at function entry is "%".',
  },
  'frame-arguments': {
    kind: ['all', 'scalars', 'none', 'presence'],
    initial: 'scalars',
    shows: 'Printing of non-scalar frame arguments is "%".',
  },
  'frame-info': {
    kind: [
      'auto',
      'source-line',
      'location',
      'source-and-location',
      'location-and-address',
      'short-location',
    ],
    initial: 'auto',
    shows: 'Printing of frame information is "%".',
  },
  'max-depth': {
    kind: 'limit',
    initial: '20',
    shows: 'Maximum print depth is %.',
    unlimited: '-1',
  },
  'null-stop': off('Printing of char arrays to stop at first null char is %.'),
  object: off("Printing of object's derived type based on vtable info is %."),
  pretty: off('Pretty formatting of structures is %.'),
  'raw-frame-arguments': off('Whether to print frame arguments in raw form is %.'),
  'raw-values': off('Whether to print values in raw form is %.'),
  repeats: {
    kind: 'limit',
    initial: '10',
    shows: 'Threshold for repeated print elements is %.',
    unlimited: '0',
  },
  'static-members': on('Printing of C++ static members is %.'),
  symbol: on('Printing of symbols when printing pointers is %.'),
  'symbol-filename': off('Printing of source filename and line number with <symbol> is %.'),
  union: on('Printing of unions interior to structures is %.'),
  // It changes nothing in gdb either since compilers follow the Itanium C++ ABI.
  vtbl: off('Printing of C++ virtual function tables is %.'),
};

const noProcess = 'no process runs';
const typeFlags = '`ptype` has flags for it: `/o`, `/x`, `/m`, `/t`';

/** Settings of gdb that always have one value here, and why. */
export const fixedSettings: Readonly<
  Record<string, { readonly shows: string; readonly why: string }>
> = {
  finish: {
    shows: "Printing of return value after `finish' is on.",
    why: 'no function returns in a trace',
  },
  'inferior-events': { shows: 'Printing of inferior events is on.', why: noProcess },
  'memory-tag-violations': {
    shows: 'Printing of memory tag violations is on.',
    why: 'a trace has no memory tags',
  },
  nibbles: {
    shows: 'Printing binary values in groups is off.',
    why: 'binary numbers are written without groups',
  },
  'pascal_static-members': {
    shows: 'Printing of pascal static members is on.',
    why: 'Pascal is not known',
  },
  'max-symbolic-offset': {
    shows: 'The largest offset that will be printed in <symbol+1234> form is unlimited.',
    why: 'the nearest symbol is always written',
  },
  'sevenbit-strings': {
    shows: 'Printing of 8-bit characters in strings as \\nnn is off.',
    why: 'strings are UTF-8',
  },
  'symbol-loading': {
    shows: 'Printing of symbol loading messages is "full".',
    why: 'programs are read without messages',
  },
  'thread-events': { shows: 'Printing of thread events is on.', why: noProcess },
  'type hex': {
    shows: 'Display of struct members offsets and sizes in hexadecimal is off',
    why: typeFlags,
  },
  'type methods': { shows: 'Printing of methods defined in a class in on', why: typeFlags },
  'type nested-type-limit': {
    shows: 'Will not print nested types defined in a class',
    why: typeFlags,
  },
  'type typedefs': { shows: 'Printing of typedefs defined in a class in on', why: typeFlags },
};

/** Settings other than `set print …`, with their initial values. */
const otherSettings = {
  language: 'auto',
  listsize: '10',
  'input-radix': '10',
  'output-radix': '10',
} as const;

/** What the settings are set to. */
export class PrintSettingValues {
  private readonly values: Map<string, string>;

  constructor(values?: ReadonlyMap<string, string>) {
    const initial = Object.entries(printSettings).map(
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
    const print = name.replace(/^print\s+/, '');
    const known = print === name ? undefined : printSettings[print];
    if (!known) return undefined;
    const text = this.get(print);
    if (known.kind === 'switch') return { text, number: this.isOn(print) ? 1n : 0n };
    return known.kind === 'limit' ? this.limitNamed(print, known.unlimited) : { text };
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
      elements: this.limit('elements'),
      repeats: this.limit('repeats'),
      depth: this.limit('max-depth'),
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
    };
  }

  get symbolNaming(): SymbolNaming {
    return {
      demangle: this.isOn('demangle'),
      asmDemangle: this.isOn('asm-demangle'),
      filenames: this.isOn('symbol-filename'),
    };
  }

  /** The settings of stack frames' lines. */
  stack(prettyPrint: boolean): StackSettings {
    const { print } = this;
    return {
      addresses: print.addresses,
      frameArguments: this.get('frame-arguments') as StackSettings['frameArguments'],
      entryValues: this.get('entry-values') as StackSettings['entryValues'],
      frameInfo: this.get('frame-info') as StackSettings['frameInfo'],
      print,
      prettyPrint: prettyPrint && !this.isOn('raw-frame-arguments'),
      demangle: this.isOn('demangle'),
    };
  }

  private isOn(name: string): boolean {
    return this.get(name) === 'on';
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

/** Settings of stack frames' lines, which are options of `backtrace` alone. */
const stackSettings = ['entry-values', 'frame-arguments', 'frame-info', 'raw-frame-arguments'];

/** How symbols are named, which no command has options for. */
const namingSettings = ['asm-demangle', 'demangle', 'symbol-filename'];

export const printOptions: OptionNames = {
  settings: Object.keys(printSettings).filter(
    (name) => !stackSettings.includes(name) && !namingSettings.includes(name),
  ),
  flags: [],
};

/** The settings of `set print …` with the values that they may have, for completion. */
export const printSettingValues: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(printSettings).map(([name, { kind }]) => [name, valuesOf(kind)]),
);

function valuesOf(kind: PrintSetting['kind']): readonly string[] {
  if (kind === 'switch') return ['off', 'on'];
  return kind === 'limit' ? ['unlimited'] : kind;
}

/** Options as they are typed, with the values that they may have. */
export function optionWords({
  settings,
  flags,
}: OptionNames): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([
    ...settings.map((name) => [`-${name}`, printSettingValues[name] ?? ['off', 'on']] as const),
    ...flags.map((name) => [`-${name}`, []] as const),
  ]);
}

export const backtraceOptions: OptionNames = {
  settings: stackSettings,
  flags: ['full', 'hide', 'no-filters', 'past-main', 'past-entry'],
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
