import { describe, expect, it } from 'vitest';
import { dataBreakpointInfo } from '../../../../src/adapter/breakpoints/dataInfo';
import { traceWithProgram } from '../../trace/programInUse';

describe('a variable that another of its name hides', () => {
  it('is followed at its own address, in its function', async () => {
    const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    trace.cursor.moveTo(1, {});
    const [innermost] = (await trace.callStack(1)).frames;
    const address = 0x7fffffffe4bcn;
    const node = { name: 'n (line 9)', value: '3', evaluateName: `{int} 0x7fffffffe4bc`, address };
    const here = () => Promise.resolve(innermost);
    const variables = { has: () => true, child: () => Promise.resolve(node) };
    const info = await dataBreakpointInfo(
      { trace, stack: { innermost: here, selected: here }, variables },
      { name: node.name, variablesReference: 1 },
    );
    expect(info.description).toBe('{int} 0x7fffffffe4bc in helper');
    expect(info.dataId).toContain('"function":"helper"');
  });
});
