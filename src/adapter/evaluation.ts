// Expressions in the debugger: the watch view, hovers, and what commands of the debug console are
// given.
import {
  type ConvenienceValue,
  type EvaluationContext,
  type Setting,
  ValueHistory,
} from '../expressions/context';
import type { Macro } from '../expressions/macroExpansion';
import { printFormat, watchFormat, resultText } from '../expressions/format';
import type { CallStack, StackFrame } from '../machine/stackFrame';
import { functionNameOf } from '../trace/text/stackFrameText';
import { problemOf, type PrintSettings } from '../values/text/text';
import { evaluationContext, evaluate, problemText, type Evaluated } from '../trace/expressions';
import { isClass, strip } from '../values/types';
import { typeName } from '../values/typeName';
import type { SymbolNaming } from '../values/value';
import { wholeObject } from '../values/wholeObject';
import type { Trace } from '../trace/trace';
import { registerNode, registersOf } from './registersScope';
import { RequestFailed } from '../bytes/requestFailed';
import { letterOf, valueNode, viewOf, type ValueView } from './valueNodes';
import type { VariableNode } from './variableTree';

/** How the debug console writes values: gdb's `set print …`. */
export interface PrintView {
  readonly settings: Partial<PrintSettings>;
  readonly prettyPrint: boolean;
}

/** What the debug console knows beyond the trace. */
interface ConsoleAnswers {
  readonly convenience: EvaluationContext['convenience'];
  readonly setting: (name: string) => Setting | undefined;
  readonly warn: (words: string) => void;
  readonly inputRadix: () => number;
  readonly wholeObjects: () => boolean;
  readonly symbolNaming: () => SymbolNaming;
  /** In bytes. */
  readonly maxValueSize: () => number;
  readonly stack: () => Promise<CallStack>;
  /** DW_LANG_… of the language that was set; undefined for that of the source. */
  readonly language: () => number | undefined;
}

