import { describe, expect, it } from 'vitest';
import { printed, stoppedAt } from './stopped';

describe('a message', () => {
  const name = 'a'.repeat(16_000);

  it('has the beginning and the end of a long name', async () => {
    const answer = await printed(`(struct ${name} *) 1`, stoppedAt({}));
    expect(answer).toMatch(/^No struct type named a{279}…a+\. @2$/);
    expect(answer.length).toBeLessThan(420);
  });

  it('does not repeat a text that is too long', async () => {
    expect(await printed(`${name}${name}`, stoppedAt({}))).toBe('The expression is too long. @1');
  });

  it('of a syntax error shows some of what follows', async () => {
    expect((await printed(`1 ${name}`, stoppedAt({}))).length).toBeLessThan(420);
  });
});
