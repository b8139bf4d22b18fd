// A request that cannot be answered.

/** Sent in a request's error response, whose text the user reads. */
export class RequestFailed extends Error {}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The value; a request fails without one. */
export function found<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new RequestFailed(otherwise);
  return value;
}
