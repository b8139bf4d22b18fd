// Names that activation needs, in a file of their own so that it loads nothing else.

/** The debug type, as launch.json names it. */
export const debugType = 'tracefile';

/** The key under which the workspace's state keeps its tracepoints. */
export const plannedTracepoints = 'tracefile.tracepoints';
