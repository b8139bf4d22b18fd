// The state of a page, as it is saved and as its host keeps it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttled } from '../../../src/wire/page';

describe('what is given every so often', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given at once, and while changes go on', () => {
    const posted: string[] = [];
    const save = new Throttled<string>(100, (text) => posted.push(text));
    save.give(() => 'first');
    expect(posted).toEqual(['first']);
    for (const text of ['second', 'third', 'fourth', 'fifth']) {
      vi.advanceTimersByTime(60);
      save.give(() => text);
    }
    expect(posted).toEqual(['first', 'second', 'fourth']);
    vi.advanceTimersByTime(100);
    expect(posted).toEqual(['first', 'second', 'fourth', 'fifth']);
    vi.advanceTimersByTime(1000);
    save.give(() => 'sixth');
    expect(posted.at(-1)).toBe('sixth');
  });

  it('is not given where it is the same', () => {
    const posted: string[] = [];
    const save = new Throttled<string>(100, (text) => posted.push(text));
    for (let i = 0; i < 3; i++) {
      save.give(() => 'same');
      vi.advanceTimersByTime(1000);
    }
    expect(posted).toEqual(['same']);
  });
});
