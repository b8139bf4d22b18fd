import { describe, expect, it } from 'vitest';
import { CollectedValues } from '../../../../src/trace/search/collectedValues';

/** Values by frame, a dot where a frame has none; and how often each was asked for. */
function values(text: string) {
  const asked = Array.from(text, () => 0);
  const valueAt = (frame: number): Uint8Array | undefined => {
    asked[frame] = (asked[frame] ?? 0) + 1;
    const value = text.charAt(frame);
    return value === '.' ? undefined : Uint8Array.of(value.charCodeAt(0));
  };
  return { asked, valueAt };
}

function said(before: 'none' | { readonly bytes: Uint8Array }): string {
  return before === 'none' ? '-' : String.fromCharCode(before.bytes[0] ?? 0);
}

const text = '..a..bb....c';
const wanted = '---aaabbbbb';

describe('the value before a frame', () => {
  it('is found forward, each frame looked at once', () => {
    const { asked, valueAt } = values(text);
    const earlier = new CollectedValues();
    const frames = Array.from(wanted, (_, frame) => said(earlier.before(frame, valueAt)));
    expect(frames.join('')).toBe(wanted);
    expect(Math.max(...asked)).toBe(1);
  });

  it('is found backward, each frame looked at once', () => {
    const { asked, valueAt } = values(text);
    const earlier = new CollectedValues();
    const frames = Array.from(wanted, (_, i) =>
      said(earlier.before(wanted.length - 1 - i, valueAt)),
    );
    expect(frames.reverse().join('')).toBe(wanted);
    expect(Math.max(...asked)).toBe(1);
  });

  it('is found in any order', () => {
    const { valueAt } = values(text);
    const earlier = new CollectedValues();
    for (const frame of [7, 3, 10, 0, 6, 5, 9, 1, 2, 8, 4]) {
      expect(said(earlier.before(frame, valueAt))).toBe(wanted.charAt(frame));
    }
  });

  it('is not looked for in a frame whose value was said', () => {
    const { asked, valueAt } = values(text);
    const earlier = new CollectedValues();
    earlier.note(5, Uint8Array.of('b'.charCodeAt(0)));
    expect(said(earlier.before(6, valueAt))).toBe('b');
    expect(asked[5]).toBe(0);
  });

  it('is waited for, and given up when cancelled', async () => {
    const { valueAt } = values(text);
    const earlier = new CollectedValues();
    const slowly = (frame: number) => Promise.resolve(valueAt(frame));
    expect(said(await earlier.lookUpBefore(9, slowly, undefined))).toBe('b');
    const cancel = new AbortController();
    cancel.abort();
    const anew = new CollectedValues();
    expect(await anew.lookUpBefore(9, slowly, cancel.signal)).toBe('none');
    expect(said(await anew.lookUpBefore(9, slowly, undefined))).toBe('b');
  });
});

describe('the changes of a value', () => {
  const frames = Array.from(text, (_, frame) => frame);

  /** Each change as `before-after`, in the order in which it was passed. */
  function changes(order: readonly number[]): string[] {
    const { valueAt } = values(text);
    const passed = new CollectedValues();
    return order.flatMap((frame) => {
      const bytes = valueAt(frame);
      const change = bytes && passed.pass(frame, bytes);
      return change ? [`${change.before}-${change.after}`] : [];
    });
  }

  it('are between the last frame with the one value and the first with the other', () => {
    expect(changes(frames)).toEqual(['2-5', '6-11']);
    expect(changes([...frames].reverse())).toEqual(['6-11', '2-5']);
  });
});
