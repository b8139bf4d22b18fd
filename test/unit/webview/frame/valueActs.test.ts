// What is done with a value of the details, and what it becomes: a grouping, a filter, memory.
import { beforeEach, describe, expect, it } from 'vitest';
import { ValueActs } from '../../../../webview/frame/valueActs';
import { RequestError } from '../../../../src/wire/page';
import { askedHost, settle, type AskedHost } from '../askedRequests';

let host: AskedHost;
let done: string[];
let acts: ValueActs;

beforeEach(() => {
  host = askedHost();
  done = [];
  acts = new ValueActs(
    host.ask,
    { groupBy: (text) => done.push(`group by ${text}`) },
    { filterBy: (condition, hides) => done.push(`${hides ? 'hide' : 'only'} ${condition}`) },
    { say: (sentence) => done.push(sentence) },
    (address) => done.push(`memory at ${address}`),
  );
});

const place = { frame: 7, value: 'n + 1', address: '0x404060' };

describe('a value', () => {
  it('groups, is looked for where it changed, and shown in memory', async () => {
    await acts.run('groupByValue', place);
    await acts.run('onlyChanges', place);
    await acts.run('showMemory', place);
    await acts.run('showMemory', { frame: 7, value: 'n' });
    await acts.run('groupByValue', { frame: 7 });
    expect(done).toEqual(['group by n + 1', 'only $_changed(n + 1)', 'memory at 0x404060']);
  });

  it.each(['least', 'most'] as const)('is filtered by its %s in all frames', async (which) => {
    void acts.run(which === 'least' ? 'onlyLeast' : 'onlyMost', place);
    const facts = { least: { frame: 3, value: -1 }, most: { frame: 9, value: 12 } };
    await host.last('plotValues').answer(facts);
    const asked = { frame: facts[which].frame, by: { kind: 'value', text: 'n + 1' } };
    expect(host.last('common').asked).toEqual(asked);
    await host.last('common').answer({ label: 'x', condition: `(n + 1) == ${which}` });
    expect(done).toEqual([`only (n + 1) == ${which}`]);
  });

  it('that is no number has no min, and says so', async () => {
    void acts.run('onlyLeast', place);
    await host.last('plotValues').answer({});
    void acts.run('onlyMost', place);
    await host.last('plotValues').fail(new RequestError('It is no number.'));
    await settle();
    expect(done).toEqual(['n + 1 is a number in no frame.', 'n + 1: It is no number.']);
  });
});
