// Requests of the page's own accord.

/** Waits for work that a later one may overtake. What fails the host tells the user itself; what is shown stays. */
export async function settled(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}
