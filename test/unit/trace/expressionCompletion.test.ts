// What may stand at the end of an expression, in a frame of a real trace.
import { describe, expect, it } from 'vitest';
import { evaluationContext } from '../../../src/trace/expressions';
import { completeExpression } from '../../../src/trace/expressionCompletion';
import { tracedBy } from './tracedPrograms';

const opened = tracedBy('x86_64/app.tf', 'x86_64/app');

async function names(text: string): Promise<string[]> {
  const trace = await opened;
  const [innermost] = (await trace.callStack(1)).frames;
  const context = await evaluationContext(trace, 1, innermost);
  const completions = await completeExpression(text, trace.recording, innermost, context);
  return completions.map(({ name, start }) => text.slice(0, start) + name);
}

describe('completion', () => {
  it('offers names in scope', async () => {
    expect(await names('')).toEqual(expect.arrayContaining(['n', 'p']));
    expect(await names('n > 5 && p')).toContain('n > 5 && p');
  });

  it('offers members behind a pointer and an object', async () => {
    expect(await names('p->')).toEqual(expect.arrayContaining(['p->x', 'p->name']));
    expect(await names('1 + (*p).na')).toEqual([]);
    expect(await names('p->na')).toEqual(['p->name']);
  });

  it('offers registers, variables and functions of the trace', async () => {
    expect(await names('$ri')).toEqual(['$rip']);
    expect(await names('$trace_f')).toEqual(['$trace_frame', '$trace_func', '$trace_file']);
    expect(await names('$_ch')).toEqual(['$_changed']);
  });

  it.each(['n > 20', 'n > 20 ', 'f(x)', 'a[1]'])(
    'offers nothing where a name cannot stand: %j',
    async (text) => {
      expect(await names(text)).toEqual([]);
    },
  );
});
