// Pointers to variables without an address (DW_OP_implicit_pointer, DW_OP_GNU_implicit_pointer) and
// parameters that the compiler took away (DW_OP_GNU_parameter_ref), of programs that gcc -O2 made,
// against what gdb says of their traces.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { valueContextOf } from '../../src/values/value';
import { corpus } from './corpusTrace';
import { saidInFrames, variableLines, type SaidInFrame } from './frameWords';
import { Printer } from './printed';
import { openValues } from './valuesTrace';

const folder = path.join(import.meta.dirname, 'data/implicit');

describe.each(['dwarf4', 'dwarf5'])('%s', (program) => {
  it('says what gdb says', async () => {
    const name = path.relative(corpus, path.join(folder, program));
    const trace = await openValues(name);
    const printer = await Printer.of(name, trace);
    const said = saidInFrames(path.join(folder, `${program}.txt`));
    const own: SaidInFrame[] = [];
    for (const each of said) {
      const { machine, stack } = await trace.stopped(each.frame);
      const frame = stack.frames[each.level];
      const asked = each.question.replace(/^print /, '');
      const answer = each.question.startsWith('info ')
        ? await variableLines(each.question, valueContextOf(machine, trace.modules, frame))
        : await printer.print(asked, machine, frame);
      own.push({ ...each, answer });
    }
    trace.dispose();
    expect(own).toEqual(said);
    const pointers = said.filter(({ answer }) => answer.includes('<synthetic pointer>'));
    expect([said.length, pointers.length]).toEqual([48, 11]);
  });
});
