// Where the workspace's state keeps its tracepoints: what is planned is shown from the start.

/** The key. */
export const plannedTracepoints = 'tracefile.tracepoints';
