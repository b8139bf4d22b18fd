// Tracepoints as the target runs them.
import { beforeEach, describe, expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { Views } from '../../../../src/ask/views';
import { collectedByActions } from '../../../../src/ask/trace/collectedByActions';
import { tracepointDetails } from '../../../../src/ask/trace/tracepointDetails';
import type { Trace } from '../../../../src/trace/trace';
import { fileDescribed, openedFile } from '../../growth/madeTraces';
import { openSample, repeatedSample } from '../../trace/search/sample';
import { traceOf } from '../../trace/tracedPrograms';

let app: Trace;

beforeEach(async () => {
  app = await traceOf('x86_64/app.tf');
});

const asked = () => ({ trace: app, views: new Views() });

function code(tracepoint: number) {
  return tracepointDetails.answer(asked(), { tracepoint }, runWith());
}

describe('a tracepoint', () => {
  it('has its condition as an expression and as bytecode', async () => {
    const { conditions } = await code(3);
    expect(conditions).toHaveLength(1);
    const [condition] = conditions;
    expect(condition).not.toHaveProperty('locations');
    expect(condition?.expression.length).toBe(0x13);
    expect(condition?.expression.instructions[0]).toBe('  0  reg 6');
    expect(condition?.expression.value).toMatch(/\$rbp.* > 5|5 < .*\$rbp/);
    expect(condition?.expression.problems).toEqual([]);
  });

  it('names the locations of a condition that not all of them have', async () => {
    const at = (address: string, condition = '') => `tp T1:${address}:E:0:0${condition}`;
    const lines = [at('401000', ':X3,260027'), at('401010', ':X3,260027'), at('401020')];
    app = await openedFile(fileDescribed(lines));
    const { conditions } = await code(1);
    expect(conditions.map(({ locations }) => locations)).toEqual([['0x401000', '0x401010']]);
  });

  it('has its actions, those of steps after those of hits', async () => {
    const { lists } = await code(3);
    expect(lists.map(({ stepping, actions }) => [stepping, actions.length])).toEqual([
      [false, 4],
      [true, 2],
    ]);
    const [registers, local] = lists[0]?.actions ?? [];
    expect(registers).toEqual({ text: 'collect registers' });
    expect(local?.expression?.effects).toEqual(['collect 4 bytes at $rbp - 36']);
  });

  it('names trace state variables', async () => {
    const { lists } = await code(2);
    const effects = lists[0]?.actions.flatMap(({ expression }) => expression?.effects ?? []);
    expect(effects?.slice(-2)).toEqual(['$hits = $hits + 1', 'collect $hits']);
  });

  it('that the file does not describe is a problem', async () => {
    await expect((async () => code(99))()).rejects.toThrow('The file describes no tracepoint 99.');
  });
});

it('counts what actions collected, in the order in which they are listed', async () => {
  const { lists } = await code(3);
  const counted = await collectedByActions.answer(asked(), { tracepoint: 3 }, runWith());
  expect(counted.lists.map(({ counts }) => counts.length)).toEqual(
    lists.map(({ actions }) => actions.length),
  );
  expect(counted.frames).toBe(app.recording.index.framesOf(3));
});

it('counts once all frames are known', async () => {
  const held = repeatedSample(24);
  held.gate = 4 * 1024 * 1024;
  app = await openSample(held);
  const counting = collectedByActions.answer(asked(), { tracepoint: 4 }, runWith());
  expect(await Promise.race([counting, Promise.resolve('waiting')])).toBe('waiting');
  held.open();
  expect((await counting).frames).toBe(24 * 97);
  app.dispose();
});
