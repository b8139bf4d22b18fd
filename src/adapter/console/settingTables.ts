// The settings of gdb that are below a word, `set print …` and `set backtrace …`, each with the
// sentence by which gdb shows it (gdb manual, "Print Settings", "Backtrace").

/** A setting. Limits count; 0 or -1, as gdb has it, is no limit. */
export interface GdbSetting {
  readonly kind: 'switch' | 'limit' | readonly string[];
  readonly initial: string;
  /** gdb's sentence, with the value for `%`. */
  readonly shows: string;
  /** The sentence of 0. */
  readonly showsNone?: string;
  /** What `unlimited` is written as. */
  readonly unlimited?: '0' | '-1';
}

const on = (shows: string): GdbSetting => ({ kind: 'switch', initial: 'on', shows });
const off = (shows: string): GdbSetting => ({ kind: 'switch', initial: 'off', shows });

const under = (word: string, settings: Readonly<Record<string, GdbSetting>>) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [`${word} ${name}`, setting]),
  );

/** Some change nothing: gdb too has nothing in a trace that they are about. */
const printSettings: Readonly<Record<string, GdbSetting>> = {
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
  finish: on("Printing of return value after `finish' is %."),
  'inferior-events': on('Printing of inferior events is %.'),
  'max-depth': {
    kind: 'limit',
    initial: '20',
    shows: 'Maximum print depth is %.',
    unlimited: '-1',
  },
  'max-symbolic-offset': {
    kind: 'limit',
    initial: 'unlimited',
    shows: 'The largest offset that will be printed in <symbol+1234> form is %.',
    unlimited: '0',
  },
  'memory-tag-violations': on('Printing of memory tag violations is %.'),
  nibbles: off('Printing binary values in groups is %.'),
  'null-stop': off('Printing of char arrays to stop at first null char is %.'),
  object: off("Printing of object's derived type based on vtable info is %."),
  'pascal_static-members': on('Printing of pascal static members is %.'),
  pretty: off('Pretty formatting of structures is %.'),
  'raw-frame-arguments': off('Whether to print frame arguments in raw form is %.'),
  'raw-values': off('Whether to print values in raw form is %.'),
  repeats: {
    kind: 'limit',
    initial: '10',
    shows: 'Threshold for repeated print elements is %.',
    unlimited: '0',
  },
  // In gdb too, strings of the program are written by its character set whatever this says.
  'sevenbit-strings': off('Printing of 8-bit characters in strings as \\nnn is %.'),
  'static-members': on('Printing of C++ static members is %.'),
  symbol: on('Printing of symbols when printing pointers is %.'),
  'symbol-filename': off('Printing of source filename and line number with <symbol> is %.'),
  'symbol-loading': {
    kind: ['off', 'brief', 'full'],
    initial: 'full',
    shows: 'Printing of symbol loading messages is "%".',
  },
  'thread-events': on('Printing of thread events is %.'),
  'type hex': off('Display of struct members offsets and sizes in hexadecimal is %'),
  'type methods': on('Printing of methods defined in a class in %'),
  'type nested-type-limit': {
    kind: 'limit',
    initial: '0',
    shows: 'Will print % nested types defined in a class',
    showsNone: 'Will not print nested types defined in a class',
    unlimited: '-1',
  },
  'type typedefs': on('Printing of typedefs defined in a class in %'),
  union: on('Printing of unions interior to structures is %.'),
  // It changes nothing in gdb either since compilers follow the Itanium C++ ABI.
  vtbl: off('Printing of C++ virtual function tables is %.'),
};

const backtraceSettings: Readonly<Record<string, GdbSetting>> = {
  limit: {
    kind: 'limit',
    initial: 'unlimited',
    shows: 'An upper bound on the number of backtrace levels is %.',
    unlimited: '0',
  },
  'past-entry': off('Whether backtraces should continue past the entry point of a program is %.'),
  'past-main': off('Whether backtraces should continue past "main" is %.'),
};

/** The settings by their whole names: `print elements`, `backtrace limit`. */
export const gdbSettings: Readonly<Record<string, GdbSetting>> = {
  ...under('print', printSettings),
  ...under('backtrace', backtraceSettings),
};

/** The names below a word, without it. */
export function settingNames(word: 'print' | 'backtrace'): string[] {
  return Object.keys(word === 'print' ? printSettings : backtraceSettings);
}

/** gdb's sentence of a setting with a value. */
export function settingSentence({ shows, showsNone }: GdbSetting, value: string): string {
  return value === '0' && showsNone !== undefined ? showsNone : shows.replace('%', () => value);
}
