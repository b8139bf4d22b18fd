// What `print` says of expressions in the stack frames of the corpus: this project's words.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { MemorySource } from '../../src/bytes/source';
import { readDescription } from '../../src/format/descriptionReader';
import { compile, type Compiled } from '../../src/expressions/compile';
import {
  type ConvenienceValue,
  type EvaluationContext,
  ValueHistory,
} from '../../src/expressions/context';
import { printFormat, resultText } from '../../src/expressions/format';
import type { StackFrame } from '../../src/machine/stackFrame';
import type { FrameState } from '../../src/machine/frameState';
import { valueContextOf } from '../../src/values/value';
import { corpus } from './corpusTrace';
import type { ValuesTrace } from './valuesTrace';

/** Evaluates expressions on one trace, each compiled once for a language. */
export class Printer {
  private readonly compiled = new Map<string, ReturnType<typeof compile>>();
  private readonly history = new ValueHistory();

  private constructor(
    private readonly trace: ValuesTrace,
    private readonly variables: ReadonlyMap<string, number>,
  ) {}

  static async of(name: string, trace: ValuesTrace): Promise<Printer> {
    const bytes = readFileSync(path.join(corpus, `${name}.tf`));
    const read = await readDescription(new MemorySource(bytes));
    if ('problem' in read) throw new Error(read.problem);
    const { variables } = read.description;
    return new Printer(trace, new Map(variables.map((each) => [each.name, each.number])));
  }

  /**
   * gdb's answer to `print` with these arguments, without `$1 = `; a complaint begins with `ERR`.
   */
  async print(args: string, machine: FrameState, frame: StackFrame | undefined): Promise<string> {
    const asked = printFormat(args);
    if ('problem' in asked) return `ERR ${asked.problem}`;
    const context = this.contextOf(machine, frame);
    const compiled = await this.compile(asked.expression, context);
    if ('problem' in compiled) return `ERR ${compiled.problem}`;
    const value = await compiled.evaluate(context);
    if ('problem' in value) return `ERR ${value.problem}`;
    await this.history.add(value);
    const result = await resultText(value, { format: asked.format });
    return 'problem' in result ? `ERR ${result.problem}` : result.text;
  }

  private compile(text: string, context: EvaluationContext): ReturnType<typeof compile> {
    const key = `${context.language ?? ''} ${context.frame?.lookupPc ?? ''} ${text}`;
    const known = this.compiled.get(key);
    if (known) return known;
    const compiled: Promise<Compiled | { problem: string }> = compile(text, context);
    this.compiled.set(key, compiled);
    return compiled;
  }

  private contextOf(machine: FrameState, frame: StackFrame | undefined): EvaluationContext {
    return {
      ...valueContextOf(machine, this.trace.modules, frame),
      state: machine,
      history: this.history,
      convenience: (name): ConvenienceValue => {
        if (name === 'trace_frame') return BigInt(machine.frame.number);
        const number = this.variables.get(name);
        return number === undefined ? undefined : machine.variable(number);
      },
    };
  }
}
