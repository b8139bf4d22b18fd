import { describe, expect, it } from 'vitest';
import { traceOf } from '../tracedPrograms';
import { exported, frames } from './traces';

describe('rows of an export', () => {
  it.each([
    ['long ones are made one by one', 100_000, 1],
    ['short ones are made together', 10, 16],
  ])('%s', async (_, length, together) => {
    const trace = await traceOf('x86_64/app.tf');
    let [running, most] = [0, 0];
    const valueIn = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return 'x'.repeat(length);
    };
    const list = frames(...Array.from({ length: 40 }, (__, frame) => frame));
    const columns = [{ heading: 'x', valueIn }];
    const bytes = await exported(trace, { format: 'csv', frames: list, columns });
    expect(bytes.length).toBeGreaterThan(40 * length);
    expect(most).toBe(together);
    trace.dispose();
  });
});
