import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedTrace } from '../../../../src/ask/askedTrace';
import { pairedValues } from '../../../../src/trace/comparison/framePair';
import { RecordingFiles, usualOptions } from './recordings';

describe('the values of two frames side by side', () => {
  const files = new RecordingFiles();
  let one: AskedTrace;
  let again: AskedTrace;
  let other: AskedTrace;

  beforeAll(async () => {
    one = await files.open('aslr-one');
    again = await files.open('aslr-two');
    other = await files.open('while');
  });

  afterAll(() => {
    files.dispose();
  });

  it('are those that differ and those that do not, by name', async () => {
    const traces = { left: one.trace, right: other.trace };
    const values = await pairedValues(traces, { left: 152, right: 152 }, usualOptions);
    const of = (name: string) => values.find(({ expression }) => expression === name);
    const state = { expression: 'call->state', left: 'HUNG_UP', right: 'WAITING' };
    expect(of('call->state')).toEqual(state);
    expect(of('minute')?.left).toBe(of('minute')?.right);
    expect(of('minute')?.left).toMatch(/^\d+$/);
  });

  it('are the same in the same frames of two runs at different addresses', async () => {
    const traces = { left: one.trace, right: again.trace };
    const values = await pairedValues(traces, { left: 152, right: 152 }, usualOptions);
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter(({ left, right }) => left !== right)).toEqual([]);
  });

  it('are none where the frames are of different tracepoints', async () => {
    const traces = { left: one.trace, right: again.trace };
    expect(await pairedValues(traces, { left: 0, right: 1 }, usualOptions)).toEqual([]);
  });
});
