// Events without VS Code: the core also runs on a command line.

/** What is released when its owner ends. */
export interface Disposable {
  dispose(): void;
}

/** Listeners to one kind of event. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>();

  /** Listens until the returned object is disposed. */
  readonly event = (listener: (value: T) => void): Disposable => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

// What was opened for a piece of work stays open only where the work succeeds.

/** What the work gives; where it fails, what was opened for it is disposed of. */
export async function orDispose<T>(opened: Disposable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    opened.dispose();
    throw error;
  }
}
