import { describe, expect, it } from 'vitest';
import { lazy } from '../../../src/bytes/lazy';

describe('a result that is made once', () => {
  it('is made when first asked for, and kept', async () => {
    let made = 0;
    const get = lazy(() => Promise.resolve(++made));
    expect(made).toBe(0);
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  });

  it('is tried again after a failure', async () => {
    let tries = 0;
    const get = lazy(() =>
      ++tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve(tries),
    );
    await expect(get()).rejects.toThrow('no');
    expect(await get()).toBe(2);
  });
});
