// The count of what a filter would let through, while it is typed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FilterPreview } from '../../../webview/table/filterPreview';
import { RequestError } from '../../../src/wire/page';
import { askedHost, type AskedHost } from './askedRequests';

let host: AskedHost;
let preview: FilterPreview;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  host = askedHost();
  preview = new FilterPreview(host.ask, () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('begins when the keys rest, and grows', async () => {
  preview.typed('n');
  preview.typed('n > ');
  preview.typed(' n > 5 ');
  vi.advanceTimersByTime(300);
  expect(host.all.map(({ asked }) => asked)).toEqual([{ filter: 'n > 5' }]);
  host.last('countMatches').report({ matched: 3 });
  expect([preview.matched, preview.isComplete]).toEqual([3, false]);
  void host.last('countMatches').answer({ matched: 7 });
  await settled();
  expect([preview.matched, preview.isComplete]).toEqual([7, true]);
});

it('ends with the next key, and of a mistake nothing is counted', async () => {
  preview.typed('n');
  vi.advanceTimersByTime(300);
  const first = host.last('countMatches');
  preview.typed('n +');
  expect([first.signal?.aborted, preview.matched]).toEqual([true, undefined]);
  first.report({ matched: 99 });
  vi.advanceTimersByTime(300);
  void host.last('countMatches').fail(new RequestError('Syntax error.'));
  await settled();
  expect(preview.matched).toBeUndefined();
  preview.typed('');
  vi.advanceTimersByTime(300);
  expect(host.named('countMatches')).toHaveLength(2);
});
