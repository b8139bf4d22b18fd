// gdb's settings that change nothing here: a script may set them, and `show` tells what they are
// set to, in gdb's sentences.
import type { Setting } from '../../expressions/context';
import { RequestFailed } from '../../bytes/requestFailed';
import { leastValueSize, switched, type PrintSettingValues } from './settings';

/** What a setting is at first, and gdb's sentence with the value for `%`. */
type ScriptSetting = readonly [initial: string, shows: string];

const settings: Readonly<Record<string, ScriptSetting>> = {
  annotate: ['0', 'Annotation_level is %.'],
  args: ['', 'Argument list to give program being debugged when it is started is "%".'],
  'auto-load gdb-scripts': ['on', 'Auto-loading of canned sequences of commands scripts is %.'],
  'auto-load libthread-db': ['on', 'Auto-loading of inferior specific libthread_db is %.'],
  'auto-load local-gdbinit': ['on', 'Auto-loading of .gdbinit script from current directory is %.'],
  'auto-load python-scripts': ['on', 'Auto-loading of Python scripts is %.'],
  'auto-load safe-path': [
    '$debugdir:$datadir/auto-load',
    'List of directories from which it is safe to auto-load files is %.',
  ],
  'auto-load scripts-directory': [
    '$debugdir:$datadir/auto-load',
    'List of directories from which to load auto-loaded scripts is %.',
  ],
  'breakpoint always-inserted': ['off', 'Always inserted breakpoint mode is %.'],
  'breakpoint auto-hw': ['on', 'Automatic usage of hardware breakpoints is %.'],
  'breakpoint condition-evaluation': [
    'auto (currently host)',
    'Breakpoint condition evaluation mode is %.',
  ],
  'breakpoint pending': ['auto', "Debugger's behavior regarding pending breakpoints is %."],
  'can-use-hw-watchpoints': ['1', "Debugger's willingness to use watchpoint hardware is %."],
  'case-sensitive': ['auto; currently on', 'Case sensitivity in name search is "%".'],
  'check range': ['auto; currently off', 'Range checking is "%".'],
  'check type': ['on', 'Strict type checking is %.'],
  'circular-trace-buffer': ['off', "Target's use of circular trace buffer is %."],
  'code-cache': ['on', 'Cache use for code accesses is %.'],
  complaints: ['0', 'Max number of complaints about incorrect symbols is %.'],
  confirm: ['off', 'Whether to confirm potentially dangerous operations is %.'],
  'debuginfod enabled': ['off', 'Debuginfod functionality is currently set to "%".'],
  'default-collect': ['', 'The list of expressions to collect by default is "%".'],
  'demangle-style': ['auto', 'The current C++ demangling style is "%".'],
  'detach-on-fork': ['on', 'Whether gdb will detach the child of a fork is %.'],
  'disable-randomization': [
    'on',
    "Disabling randomization of debuggee's virtual address space is %.",
  ],
  'disconnected-tracing': ['off', 'Whether tracing continues after GDB disconnects is %.'],
  editing: ['off', 'Editing of command lines as they are typed is %.'],
  'exec-wrapper': ['', 'The wrapper for running programs is "%".'],
  'follow-fork-mode': ['parent', 'Debugger response to a program call of fork or vfork is "%".'],
  height: ['unlimited', 'Number of lines gdb thinks are in a page is %.'],
  'history expansion': ['off', 'History expansion on command input is %.'],
  'history remove-duplicates': [
    '0',
    'The number of history entries to look back at for duplicates is %.',
  ],
  'history save': ['off', 'Saving of the history record on exit is %.'],
  'history size': ['256', 'The size of the command history is %.'],
  'host-charset': ['auto; currently UTF-8', 'The host character set is "%".'],
  'inferior-tty': ['', 'Terminal for future runs of program being debugged is "%".'],
  'logging debugredirect': [
    'off',
    'off: Debug output will go to both the screen and the log file.',
  ],
  'logging enabled': ['off', 'off: Logging is disabled.'],
  'logging file': ['gdb.txt', 'The current logfile is "%".'],
  'logging overwrite': ['off', 'off: Logging appends to the log file.'],
  'logging redirect': ['off', 'off: Output will go to both the screen and the log file.'],
  'max-completions': ['200', 'Maximum number of completion candidates is %.'],
  'max-user-call-depth': ['1024', 'The max call depth for user-defined commands is %.'],
  'max-value-size': ['65536', 'Maximum value size is % bytes.'],
  'may-call-functions': ['on', 'Permission to call functions in the program is %.'],
  'mi-async': ['off', 'Whether MI is in asynchronous mode is %.'],
  'multiple-symbols': ['all', 'How the debugger handles ambiguities in expressions is "%".'],
  'non-stop': ['off', 'Controlling the inferior in non-stop mode is %.'],
  'opaque-type-resolution': [
    'on',
    'Resolution of opaque struct/class/union types (if set before loading symbols) is %.',
  ],
  'overload-resolution': ['on', 'Overload resolution in evaluating C++ functions is %.'],
  pagination: ['on', 'State of pagination is %.'],
  prompt: ['(gdb) ', 'Gdb\'s prompt is "%".'],
  'python print-stack': ['message', 'The mode of Python stack printing on error is "%".'],
  remotetimeout: ['2', 'Timeout limit to wait for target to respond is %.'],
  'schedule-multiple': ['off', 'Resuming the execution of threads of all processes is %.'],
  'scheduler-locking': ['replay', 'Mode for locking scheduler during execution is "%".'],
  'solib-search-path': [
    '',
    'The search path for loading non-absolute shared library symbol files is %.',
  ],
  'stack-cache': ['on', 'Cache use for stack accesses is %.'],
  'startup-quietly': ['off', 'Whether to start up quietly is %.'],
  'startup-with-shell': ['on', 'Use of shell to start subprocesses is %.'],
  'step-mode': ['off', 'Mode of the step operation is %.'],
  'stop-on-solib-events': ['0', 'Stopping for shared library events is %.'],
  'style enabled': ['off', 'CLI output styling is %.'],
  'suppress-cli-notifications': ['off', 'Suppression of printing CLI notifications is %.'],
  sysroot: ['target:', 'The current system root is "%".'],
  'target-charset': ['auto; currently UTF-8', 'The target character set is "%".'],
  'target-wide-charset': ['auto; currently UTF-32', 'The target wide character set is "%".'],
  'tcp auto-retry': ['on', 'Auto-retry on socket connect is %.'],
  'tcp connect-timeout': ['15', 'Timeout limit in seconds for socket connection is %.'],
  'trace-commands': ['off', 'State of GDB CLI command tracing is %.'],
  'trace-notes': ['', 'The notes string to use for current and future trace runs is "%".'],
  'trace-stop-notes': ['', 'The notes string to use for future tstop commands is "%".'],
  'trace-user': ['', 'The user name to use for current and future trace runs is "%".'],
  'unwind-on-terminating-exception': [
    'on',
    'Unwind stack if a C++ exception is unhandled while in a call dummy is %.',
  ],
  unwindonsignal: ['off', 'Unwinding of stack if a signal is received while in a call dummy is %.'],
  verbose: ['off', 'Verbosity is %.'],
  watchdog: ['0', 'Watchdog timer is %.'],
  width: ['unlimited', 'Number of characters gdb thinks are in a line is %.'],
  write: ['off', 'Writing into executable and core files is %.'],
};

