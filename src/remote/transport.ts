// What carries the remote protocol's bytes: a socket, a pipe, the two ends that a test holds.

/** A connection to one peer, in both directions. */
export interface Transport {
  /** Calls `listener` with the bytes that come, in order. One listener is set, before any byte can come. */
  onBytes(listener: (bytes: Uint8Array) => void): void;
  /** Calls `listener` once, when either side has closed. */
  onClose(listener: () => void): void;
  write(bytes: Uint8Array): void;
  /** Closes after what was written has left. */
  close(): void;
}
