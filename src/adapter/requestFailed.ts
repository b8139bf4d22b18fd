// A request that cannot be answered.

/** Sent in a request's error response, whose text a person reads. */
export class RequestFailed extends Error {}