/** Settings of gdb that a script may set, whose `show` would tell of gdb itself. */
const silent = new Set(
  (
    'ada agent architecture arm auto-connect-native-target auto-load auto-solib-add ' +
    'basenames-may-differ breakpoint charset check cli coerce-float-to-double compile-args ' +
    'compile-gcc cp-abi cwd data-directory dcache debug debug-file-directory debuginfod ' +
    'directories disassemble-next-line disassembler-options disconnected-dprintf ' +
    'displaced-stepping dprintf-channel dprintf-function dprintf-style ' +
    'dump-excluded-mappings endian environment exec-direction exec-done-display ' +
    'exec-file-mismatch extended-prompt extension-language filename-display follow-exec-mode ' +
    'fortran frame-filter gnutarget guile heuristic-fence-post history index-cache ' +
    'interactive-mode libthread-db-search-path logging may-insert-breakpoints ' +
    'may-insert-fast-tracepoints may-insert-tracepoints may-interrupt may-write-memory ' +
    'may-write-registers mem mips mipsfpu mpx observer osabi powerpc python range-stepping ' +
    'ravenscar record remote remote-mips64-transfers-32bit-regs remoteaddresssize ' +
    'remotecache remoteflow remotelogbase remotelogfile remotewritesize riscv ' +
    'script-extension serial sh solib-absolute-prefix source struct-convention style ' +
    'target-file-system-kind tcp tdesc trace-buffer-size trust-readonly-sections tui ' +
    'use-coredump-filter use-deprecated-index-sections varsize-limit ch gu processor rec'
  ).split(' '),
);

