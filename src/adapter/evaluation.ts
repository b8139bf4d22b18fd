// Expressions in the debugger: the watch view, hovers, and `print` in the debug console.
import { printFormat, watchFormat } from '../machine/expressions/format';
import { ValueHistory } from '../machine/expressions/history';
import { resultText } from '../machine/expressions/resultText';
import type { StackFrame } from '../machine/stackFrame';
import { evaluationContext } from '../trace/evaluationContext';
import { evaluate, problemText } from '../trace/expressions';
import type { Value } from '../machine/values/value';
import type { Trace } from '../trace/trace';
import { registerNode, registersOf } from './registersScope';
import { RequestFailed } from './requestFailed';
import { valueNode, type ValueView } from './valueNodes';
import type { VariableNode } from './variableTree';

/** Evaluates in one session; keeps what was printed. */
export class Evaluator {
  private readonly history = new ValueHistory();

  constructor(
    private readonly trace: Trace,
    private readonly view: ValueView,
  ) {}

  /** What `print` answers: gdb's text, with the value's number in the history. */
  async print(text: string, stackFrame: StackFrame | undefined): Promise<VariableNode> {
    const { node, value } = await this.evaluate(text, 'print', stackFrame);
    return { ...node, value: `$${await this.history.add(value)} = ${node.value}` };
  }

  /** What an expression gives; one that only names a register shows it as the Registers scope does. */
  async show(
    text: string,
    formats: 'print' | 'watch',
    stackFrame: StackFrame | undefined,
  ): Promise<VariableNode> {
    const register = await this.register(text, stackFrame);
    return register ?? (await this.evaluate(text, formats, stackFrame)).node;
  }

  private async register(
    text: string,
    stackFrame: StackFrame | undefined,
  ): Promise<VariableNode | undefined> {
    const machine = await this.trace.machine(this.trace.position);
    const name = /^\s*\$([A-Za-z_]\w*)\s*$/.exec(text)?.[1];
    const read = name === undefined ? undefined : machine.registers?.read(name);
    return read && registerNode(registersOf(machine, stackFrame), read.register);
  }

  private async evaluate(
    text: string,
    formats: 'print' | 'watch',
    stackFrame: StackFrame | undefined,
  ): Promise<{ readonly node: VariableNode; readonly value: Value }> {
    const { trace, history } = this;
    const context = await evaluationContext(trace, trace.position, stackFrame, history);
    const evaluated = await evaluate(text, formats, context);
    if ('problem' in evaluated) throw new RequestFailed(problemText(evaluated));
    const { value, format, raw } = evaluated;
    const view = { prettyPrint: this.view.prettyPrint && !raw };
    const written = await resultText(value, { ...view, format });
    if ('problem' in written) throw new RequestFailed(problemText(written));
    const node = await valueNode(text, value, expressionOf(text, formats), view);
    return { node: { ...node, value: written.text }, value };
  }
}

/** What was typed, without the formats: the names of its parts are made from it. */
function expressionOf(text: string, formats: 'print' | 'watch'): string | undefined {
  const asked = formats === 'print' ? printFormat(text) : watchFormat(text);
  return 'problem' in asked || asked.count !== undefined ? undefined : asked.expression;
}
