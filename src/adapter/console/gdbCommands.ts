// gdb's commands that a trace has no use for, with what to do instead. Together with the commands
// of the console these are all commands of gdb 13: none of them is ever taken for an expression.

import { t } from '@vscode/l10n';

const noProcess = () => t('a trace is a record, no process runs: `tfind` goes from frame to frame');
const recorded = () =>
  t('tracepoints were set when the trace was recorded: `info tracepoints` lists them');
const launch = () =>
  t('what is debugged is named in launch.json: "trace", "program", "programs", "sourceMap"');
const noCalls = () =>
  t('functions of a trace cannot be called: `print` evaluates what was collected');
const noCatching = () => t('a trace records no events: `break` and `watch` stop at frames');
export const noLanguage = () => t('scripts here are of gdb’s own commands: `source` runs them');
const screen = () => t('the editor shows source, disassembly and registers');
const noShell = () => t('VS Code’s terminal runs programs');
/** Of commands that concern the debugger and no program. */
export const aboutGdb = () => t('it is about gdb itself');

/** By name, aliases included. */
export const unsupported: ReadonlyMap<string, () => string> = new Map([
  ...each('run r start starti kill k detach disconnect attach target signal handle', noProcess),
  ...each('queue-signal inferior add-inferior clone-inferior remove-inferiors', noProcess),
  ...each('checkpoint restart record rec bookmark goto-bookmark interrupt stop', noProcess),
  ...each('monitor remote flash-erase tty task', noProcess),
  ...each('generate-core-file gcore', noProcess),
  ...each('catch tcatch dprintf break-range skip', noCatching),
  ...each('rbreak', () => t('a breakpoint takes a pattern: `break ans*`')),
  ...each('end', () => t('`while`, `if`, `define`, `document` and `commands` begin what it ends')),
  ...each('trace tr tra trac tp ftrace strace actions collect teval', recorded),
  ...each('while-stepping ws stepping passcount tvariable', recorded),
  ...each('tstart tstop tsave', () => t('the trace run is over: `tstatus` tells how it ended')),
  ...each('jump j return compile expression print-object po agent-printf', noCalls),
  ...each('file exec-file symbol-file core-file load directory path cd pwd', launch),
  ...each('add-symbol-file add-symbol-file-from-memory remove-symbol-file', launch),
  ...each('sharedlibrary nosharedlibrary section overlay ovly', launch),
  ...each('compare-sections', () =>
    t('the Trace editor compares a program with what was collected'),
  ),
  ...each('python py python-interactive pi guile gu guile-repl gr', noLanguage),
  ...each('alias define-prefix function', noLanguage),
  ...each('shell ! make pipe | edit', noShell),
  ...each('tui layout focus fs refresh update winheight wh winwidth win', screen),
  ...each('restore memory-tag', () => t('a trace is read-only')),
  ...each('dump append', () => t('the memory view shows and saves bytes')),
  ...each('quit q exit', () => t('stop the debug session with its button')),
  ...each('add-auto-load-safe-path add-auto-load-scripts-directory', aboutGdb),
  ...each('jit-reader-load jit-reader-unload interpreter-exec new-ui', aboutGdb),
  ...each('maintenance mt complete apropos explore demangle mem save', aboutGdb),
  ...each('dont-repeat', aboutGdb),
]);

function each(names: string, instead: () => string): [string, () => string][] {
  return names.split(' ').map((name) => [name, instead]);
}

/** Why a command of gdb does nothing here. */
export function notSupported(name: string, instead: string): string {
  return t({
    message: '“{0}” is not supported: {1}.',
    args: [name, instead],
    comment: ['{0}: a command of gdb; {1}: why, or what to do instead'],
  });
}
