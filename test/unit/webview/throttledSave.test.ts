import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThrottledSave } from '../../../webview/pageState';

describe('what the host is to keep', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is posted at once, and while changes go on', () => {
    const posted: string[] = [];
    const save = new ThrottledSave((text) => posted.push(text));
    save.keep(() => 'first');
    expect(posted).toEqual(['first']);
    for (const text of ['second', 'third', 'fourth', 'fifth']) {
      vi.advanceTimersByTime(60);
      save.keep(() => text);
    }
    expect(posted).toEqual(['first', 'second', 'fourth']);
    vi.advanceTimersByTime(100);
    expect(posted).toEqual(['first', 'second', 'fourth', 'fifth']);
    vi.advanceTimersByTime(1000);
    save.keep(() => 'sixth');
    expect(posted.at(-1)).toBe('sixth');
  });

  it('is not posted where it is the same', () => {
    const posted: string[] = [];
    const save = new ThrottledSave((text) => posted.push(text));
    for (let i = 0; i < 3; i++) {
      save.keep(() => 'same');
      vi.advanceTimersByTime(1000);
    }
    expect(posted).toEqual(['same']);
  });
});
