// What is on a screen, once it is as expected: by VS Code, or by a page alone.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../scripts/vscode/waiting.mjs';

/** Waits until something on the screen reads as expected; fails with what it read last. */
export async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let last: T | undefined;
  const holds = async () => {
    last = await read();
    return isDeepStrictEqual(last, expected);
  };
  await eventually('the expected value', holds).catch((error: unknown) => {
    assert.deepEqual(last, expected);
    throw error;
  });
}

/** Waits until a text on the screen is as expected; fails with what it read last. */
export async function reads(read: () => Promise<string>, expected: RegExp): Promise<void> {
  let last: string | undefined;
  const holds = async () => {
    last = await read();
    return expected.test(last);
  };
  await eventually(`a text like ${String(expected)}`, holds).catch((error: unknown) => {
    assert.match(last ?? '', expected);
    throw error;
  });
}
