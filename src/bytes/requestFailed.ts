// Why something that was asked for has no answer, as a sentence for the person who asked. Every
// face (the debug adapter, pages, shells, assistants) shows it as it is: it is no fault of ours.

export class RequestFailed extends Error {
  constructor(
    sentence: string,
    /** Where in the expression that was asked with, counted from 1. */
    readonly column?: number,
  ) {
    super(sentence);
  }
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The value; a request fails without one. */
export function found<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new RequestFailed(otherwise);
  return value;
}
