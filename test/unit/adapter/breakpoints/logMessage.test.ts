import { describe, expect, it } from 'vitest';
import { logText, readLogMessage } from '../../../../src/adapter/breakpoints/logMessage';
import { traceWithProgram } from '../../trace/programInUse';

describe('a log message', () => {
  it.each([
    ['plain', [{ text: 'plain' }]],
    ['', []],
    ['n={n}', [{ text: 'n=' }, { expression: 'n' }]],
    ['{a}{b,x}', [{ expression: 'a' }, { expression: 'b,x' }]],
    ['{f({1, 2})}!', [{ expression: 'f({1, 2})' }, { text: '!' }]],
    [`{c == '}'}`, [{ expression: `c == '}'` }]],
    [`{"\\"}"}`, [{ expression: `"\\"}"` }]],
    ['\\{n\\} \\\\ \\n', [{ text: '{n} \\ \\n' }]],
    ['open {n', [{ text: 'open {n' }]],
    ['n} close', [{ text: 'n} close' }]],
  ])('“%s” is read', (message, parts) => {
    expect(readLogMessage(message)).toEqual(parts);
  });

  it('is read in time, whatever stands in it', () => {
    const braces = '{'.repeat(200_000);
    expect(readLogMessage(braces)).toEqual([{ text: braces }]);
  });

  it('has values of the frame, and says where there are none', async () => {
    const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    const parts = readLogMessage('{n} {n,x} {g.w[0]} {p} {nothing}');
    // Frame 16 is the hit of app.c:13 with n = 3; frame 15 holds registers and 256 bytes of the
    // stack.
    expect(await logText(parts, trace, 16)).toBe(
      '3 0x3 1.5 (struct point *) 0x404060 <g> <No symbol "nothing" in current context.>',
    );
    expect(await logText(readLogMessage('{g.x} {c}'), trace, 15)).toMatch(/^<unavailable> /);
  });
});
