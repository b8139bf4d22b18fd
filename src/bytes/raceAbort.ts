// Work that waits for a medium can be ended although the medium never answers.

/**
 * What a promise gives; undefined as soon as `signal` aborts before. What is left of the work then
 * goes unheard.
 */
export async function raceAbort<T>(
  work: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal) return work;
  let abort: (() => void) | undefined;
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => {
      resolve(undefined);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
