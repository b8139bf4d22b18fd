// Pointers to variables without an address (DW_OP_implicit_pointer, DW_OP_GNU_implicit_pointer) and
// parameters that the compiler took away (DW_OP_GNU_parameter_ref), of programs that gcc -O2 made,
// against what gdb says of their traces.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentsOf, localsOf, variableLine } from '../../src/values/frameVariables';
import { valueContextOf, type ValueContext } from '../../src/values/value';
import { corpus } from './corpusTrace';
import { Printer } from './printed';
import { openValues } from './valuesTrace';

const folder = path.join(import.meta.dirname, 'data/implicit');

/** What gdb said in one stack frame. */
interface Said {
  readonly frame: number;
  readonly level: number;
  readonly question: string;
  readonly answer: string;
}

function saidOf(program: string): Said[] {
  const text = readFileSync(path.join(folder, `${program}.txt`), 'utf8');
  return text
    .split(/^=== /m)
    .slice(1)
    .flatMap((section) => {
      const [head = '', ...answers] = section.split(/^--- /m);
      const [frame = 0, level = 0] = head.split(' ').map(Number);
      return answers.map((each) => {
        const [question = '', ...lines] = each.trimEnd().split('\n');
        return { frame, level, question, answer: lines.join('\n').replace(/^\$\d+ = /, '') };
      });
    });
}

async function lines(question: string, context: ValueContext): Promise<string> {
  const scope = context.frame?.scope;
  if (!scope) return '';
  const variables = question === 'info locals' ? localsOf(scope) : argumentsOf(scope);
  const own: string[] = [];
  for (const each of variables) own.push(await variableLine(each, context, {}));
  if (own.length === 0) own.push(question === 'info locals' ? 'No locals.' : 'No arguments.');
  return own.join('\n');
}

describe.each(['dwarf4', 'dwarf5'])('%s', (program) => {
  it('says what gdb says', async () => {
    const name = path.relative(corpus, path.join(folder, program));
    const trace = await openValues(name);
    const printer = await Printer.of(name, trace);
    const said = saidOf(program);
    const own: Said[] = [];
    for (const each of said) {
      const { machine, stack } = await trace.stopped(each.frame);
      const frame = stack.frames[each.level];
      const asked = each.question.replace(/^print /, '');
      const answer = each.question.startsWith('info ')
        ? await lines(each.question, valueContextOf(machine, trace.modules, frame))
        : await printer.print(asked, machine, frame);
      own.push({ ...each, answer });
    }
    trace.dispose();
    expect(own).toEqual(said);
    const pointers = said.filter(({ answer }) => answer.includes('<synthetic pointer>'));
    expect([said.length, pointers.length]).toEqual([41, 8]);
  });
});
