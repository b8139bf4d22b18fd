// What is typed is checked when the keys rest, and before it is used.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExpressionCheck } from '../../../../webview/expression/expressionCheck';
import { RequestError } from '../../../../src/wire/page';
import { askedHost, type AskedHost } from '../askedRequests';

let host: AskedHost;
let check: ExpressionCheck;
const mistake = { problem: 'No symbol "m" in current context.', column: 1, suggestions: [] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  host = askedHost();
  check = new ExpressionCheck(host.ask, () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets promises run on; timers are held. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('an expression', () => {
  it('is checked a moment after the last key', async () => {
    check.typed('m');
    check.typed('m +');
    check.typed('mm');
    expect(host.all).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(host.all.map(({ asked }) => asked)).toEqual([{ text: 'mm' }]);
    void host.last('check').answer({ mistake });
    await settled();
    expect(check.mistake).toEqual({ ...mistake, text: 'mm' });
    check.typed('');
    expect(check.mistake).toBeUndefined();
  });

  it('is refused where it is wrong, and used where it is not', async () => {
    const refused = check.passes(' m ');
    void host.last('check').answer({ mistake });
    expect(await refused).toBe(false);
    const used = check.passes('n');
    void host.last('check').answer({});
    expect([await used, check.mistake]).toEqual([true, undefined]);
    expect(await check.passes('  ')).toBe(true);
  });

  it('is judged by the newest answer alone', async () => {
    const first = check.passes('m');
    const second = check.passes('n');
    void host.named('check')[1]?.answer({});
    void host.named('check')[0]?.answer({ mistake });
    expect([await first, await second, check.mistake]).toEqual([false, true, undefined]);
  });

  it('that cannot be checked is left to those who use it', async () => {
    const used = check.passes('n');
    void host.last('check').fail(new RequestError('The file could not be read.'));
    expect(await used).toBe(true);
  });
});
