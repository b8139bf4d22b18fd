// What this project says of a stopped program, in the words in which gdb answers: each comparison
// is a line of both.
import { compile } from '../../src/expressions/compile';
import type { Problem } from '../../src/expressions/problem';
import { registerText } from '../../src/machine/registerText';
import type { CallStack, StackFrame } from '../../src/machine/stackFrame';
import type { FrameState } from '../../src/machine/frameState';
import { infoArgs, infoLocals } from '../../src/values/frameVariables';
import { resultText } from '../../src/expressions/format';
import { problemOf, valueText, type TextOptions } from '../../src/values/text/text';
import { typeName } from '../../src/values/typeName';
import { valueContextOf, type ValueContext, type Value } from '../../src/values/value';
import { readVariable } from '../../src/values/variable';
import { hexAddress } from '../../src/bytes/hex';
import { baseName } from '../../src/trace/paths';
import { Printer } from './printed';
import { parseOracle, type Answer, type FrameAnswers } from './programOracle';
import { openTraced, type ProgramTrace, type Traced } from './programTrace';

/** A line of gdb's and this project's. */
export interface Comparison {
  /** Frame, level of the stack frame and the question, with the variable for a list of them. */
  readonly at: string;
  readonly kind: string;
  readonly gdb: string;
  readonly ours: string;
}

/** Compares everything that gdb said of a trace. */
export async function compareTrace(each: Traced): Promise<Comparison[]> {
  const opened = await openTraced(each);
  const printer = await Printer.of(each.trace, opened);
  const options = { prettyPrint: each.pretty ?? false };
  const compared: Comparison[] = [];
  for (const answers of parseOracle(each.oracle)) {
    compared.push(...(await compareFrame(answers, opened, printer, options)));
  }
  await opened.dispose();
  return compared;
}

/** Compares everything that gdb said of a frame. */
async function compareFrame(
  answers: FrameAnswers,
  opened: ProgramTrace,
  printer: Printer,
  options: TextOptions = {},
): Promise<Comparison[]> {
  const { machine, stack } = await opened.stopped(answers.frame);
  const comparisons = await compareStack(answers.stack, stack, opened, machine, options);
  const asked = [[0, answers.innermost] as const, ...answers.levels];
  for (const [level, questions] of asked) {
    const words = new Words(opened, printer, machine, stack, level, options);
    // Of a caller that was not collected there is nothing to be said.
    if (level > 0 && !stack.frames[level] && stack.unavailableCaller) continue;
    for (const answer of questions) comparisons.push(...(await words.compare(answer)));
  }
  return comparisons;
}

class Words {
  private readonly frame: StackFrame | undefined;
  private readonly context: ValueContext;

  constructor(
    { modules }: ProgramTrace,
    private readonly printer: Printer,
    private readonly machine: FrameState,
    stack: CallStack,
    private readonly level: number,
    private readonly options: TextOptions,
  ) {
    this.frame = stack.frames[level];
    this.context = valueContextOf(machine, modules, this.frame);
  }

  async compare({ question, lines }: Answer): Promise<Comparison[]> {
    const [kind = '', ...rest] = question.split(' ');
    const args = rest.join(' ');
    switch (kind) {
      case 'print':
        return [this.line(question, kind, printed(lines), await this.print(args))];
      case 'whatis':
        return [this.line(question, kind, lines.join('\n'), await this.whatis(args))];
      default:
        return this.info(question, args, lines);
    }
  }

  private async info(
    question: string,
    args: string,
    lines: readonly string[],
  ): Promise<Comparison[]> {
    const [what = '', name = ''] = args.split(' ');
    switch (what) {
      case 'args':
        return this.list(question, what, lines, await infoArgs(this.context, this.options));
      case 'locals':
        return this.list(question, what, lines, await infoLocals(this.context, this.options));
      case 'registers':
        return [this.line(question, what, lines.map(firstColumn).join(), this.register(name))];
      case 'frame':
        if (lines[0]?.startsWith('ERR')) return [];
        return [
          this.line(question, what, frameAddress(lines), this.frameAddress()),
          ...(await this.caller(question, what, lines)),
        ];
      default:
        return [];
    }
  }

  private async print(args: string): Promise<string> {
    const { options, machine, context } = this;
    if (!options.prettyPrint) return this.printer.print(args, machine, this.frame);
    const value = await evaluate(args, context, machine);
    const result = 'problem' in value ? value : await resultText(value, options);
    return 'problem' in result ? `ERR ${result.problem}` : result.text;
  }

  private async whatis(text: string): Promise<string> {
    const { context, machine } = this;
    const compiled = await compile(text, context);
    if ('problem' in compiled) return `ERR ${compiled.problem}`;
    const type = await compiled.type({
      ...context,
      state: machine,
      convenience: () => undefined,
    });
    if ('problem' in type) return `ERR ${type.problem}`;
    return `type = ${await typeName(type, context.language)}`;
  }

  private register(name: string): string {
    const saved = this.frame?.registerNamed(name);
    const register = this.machine.registers?.read(name)?.register;
    if (!saved || !register) return `ERR Invalid register \`${name}'`;
    if (saved.kind === 'notSaved') return `${name} <not saved>`;
    const bytes = saved.kind === 'value' ? saved.bytes : undefined;
    return `${name} ${registerText(register, bytes, this.context.order)}`;
  }

  private frameAddress(): string {
    const cfa = this.frame?.cfa;
    return cfa === undefined ? '' : hexAddress(cfa);
  }

