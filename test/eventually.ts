// Waiting for what comes by itself. A machine that others use too is slow now and then, so there is
// no hurry.
import { vi } from 'vitest';
import { timeLimit } from '../scripts/vscode/waiting.mjs';

/** Resolves with what `seen` returns once it throws no more. */
export function eventually<T>(seen: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(seen, { timeout: timeLimit });
}
