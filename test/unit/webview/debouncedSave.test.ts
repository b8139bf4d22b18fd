import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DebouncedSave } from '../../../webview/pageState';

describe('what the host is to keep', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is posted at once, and again when changes rest', () => {
    const posted: string[] = [];
    const save = new DebouncedSave((text) => posted.push(text));
    save.keep(() => 'first');
    expect(posted).toEqual(['first']);
    for (const text of ['second', 'third']) {
      vi.advanceTimersByTime(300);
      save.keep(() => text);
    }
    expect(posted).toEqual(['first']);
    vi.advanceTimersByTime(1000);
    expect(posted).toEqual(['first', 'third']);
    save.keep(() => 'fourth');
    expect(posted).toEqual(['first', 'third', 'fourth']);
  });

  it('is not posted where it is the same', () => {
    const posted: string[] = [];
    const save = new DebouncedSave((text) => posted.push(text));
    for (let i = 0; i < 3; i++) {
      save.keep(() => 'same');
      vi.advanceTimersByTime(1000);
    }
    expect(posted).toEqual(['same']);
  });
});
