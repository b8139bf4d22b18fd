// gdb's commands that a trace has no use for, with what to do instead.

const buttons = 'use the buttons of the debug toolbar, which go from frame to frame, or `tfind`';
const breakpoints =
  'set breakpoints in the editor’s margin or the Breakpoints view: continue goes to the next frame that hits one';
const noProcess = 'a trace is a record, no process runs: `tfind` goes from frame to frame';
const readOnly = 'a trace is read-only';
const launch =
  'what is debugged is named in launch.json: "trace", "program", "programs", "sourceMap"';
const noScripts = 'commands of your own are not known here';

/** By name; aliases stand beside. */
export const unsupported: ReadonlyMap<string, string> = new Map([
  ...each('run start starti r', noProcess),
  ...each('kill k detach attach target signal thread inferior checkpoint record fork', noProcess),
  ...each('continue c fg next n step s stepi si nexti ni finish fin until u advance', buttons),
  ...each(
    'reverse-continue rc reverse-next rn reverse-step rs reverse-stepi rsi reverse-nexti rni',
    buttons,
  ),
  ...each('reverse-finish', buttons),
  ...each(
    'break b br brea tbreak tb hbreak thbreak rbreak condition ignore commands enable disable delete d',
    breakpoints,
  ),
  ...each('watch rwatch awatch catch tcatch', breakpoints),
  ...each(
    'trace tr tp ftrace strace actions collect teval while-stepping passcount tvariable',
    'tracepoints were set when the trace was recorded: `info tracepoints` lists them',
  ),
  ...each('tstart tstop tsave', 'the trace run is over: `tstatus` tells how it ended'),
  ...each(
    'call jump j return compile',
    'functions of a trace cannot be called: `print` evaluates what was collected',
  ),
  ...each('file exec-file symbol-file core-file add-symbol-file load directory', launch),
  ...each('define document source python py guile alias shell ! make if while', noScripts),
  ...each('display undisplay', 'add an expression to the Watch view: it is shown at every frame'),
  ...each(
    'tui layout focus refresh winheight',
    'the editor shows source, disassembly and registers',
  ),
  ...each('restore', readOnly),
  ...each('dump append', 'the memory view shows and saves bytes'),
  ...each('quit q exit', 'stop the debug session with its button'),
  ...each('search forward-search reverse-search fo rev', 'the editor searches sources'),
]);

function each(names: string, instead: string): [string, string][] {
  return names.split(' ').map((name) => [name, instead]);
}
