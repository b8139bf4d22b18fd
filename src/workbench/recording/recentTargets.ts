// The targets used most recently, and the program of each, saved with the workspace.
import type { Memento } from 'vscode';

const key = 'tracefile.targets';
const maxTargets = 10;

/** A target, and the program that it runs. */
export interface RecentTarget {
  /** As gdb's `target remote` takes it. */
  readonly target: string;
  /** The path of the program on this machine. */
  readonly program: string;
}

/** Remembers targets. */
export class RecentTargets {
  constructor(private readonly state: Memento) {}

  /** The one used last comes first. */
  get all(): readonly RecentTarget[] {
    const kept: unknown = this.state.get(key);
    return Array.isArray(kept) ? kept.filter(isTarget) : [];
  }

  async keep(used: RecentTarget): Promise<void> {
    const others = this.all.filter(({ target }) => target !== used.target);
    await this.state.update(key, [used, ...others].slice(0, maxTargets));
  }

  async forget(target: string): Promise<void> {
    await this.state.update(
      key,
      this.all.filter((each) => each.target !== target),
    );
  }
}

function isTarget(kept: unknown): kept is RecentTarget {
  if (typeof kept !== 'object' || kept === null) return false;
  const { target, program } = kept as Record<string, unknown>;
  return typeof target === 'string' && typeof program === 'string';
}