  /** Where this stack frame returns to; gdb says so of main too. */
  private async caller(
    question: string,
    kind: string,
    lines: readonly string[],
  ): Promise<Comparison[]> {
    const saved = /saved [er]?[ip][pc] = (0x[0-9a-f]+)/.exec(lines.join(' '))?.[1];
    const caller = await this.frame?.caller();
    if (saved === undefined || !caller) return [];
    return [this.line(`${question} saved`, kind, saved, hexAddress(caller.pc))];
  }

  private list(
    question: string,
    kind: string,
    gdb: readonly string[],
    ours: readonly string[],
  ): Comparison[] {
    const count = Math.max(gdb.length, ours.length);
    return Array.from({ length: count }, (_, i) => {
      const name = /^\w+(?= =)/.exec(gdb[i] ?? '')?.[0] ?? String(i);
      return this.line(`${question} ${name}`, kind, gdb[i] ?? '', ours[i] ?? '');
    });
  }

  private line(question: string, kind: string, gdb: string, ours: string): Comparison {
    const { number } = this.machine.frame;
    return { at: `${number} ${this.level} ${question}`, kind, gdb, ours };
  }
}

function printed(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\$\d+ = /, '');
}

/** `rip 0x401136`, without the decimal or the symbol. */
function firstColumn(line: string): string {
  const [, name = '', value = ''] = /^(\S+) +(<[^>]+>|\S+)/.exec(line) ?? [];
  return line.startsWith('ERR') ? line : `${name} ${value}`;
}

/** The canonical frame address, which gdb calls a stack frame by. */
function frameAddress(lines: readonly string[]): string {
  return /^Stack level \d+, frame at (0x[1-9a-f][0-9a-f]*)/.exec(lines[0] ?? '')?.[1] ?? '';
}

async function compareStack(
  gdb: readonly string[],
  stack: CallStack,
  opened: ProgramTrace,
  machine: FrameState,
  options: TextOptions,
): Promise<Comparison[]> {
  // An error that ends gdb's stack hides it from whoever asks by a script.
  if (gdb[0]?.startsWith('ERR')) return [];
  const theirs = gdb.filter((line) => line.startsWith('#'));
  const ours: string[] = [];
  for (const [level, frame] of stack.frames.entries()) {
    const context = valueContextOf(machine, opened.modules, frame);
    const callee = stack.frames[level - 1];
    const args = await argumentsText(context, machine, options);
    ours.push(await stackLine({ frame, callee, args }, opened, theirs[level] ?? ''));
  }
  if (stack.unavailableCaller) ours.push(`#${stack.frames.length}  <unavailable> in ?? ()`);
  const count = Math.max(theirs.length, ours.length);
  return Array.from({ length: count }, (_, level) => ({
    at: `${machine.frame.number} ${level} bt`,
    kind: 'bt',
    gdb: withoutExcuses(theirs[level] ?? ''),
    ours: ours[level] ?? '',
  }));
}

/**
 * That an entry value is not available says no more than the line without it; gdb adds it where it
 * knows no caller.
 */
function withoutExcuses(line: string): string {
  return line
    .replace(/^(#\d+) +/, '$1  ')
    .replace(/, \w+@entry=<(unavailable|error reading variable: PC not available)>/g, '');
}

/** The line of `bt`; a PC where gdb writes one, which it does in the middle of a source line. */
async function stackLine(
  { frame, callee, args }: { frame: StackFrame; callee: StackFrame | undefined; args: string },
  { trace }: ProgramTrace,
  theirs: string,
): Promise<string> {
  const { level, pc, lookupPc, kind, scope } = frame;
  if (kind === 'signal') return `#${level}  <signal handler called>`;
  const [digits] = /(?<=^#\d+ +0x)[0-9a-f]+/.exec(theirs) ?? [];
  const at = digits === undefined ? '' : `0x${pc.toString(16).padStart(digits.length, '0')} in `;
  const located = await trace.modules.current.locate(lookupPc);
  const place = callee?.kind === 'inline' ? callee.scope?.inlinedAt : located.source;
  const name = scope?.name ?? located.functionName ?? '??';
  const file = place && baseName(place.file);
  const where = file === undefined ? '' : ` at ${file}:${place?.line ?? 0}`;
  return `#${level}  ${at}${name} (${args})${where}`;
}

async function argumentsText(
  context: ValueContext,
  machine: FrameState,
  options: TextOptions,
): Promise<string> {
  const args: string[] = [];
  for (const variable of context.frame?.scope?.parameters ?? []) {
    const { name } = variable;
    const now = await shortText(await readVariable(variable, context), options);
    const entry = await entryText(name, context, machine, options);
    if (entry === undefined) args.push(`${name}=${now}`);
    else if (entry === now) args.push(`${name}=${name}@entry=${now}`);
    else args.push(`${name}=${now}`, `${name}@entry=${entry}`);
  }
  return args.join(', ');
}

/** What an argument was at the function's entry, if that can be told. */
async function entryText(
  name: string,
  context: ValueContext,
  machine: FrameState,
  options: TextOptions,
): Promise<string | undefined> {
  const value = await evaluate(`${name}@entry`, context, machine);
  if ('problem' in value) return undefined;
  const cannotBeTold = ['<optimized out>', '<unavailable>'].includes(await valueText(value));
  return cannotBeTold ? undefined : shortText(value, options);
}

async function shortText(value: Value, options: TextOptions): Promise<string> {
  const problem = problemOf(value);
  if (problem !== undefined) return `<error reading variable: ${problem}>`;
  return valueText(value, { ...options, summary: true });
}

async function evaluate(
  text: string,
  context: ValueContext,
  machine: FrameState,
): Promise<Value | Problem> {
  const compiled = await compile(text, context);
  if ('problem' in compiled) return compiled;
  return compiled.evaluate({ ...context, state: machine, convenience: () => undefined });
}
