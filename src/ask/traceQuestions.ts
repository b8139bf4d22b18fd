// What a page asks about a trace, by name. A question of a page has a file of its own.

export const traceQuestions = {};

/** The questions as a page knows them. */
export type TraceQuestions = typeof traceQuestions;
