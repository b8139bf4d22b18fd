import { beforeAll, describe, expect, it } from 'vitest';
import { resultText } from '../../../src/expressions/format';
import {
  evaluationContext,
  evaluate,
  evaluateAddress,
  problemText,
} from '../../../src/trace/expressions';
import type { Trace } from '../../../src/trace/trace';
import { traceWithProgram } from './programInUse';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

async function contextAt(frame: number) {
  const [innermost] = (await app.callStack(frame)).frames;
  return evaluationContext(app, frame, innermost);
}

async function text(expression: string, formats: 'print' | 'watch', frame = 1): Promise<string> {
  const evaluated = await evaluate(expression, formats, await contextAt(frame));
  if ('problem' in evaluated) return problemText(evaluated);
  const { value, format } = evaluated;
  const written = await resultText(value, { format });
  return 'problem' in written ? written.problem : written.text;
}

describe('an expression in a frame', () => {
  it('knows the frame, its tracepoint and the place', async () => {
    expect(await text('$trace_frame', 'print')).toBe('1');
    expect(await text('$tracepoint', 'print')).toBe('2');
    expect(await text('$trace_line', 'print')).toBe('13');
    expect(await text('$trace_func', 'print')).toBe('"helper"');
    expect(await text('$hits', 'print')).toBe('4');
    expect(await text('$trace_timestamp', 'print')).toBe('void');
  });

  it('has its format before it, or in a watch view behind it', async () => {
    expect(await text('/x p->y', 'print')).toBe('0x2');
    expect(await text('p->y,x', 'watch')).toBe('0x2');
    expect(await text('fib_cache,3', 'watch')).toBe('{0, 0, 0}');
    expect(await text('p,1', 'watch')).toMatch(/^\{\{x = 1, y = 2,/);
  });

  it('says in which column it is wrong, the format counted', async () => {
    expect(await text('p->', 'print')).toMatch(/^Column 4: /);
    expect(await text('/x p->', 'print')).toMatch(/^Column 7: /);
  });

  it('compares with the frames before', async () => {
    expect(await text('$_changed(p->name)', 'print', 6)).toBe('0');
    expect(await text('$_changed($hits)', 'print', 6)).toBe('1');
  });
});

describe('an address that a person typed', () => {
  const addressOf = async (expression: string, frame = 1) =>
    evaluateAddress(expression, await contextAt(frame));

  it('is a number, a pointer, or where something lies', async () => {
    expect(await addressOf('0x404060')).toEqual({ address: 0x404060n });
    expect(await addressOf('p')).toEqual({ address: 0x404060n });
    expect(await addressOf('g')).toEqual({ address: 0x404060n });
    expect(await addressOf('helper')).toEqual({ address: 0x401146n });
    expect(await addressOf('$rip + 4')).toEqual({ address: 0x40117fn });
  });

  it('is refused where it is none, or was not collected', async () => {
    expect(await addressOf('$nothing')).toEqual({ problem: '$nothing is no address.' });
    expect(await addressOf('p->w[0]')).toEqual({ problem: 'p->w[0] is no address.' });
    expect(await addressOf('banner')).toMatchObject({ problem: 'banner was not collected.' });
  });
});
