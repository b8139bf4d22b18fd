// Expressions that are refused before they are used, and what was probably meant.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Trace } from '../../../../src/trace/trace';
import { checkExpression, similarNames } from '../../../../src/trace/search/expressionCheck';
import { openSample, repeatedSample, useSampleProgram } from './sample';

let trace: Trace;

beforeAll(async () => {
  trace = await openSample(repeatedSample(1));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
});

async function checked(text: string) {
  const mistake = await checkExpression(trace, text, new AbortController().signal);
  return mistake && [mistake.problem, ...mistake.suggestions.map((each) => each.text)];
}

describe('an expression', () => {
  it('that means something in some frame passes, wherever the trace stands', async () => {
    for (const text of ['minute', 'total', '*queue', '$trace_timestamp', 'queue->waiting > 5']) {
      expect(await checked(text)).toBeUndefined();
    }
    expect(await checked('$_changed(slot) && $tracepoint == 2')).toBeUndefined();
  });

  it('with a mistake says where it is', async () => {
    const mistake = await checkExpression(trace, 'queue->waiting +', new AbortController().signal);
    expect(mistake).toMatchObject({ column: 17, suggestions: [] });
  });

  it.each([
    ['queu->waiting > 5', 'queue->waiting > 5'],
    ['1 + queue->waitng', '1 + queue->waiting'],
    ['minute + total.refusd', 'minute + total.refused'],
    ['$tracepont == 2', '$tracepoint == 2'],
    ['$strq(slot, "a")', '$_streq(slot, "a")'],
  ])('with a slip in a name is refused, and what was meant is said: %s', async (text, meant) => {
    expect((await checked(text))?.[1]).toBe(meant);
  });

  it('with a member that there is not gives those that there are', async () => {
    expect(await checked('queue->nosuch')).toEqual([
      'There is no member named nosuch.',
      'queue->ring',
      'queue->head',
      'queue->tail',
      'queue->waiting',
    ]);
    expect(await checked('nosuchthing')).toEqual(['No symbol "nosuchthing" in current context.']);
  });

  it('with a name of another place is not said to be misspelled', async () => {
    expect(await checked('call->')).toHaveLength(1);
  });

  it('is not looked up on once that is cancelled', async () => {
    expect(await checkExpression(trace, 'nosuch', AbortSignal.abort())).toBeUndefined();
  });
});

describe('similar names', () => {
  it('differ by a slip or two, the nearest first', () => {
    expect(similarNames('waitign', ['wait', 'waiting', 'weighing', 'tail'])).toEqual(['waiting']);
    expect(similarNames('n', ['m', 'max', 'n2'])).toEqual(['m', 'n2']);
  });
});
