// Reading ahead: a file is read while what was read before is worked on.

/** The items of a source in its order; up to `count` of them are made while one is in use. */
export async function* prefetch<T>(
  source: AsyncGenerator<T, void>,
  count: number,
): AsyncGenerator<T, void> {
  const coming: Promise<IteratorResult<T, void>>[] = [];
  const order = (): void => {
    const next = source.next();
    // A failure is met when its turn comes.
    next.catch(() => undefined);
    coming.push(next);
  };
  try {
    while (coming.length < count) order();
    for (;;) {
      order();
      const next = await coming.shift();
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    await source.return();
  }
}
