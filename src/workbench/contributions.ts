// The debugger as package.json names it; a file of its own, since VS Code's start needs no more of debugging.

/** The debug type, as launch.json names it. */
export const debugType = 'tracefile';

/** The key. */
export const plannedTracepoints = 'tracefile.tracepoints';
