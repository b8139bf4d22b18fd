// The values of trace state variables in every frame, against gdb's `print $NAME` and `tdump`. gdb
// says `void` of a variable that the frame did not collect.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { Trace } from '../../src/trace/trace';
import { corpus, corpusTraces, readOracle } from './corpusTrace';

const compared = { printed: 0, dumped: 0, collected: 0 };

async function open(name: string): Promise<Trace> {
  const source = new MemorySource(readFileSync(path.join(corpus, `${name}.tf`)));
  const opened = await Trace.open(source, name);
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

/** What `print` said of variables, by name: `void`, or a number. */
function printed(frame: readonly string[], names: readonly string[]): [string, string][] {
  return frame.flatMap((line, at) => {
    const name = /^--- print \$(\w+)$/.exec(line)?.[1];
    const value = /^\$\d+ = (.*)$/.exec(frame[at + 1] ?? '')?.[1];
    return name !== undefined && value !== undefined && names.includes(name) ? [[name, value]] : [];
  });
}

/** What `tdump` said of variables that the tracepoint's actions name. */
function dumped(frame: readonly string[], names: readonly string[]): [string, string][] {
  return frame.flatMap((line) => {
    const [, name = '', value = ''] = /^\$([a-z]\w*) = (.*)$/.exec(line) ?? [];
    return names.includes(name) ? [[name, value]] : [];
  });
}

describe.each(corpusTraces)('%s', (name) => {
  it('has the values that gdb tells, in every frame', async () => {
    const trace = await open(name);
    const { variables } = trace.recording.description;
    const names = variables.map((variable) => variable.name);
    for (const [number, lines] of readOracle(name).frames) {
      const machine = await trace.machine(number);
      const [prints, dumps] = [printed(lines, names), dumped(lines, names)];
      for (const [told, value] of [...prints, ...dumps]) {
        const variable = variables.find((each) => each.name === told);
        const read = machine.variable(variable?.number ?? -1);
        expect(read?.toString() ?? 'void', `frame ${number}, $${told}`).toBe(value);
        if (read !== undefined) compared.collected++;
      }
      compared.printed += prints.length;
      compared.dumped += dumps.length;
    }
    trace.dispose();
  });
});

describe('the comparisons', () => {
  it('were all made', () => {
    expect(compared).toEqual({ printed: 192, dumped: 103, collected: 147 });
  });
});