/** Evaluates in one session; keeps what was printed. */
export class Evaluator {
  private readonly history = new ValueHistory();
  private readonly conveniences = new Map<string, ConvenienceValue>();
  /** What `macro define` defined, by name. */
  readonly typedMacros = new Map<string, Macro>();
  /** What the debug console adds for its own lines. */
  console: ConsoleAnswers | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly view: ValueView,
  ) {}

  /** Sets a convenience variable, named without its `$`. */
  remember(name: string, value: ConvenienceValue): void {
    this.conveniences.set(name, value);
  }

  /** The names of the convenience variables that were set, the last first, each without its `$`. */
  get remembered(): readonly string[] {
    return [...this.conveniences.keys()].reverse();
  }

  /** How many values were printed: `$1` to that number. */
  get printed(): number {
    return this.history.length;
  }

  /** Where expressions are evaluated: a stack frame of the frame where the debugger is. */
  async context(stackFrame: StackFrame | undefined): Promise<EvaluationContext> {
    const { trace, history, conveniences, typedMacros } = this;
    const context = await evaluationContext(trace, trace.cursor.frame, stackFrame, history);
    return {
      ...context,
      typedMacros,
      convenience: (name) => conveniences.get(name) ?? context.convenience(name),
    };
  }

  /** The same for a line of the debug console, which may set convenience variables. */
  async consoleContext(stackFrame: StackFrame | undefined): Promise<EvaluationContext> {
    const context = await this.context(stackFrame);
    const { console } = this;
    return {
      ...context,
      convenience: (name) => console?.convenience(name) ?? context.convenience(name),
      assign: (name, value) => {
        this.remember(name, value);
      },
      ...(console && {
        setting: console.setting,
        warn: console.warn,
        inputRadix: console.inputRadix(),
        wholeObjects: console.wholeObjects(),
        symbolNaming: console.symbolNaming(),
        maxValueSize: console.maxValueSize(),
        language: console.language() ?? context.language,
        callers: async () => {
          const { frames } = await console.stack();
          return Promise.all(frames.slice(stackFrame?.level ?? 0).map(functionNameOf));
        },
      }),
    };
  }

  /** The value of an expression, with the format before it; fails with gdb's words. */
  async value(text: string, stackFrame: StackFrame | undefined): Promise<Evaluated> {
    const evaluated = await evaluate(text, 'print', await this.consoleContext(stackFrame));
    if ('problem' in evaluated) throw new RequestFailed(evaluated.problem);
    return evaluated;
  }

  /** What `print` answers: gdb's text, with the value's number in the history. */
  async print(
    text: string,
    stackFrame: StackFrame | undefined,
    view: PrintView,
  ): Promise<VariableNode> {
    const evaluated = await this.value(text, stackFrame);
    const problem = problemOf(evaluated.value);
    if (problem !== undefined) throw new RequestFailed(problem);
    const head = `$${await this.history.add(evaluated.value)} = `;
    try {
      const node = await this.written(text, evaluated, view);
      return { ...node, value: head + node.value };
    } catch (error) {
      // gdb has begun its answer, and counted it, when it finds that a format cannot be had.
      if (error instanceof RequestFailed) this.console?.warn(head);
      throw error;
    }
  }

  /** An expression typed in the debug console: what `output` writes, and its parts. */
  async output(
    text: string,
    stackFrame: StackFrame | undefined,
    view: PrintView,
  ): Promise<VariableNode> {
    return this.written(text, await this.value(text, stackFrame), view);
  }

  /** What an expression of the watch view gives. */
  async watch(text: string, stackFrame: StackFrame | undefined): Promise<VariableNode> {
    const register = await this.register(text, stackFrame);
    if (register) return register;
    const evaluated = await evaluate(text, 'watch', await this.context(stackFrame));
    if ('problem' in evaluated) throw new RequestFailed(problemText(evaluated));
    const { value, format, raw } = evaluated;
    const expression = expressionOf(text, 'watch');
    const prettyPrint = this.view.prettyPrint && !raw;
    const view = viewOf(expression, { ...this.view, prettyPrint });
    const written = await resultText(value, { prettyPrint, format: format ?? letterOf(view) });
    if ('problem' in written) throw new RequestFailed(problemText(written));
    return { ...(await valueNode(text, value, expression, view)), value: written.text };
  }

  /** The register that an expression only names, as the Registers scope shows it. */
  async register(
    text: string,
    stackFrame: StackFrame | undefined,
  ): Promise<VariableNode | undefined> {
    const machine = await this.trace.machine(this.trace.cursor.frame);
    const name = /^\s*\$([A-Za-z_]\w*)\s*$/.exec(text)?.[1];
    const read = name === undefined ? undefined : machine.registers?.read(name);
    if (!read) return undefined;
    const registers = registersOf(machine, stackFrame, this.trace.modules.current.loaded);
    return registerNode(registers, read.register, this.view);
  }

  private async written(
    text: string,
    { value, format, raw }: Evaluated,
    { settings, prettyPrint: pretty }: PrintView,
  ): Promise<VariableNode> {
    const prettyPrint = pretty && !raw;
    const whole = settings.objects ? await wholeObject(value) : undefined;
    const written = await resultText(whole ?? value, { settings, prettyPrint, format });
    if ('problem' in written) throw new RequestFailed(written.problem);
    const node = await valueNode(text, value, expressionOf(text, 'print'), { prettyPrint });
    if (!whole || !isClass(strip(whole.type))) return { ...node, value: written.text };
    const type = await typeName(whole.type, whole.context.language);
    return { ...node, value: `(${type}) ${written.text}` };
  }
}

/** What was typed, without the formats: the names of its parts are made from it. */
function expressionOf(text: string, formats: 'print' | 'watch'): string | undefined {
  const asked = formats === 'print' ? printFormat(text) : watchFormat(text);
  return 'problem' in asked || asked.count !== undefined ? undefined : asked.expression;
}
