// A value that is followed from frame to frame. What is in memory is followed at its address, in
// whatever function a frame stops and whatever names reach it there; a local variable in the
// frames of its function; all else as the expression that it is.
import { t } from '@vscode/l10n';
import { resultText } from '../../expressions/format';
import { needsIo } from '../../expressions/closures/searchFrame';
import type { Problem } from '../../expressions/problem';
import type { StackFrame } from '../../machine/stackFrame';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { sizeOf } from '../../values/types';
import { maxValueSize, Value, valueContextOf, type BitRange } from '../../values/value';
import { readVariable } from '../../values/variable';
import { evaluate, evaluationContext } from '../expressions';
import { functionExtent, type FunctionExtent } from '../framePcs';
import { changedBytes, FrameExpression } from '../search/evaluator';
import { FrameBytes, TransparentPages } from '../search/frameBytes';
import { FrameRun } from '../search/frameRun';
import { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';
import type { ValueBytes } from './valueChanges';

/** A value that is followed. */
export interface FollowedValue extends ValueBytes {
  readonly expression: string;
  /** The value at the trace's position when following it began. */
  readonly value: Value;
  /** Its run-time address, where it is followed there. */
  readonly address?: bigint;
  /** The function of a local variable. */
  readonly within?: FunctionExtent | undefined;
  /** What `print` writes of it in a frame. */
  textIn(frame: number): Promise<string>;
}

/**
 * What an expression means in a stack frame, to be followed. `innermost`: the stack frame in which
 * other frames are asked for what is in no memory.
 */
export async function followValue(
  trace: Trace,
  expression: string,
  selected: StackFrame | undefined,
  innermost: StackFrame | undefined,
): Promise<FollowedValue | Problem> {
  const context = await evaluationContext(trace, trace.cursor.frame, selected);
  const evaluated = await evaluate(expression, 'print', context);
  if ('problem' in evaluated) return evaluated;
  const { value } = evaluated;
  const size = value.type.kind === 'function' ? 0 : (sizeOf(value.type) ?? 0);
  if (size === 0) return { problem: t('{0} has no value that could change.', expression) };
  if (size > maxValueSize) {
    return {
      problem: t('{0} is longer than {1} bytes: follow a part of it.', expression, maxValueSize),
    };
  }
  const isInnermost = selected === innermost;
  const isLocal = selected !== undefined && namesLocal(selected, namesIn(expression));
  if (value.place.kind === 'memory') {
    const address = BigInt.asUintN(8 * context.addressSize, value.place.address);
    const isOwn = isInnermost && isLocal && (await isInLocal(trace, address, selected));
    if (!isOwn) return new ValueInMemory(trace, expression, value, address);
  } else if (isLocal && !isInnermost) {
    return { problem: t('Of locals, those of the innermost stack frame can be followed.') };
  }
  const problem = await FrameValue.compile(trace, expression);
  if ('problem' in problem) return problem;
  const within = isLocal ? await functionExtent(trace.modules.current, selected.pc) : undefined;
  return new ValueOfExpression(trace, expression, value, problem, within);
}

/** The names in an expression; members among them. */
export function namesIn(expression: string): ReadonlySet<string> {
  return new Set(expression.match(/(?<![\w$])[A-Za-z_]\w*/g));
}

/** Whether one of some names is that of a variable of a stack frame's function. */
export function namesLocal({ scope }: StackFrame, names: ReadonlySet<string>): boolean {
  if (!scope) return false;
  return [...argumentsOf(scope), ...localsOf(scope)].some(({ name }) => names.has(name));
}

/** Whether an address is of memory that a local variable takes up as long as its function runs. */
export async function isInLocal(
  trace: Trace,
  address: bigint,
  stackFrame: StackFrame,
): Promise<boolean> {
  const { scope } = stackFrame;
  if (!scope || trace.modules.current.all.some((each) => each.holds(address))) return false;
  const context = await evaluationContext(trace, trace.cursor.frame, stackFrame);
  for (const variable of [...argumentsOf(scope), ...localsOf(scope)]) {
    const { place, type } = await readVariable(variable, context);
    if (place.kind !== 'memory') continue;
    const offset = address - place.address;
    if (offset >= 0n && offset < BigInt(sizeOf(type) ?? 0)) return true;
  }
  return false;
}

/** The bytes at an address, by the reader that searches have. */
class ValueInMemory implements FollowedValue {
  private readonly pages: TransparentPages;
  private readonly bytes: FrameBytes;
  private readonly first: bigint;
  private readonly size: number;
  private readonly mask: Uint8Array | undefined;

  constructor(
    readonly trace: Trace,
    readonly expression: string,
    readonly value: Value,
    readonly address: bigint,
  ) {
    const { bits, type, context } = value;
    const start = bits ? Math.floor(bits.bit / 8) : 0;
    this.first = address + BigInt(start);
    this.size = bits ? Math.ceil((bits.bit + bits.size) / 8) - start : (sizeOf(type) ?? 0);
    this.mask = bits && maskOf(bits, start, this.size, context.order === 'little');
    this.pages = new TransparentPages(trace.modules.transparent);
    this.bytes = new FrameBytes(trace, this.pages, () => false);
  }

  readsFrame(): boolean {
    return true;
  }

  bytesIn(
    frame: number,
    run: FrameRun | undefined,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    const at = run?.blocksAt(frame);
    if (at === undefined) return this.read(frame);
    const { index } = this.trace.recording;
    const { bytes, first, size, mask } = this;
    bytes.moveTo(frame, index.tracepoint(frame), run, at, index.size(frame));
    try {
      if (!bytes.reachMemory(first, size)) return undefined;
    } catch (error) {
      if (error !== needsIo) throw error;
      return this.pages.load().then(() => this.bytesIn(frame, run));
    }
    const { view } = bytes;
    const found = new Uint8Array(view.buffer, view.byteOffset + bytes.at, size);
    return mask ? found.map((byte, i) => byte & (mask[i] ?? 0)) : found;
  }

  async textIn(frame: number): Promise<string> {
    const { trace, value } = this;
    const machine = await trace.machine(frame);
    const context = valueContextOf(machine, trace.modules.current.loaded, undefined);
    const { language } = value.context;
    const there = new Value(value.type, value.place, { ...context, language }, value.bits);
    const written = await resultText(there);
    return 'problem' in written ? `<${written.problem}>` : written.text;
  }

  /** A frame that is longer than what is read at once. */
  private async read(frame: number): Promise<Uint8Array | undefined> {
    return this.bytesIn(frame, await FrameRun.read(this.trace, frame, frame));
  }
}

/** Which bits of the bytes from `start` on are of a bit field. */
function maskOf({ bit, size }: BitRange, start: number, length: number, little: boolean) {
  const mask = new Uint8Array(length);
  for (let i = bit - 8 * start; i < bit - 8 * start + size; i++) {
    const byte = Math.floor(i / 8);
    mask[byte] = (mask[byte] ?? 0) | (1 << (little ? i % 8 : 7 - (i % 8)));
  }
  return mask;
}

/** What an expression is in each frame's innermost stack frame, as `$_changed` compares it. */
class ValueOfExpression extends FrameExpression implements FollowedValue {
  readonly ranges;

  constructor(
    trace: Trace,
    readonly expression: string,
    readonly value: Value,
    private readonly written: FrameValue,
    readonly within: FunctionExtent | undefined,
  ) {
    super(trace, `$_changed(${expression})`);
    this.ranges = within?.ranges;
  }

  bytesIn(frame: number, run: FrameRun | undefined, signal?: AbortSignal) {
    return this.current.ask(changedBytes, frame, run, signal);
  }

  async textIn(frame: number): Promise<string> {
    const text = await this.written.textIn(frame);
    return 'problem' in text ? `<${text.problem}>` : text.text;
  }
}
