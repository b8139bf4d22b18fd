// One result that is computed on first use, in a file of its own: VS Code loads it at its start. A
// failure is never kept: it is the medium's, and the next try may succeed.

/** Calls `make` on first use and keeps its result. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
