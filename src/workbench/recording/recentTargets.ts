// The targets used most recently, and the program of each, saved with the workspace.
import type { Memento } from 'vscode';

const key = 'tracefile.targets';
const maxTargets = 10;
const startsKey = 'tracefile.programStarts';
const maxStarts = 50;

/** How a program is started, each as a shell takes it; empty for nothing. */
export interface ProgramStart {
  /** Its arguments. */
  readonly words: string;
  /** Variables with their values. */
  readonly environment: string;
  readonly folder: string;
}

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

  /** How a program was started last. */
  startOf(program: string): ProgramStart {
    const kept = this.starts.find(([path]) => path === program)?.[1];
    return isStart(kept) ? kept : { words: '', environment: '', folder: '' };
  }

  async keepStart(program: string, start: ProgramStart): Promise<void> {
    const others = this.starts.filter(([path]) => path !== program);
    await this.state.update(startsKey, [[program, start], ...others].slice(0, maxStarts));
  }

  private get starts(): readonly (readonly [program: string, start: unknown])[] {
    const kept: unknown = this.state.get(startsKey);
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  }

  async forget(target: string): Promise<void> {
    await this.state.update(
      key,
      this.all.filter((each) => each.target !== target),
    );
  }
}

function isPair(kept: unknown): kept is readonly [string, unknown] {
  return Array.isArray(kept) && kept.length === 2 && typeof kept[0] === 'string';
}

function isStart(kept: unknown): kept is ProgramStart {
  if (typeof kept !== 'object' || kept === null) return false;
  const { words, environment, folder } = kept as Record<string, unknown>;
  return [words, environment, folder].every((part) => typeof part === 'string');
}

function isTarget(kept: unknown): kept is RecentTarget {
  if (typeof kept !== 'object' || kept === null) return false;
  const { target, program } = kept as Record<string, unknown>;
  return typeof target === 'string' && typeof program === 'string';
}
