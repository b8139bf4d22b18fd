import { it } from 'vitest';
import { compile } from '../src/machine/expressions/compile';
import { BaseTypes } from '../src/machine/expressions/baseTypes';
import { surroundingsOf } from '../src/machine/values/value';
import { openValues } from './oracle/valuesTrace';
it('speed', async () => {
  const trace = await openValues('x86_64/app');
  const { machine, stack } = await trace.stopped(1);
  const context = { machine, surroundings: surroundingsOf(machine, trace.placements, stack.frames[0]), convenience: () => undefined };
  const types = new BaseTypes(context.surroundings);
  const view = new DataView(new ArrayBuffer(1000));
  for (const text of ['$pc == 0x401159', '$rax > 5 && $rdi < 100']) {
    const c = await compile(text, context.surroundings); if ('problem' in c) throw new Error(c.problem);
    const q = c.quick((name) => ({ type: types.long, read: () => view.getBigUint64(name.length, true) }))!;
    for (let i = 0; i < 1e5; i++) q();
    const t = performance.now(); for (let i = 0; i < 1e6; i++) q(); console.log(text, (performance.now() - t).toFixed(0), 'ms per million');
  }
  for (const text of ['n > 5', 'p->x == 3 && n > 0', '$rax > 5', 'p->w[1] > 2.0', '$_changed(n)', 'nothing']) {
    const c = await compile(text, context.surroundings); if ('problem' in c) throw new Error(c.problem);
    console.log(text, await c.holds(context));
    for (let i = 0; i < 3000; i++) await c.holds(context);
    const t = performance.now(); for (let i = 0; i < 2e4; i++) await c.holds(context); console.log(((performance.now() - t) / 2e4 * 1000).toFixed(1), 'us each');
  }
}, 100000);