/** What gdb only shows. */
const shown = new Set('commands configuration copying paths version warranty'.split(' '));

/** Whether a word is one of gdb's behind `set`, `show` or `unset`, whole or cut. */
export function isGdbSetting(word: string): boolean {
  return word !== '' && [...silent, ...shown].some((name) => name.startsWith(word));
}

/** A setting by its name, for `$_gdb_setting`; undefined where there is none of that name. */
export function scriptSettingNamed(name: string, values: PrintSettingValues): Setting | undefined {
  if (!Object.hasOwn(settings, name)) return undefined;
  const [initial] = settings[name] ?? [''];
  const text = values.has(name) ? values.get(name) : initial;
  if (text === 'on' || text === 'off') return { text, number: text === 'on' ? 1n : 0n };
  if (text === 'unlimited') return { text, number: initial === text ? 0n : -1n };
  return { text, ...(/^\d+$/.test(text) && { number: BigInt(text) }) };
}

const names = Object.keys(settings);
const firstWords = [...new Set([...names.map((name) => name.split(' ')[0] ?? ''), ...silent])];

/** The settings that change nothing here whose first word begins so; the one that is it. */
export function scriptSettingsBeginning(word: string): readonly string[] {
  if (firstWords.includes(word)) return [word];
  return word === '' ? [] : firstWords.filter((each) => each.startsWith(word)).sort();
}

/** Sets a setting that changes nothing here; false where the line names none. */
export function setScriptSetting(line: string, values: PrintSettingValues): boolean {
  const found = named(line);
  if (!found) return scriptSettingsBeginning(/^[\w-]*(?=\s|$)/.exec(line)?.[0] ?? '').length === 1;
  const { name, value } = found;
  const [initial] = settings[name] ?? [''];
  const isSwitch = initial === 'on' || initial === 'off';
  values.set(name, isSwitch ? switched(value) : isUnlimited(initial, value) ? 'unlimited' : value);
  if (name === 'max-value-size' && Number(values.get(name)) < leastValueSize) {
    values.set(name, String(leastValueSize));
    throw new RequestFailed(`max-value-size set too low, increasing to ${leastValueSize} bytes`);
  }
  return true;
}

/** gdb's sentence of a setting, or of all below a word; undefined where the line names none. */
export function showScriptSetting(line: string, values: PrintSettingValues): string | undefined {
  const found = named(line);
  if (found) return sentence(found.name, values);
  const below = names.filter((name) => name.startsWith(`${line} `));
  if (below.length === 0) return undefined;
  return below.map((name) => `${name}:  ${sentence(name, values)}`).join('\n');
}

function sentence(name: string, values: PrintSettingValues): string {
  const [initial, shows] = settings[name] ?? ['', ''];
  return shows.replace('%', () => (values.has(name) ? values.get(name) : initial));
}

/** The setting that a line begins with, each of its words whole or cut, and what is behind it. */
function named(line: string): { readonly name: string; readonly value: string } | undefined {
  const given = line.split(/\s+/);
  const fits = (word: string, i: number) => given[i] !== undefined && word.startsWith(given[i]);
  const fitting = names.filter((each) => each.split(' ').every(fits));
  const whole = fitting.filter((each) => `${line} `.startsWith(`${each} `));
  const [name, ...others] = whole.length > 0 ? whole : fitting;
  if (name === undefined || others.length > 0) return undefined;
  return { name, value: given.slice(name.split(' ').length).join(' ') };
}

/** 0 means no limit where there is none at first. */
function isUnlimited(initial: string, given: string): boolean {
  return initial === 'unlimited' && (given === '0' || given === '');
}
