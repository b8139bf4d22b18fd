// Where the expressions of a Natvis file are evaluated: in an object, as in a member function that
// was called for it. The function and its stack frame are made up: `this` is in a register.
import { t } from '@vscode/l10n';
import { toBytes } from '../../bytes/cursor';
import { LruCache } from '../../bytes/cache';
import { DW_LANG } from '../../symbols/dwarf/constants';
import type { FunctionScope } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import { FrameState } from '../../machine/frameState';
import { Origin, type MemorySpan } from '../../machine/memory';
import type { SavedRegister, StackFrame } from '../../machine/stackFrame';
import { asClass, sizeOf, strip } from '../../values/types';
import {
  asInteger,
  heldIn,
  inside,
  Value,
  type ValueBudget,
  type ValueContext,
} from '../../values/value';
import { compile, type Compiled } from '../compile';
import type { EvaluationContext } from '../context';
import { notAvailable, optimizedOut, type Problem } from '../problem';

/** Why a value is not shown as a Natvis file says. */
export class NotShown extends Error {
  /**
   * `line`: in the file, from 1. `isOfFrame`: the file is right, and this frame lacks something or
   * holds what cannot be.
   */
  constructor(
    readonly line: number,
    message: string,
    readonly isOfFrame = isLacking(message),
  ) {
    super(message);
  }
}

function isLacking(message: string): boolean {
  const isMissing = [notAvailable, optimizedOut, tooMuch()].includes(message);
  return isMissing || message.startsWith('Cannot access memory');
}

const tooMuch = () => t('too much is evaluated');

/** What one evaluation takes of a budget of values. */
const costOfEvaluation = 1 / 16;

/** As many expressions are kept ready for a program. */
const maxKnown = 2000;

/** The expressions of a program, by the class that they are evaluated in. */
const known = new WeakMap<object, LruCache<string, Compiled | Problem>>();

function expressionsOf({ frame, modules }: ValueContext): LruCache<string, Compiled | Problem> {
  const program = (frame?.module ?? modules[0])?.program ?? known;
  const found = known.get(program) ?? new LruCache<string, Compiled | Problem>(maxKnown);
  known.set(program, found);
  return found;
}

/** An object with the template arguments of its type, `$T1` and so on. */
export class ObjectScope {
  private constructor(
    readonly object: Value,
    readonly templateArguments: readonly string[],
    readonly budget: ValueBudget,
    private readonly context: EvaluationContext,
    /** Tells the expressions in its class from those in others. */
    private readonly className: string,
    /** The address that stands for an object which has none. */
    private readonly copy: bigint | undefined,
  ) {}

  static async of(
    object: Value,
    templateArguments: readonly string[],
    budget: ValueBudget,
  ): Promise<ObjectScope> {
    const { context, address: own } = object;
    const memory = own === undefined ? await withCopy(object) : context.memory;
    const address = own ?? copyAddress(context);
    const { name = '', offset = 0 } = asClass(object.type) ?? {};
    const around: EvaluationContext = {
      ...{ ...context, memory, language: DW_LANG.C_plus_plus_14 },
      frame: frameOf(object, address),
      state: withoutRegisters(context),
      convenience: () => undefined,
    };
    const copy = own === undefined ? address : undefined;
    const className = `${offset} ${name}`;
    return new ObjectScope(object, templateArguments, budget, around, className, copy);
  }

  /** Another object, in which the template arguments mean the same. */
  inside(object: Value): Promise<ObjectScope> {
    return ObjectScope.of(object, this.templateArguments, this.budget);
  }

  /** The same object, and a budget of its own. */
  with(budget: ValueBudget): ObjectScope {
    const { object, templateArguments, context, className, copy } = this;
    return new ObjectScope(object, templateArguments, budget, context, className, copy);
  }

  /** A text with the template arguments for their names, `$T1`. */
  withArguments(text: string): string {
    return text.replace(
      /\$T(\d{1,3})\b/g,
      (name, number) => this.templateArguments[Number(number) - 1] ?? name,
    );
  }

  /** The value of an expression, `$i` an index; fails with {@link NotShown}. */
  async value(expression: string, line: number, index?: number): Promise<Value> {
    const { compiled, context } = await this.compiled(expression, line, index);
    return this.outside(orNotShown(await compiled.evaluate(context), line));
  }

  async holds(expression: string, line: number, index?: number): Promise<boolean> {
    const { compiled, context } = await this.compiled(expression, line, index);
    const holds = await compiled.holds(context);
    if (typeof holds !== 'boolean') throw new NotShown(line, holds.problem);
    return holds;
  }

  async number(expression: string, line: number, index?: number): Promise<bigint> {
    const number = await asInteger(await this.value(expression, line, index));
    if (number === undefined) throw new NotShown(line, notAvailable);
    return number;
  }

  private async compiled(expression: string, line: number, index: number | undefined) {
    this.budget.left -= costOfEvaluation;
    if (this.budget.left <= 0) throw new NotShown(line, tooMuch());
    // gdb has no word for C++'s null pointer.
    const text = this.withArguments(expression).replace(/\bnullptr\b/g, '0');
    const key = `${this.className} ${text}`;
    const ready = expressionsOf(this.context);
    const compiled = orNotShown(await ready.get(key, () => compile(text, this.context)), line);
    if (index === undefined) return { compiled, context: this.context };
    const convenience = (name: string) => (name === 'i' ? BigInt(index) : undefined);
    return { compiled, context: { ...this.context, convenience } };
  }

  /** A value as one of the program's, not of the function that is made up. */
  private async outside(value: Value): Promise<Value> {
    const { object, copy } = this;
    const { type, place, bits, initialized } = value;
    const { context } = object;
    if (place.kind !== 'memory') {
      const held = await heldIn(value, context);
      return new Value(held.type, held.place, context);
    }
    const size = sizeOf(object.type) ?? 0;
    const offset = copy === undefined ? -1n : place.address - copy;
    const isCopied = offset >= 0n && offset < BigInt(size);
    const own = isCopied ? inside(object.place, size, Number(offset)) : place;
    return new Value(type, own, context, bits, initialized);
  }
}

function orNotShown<T extends object>(found: T | Problem, line: number): T {
  if ('problem' in found) throw new NotShown(line, found.problem);
  return found;
}

/** The register that `this` is in, by DWARF's number. */
const thisRegister = 0;
const DW_OP_reg0 = 0x50;

function frameOf({ type, context }: Value, address: bigint): StackFrame {
  const { order, addressSize, modules, frame } = context;
  const bytes = toBytes(address, addressSize, order);
  const register = (number: number): SavedRegister =>
    number === thisRegister ? { kind: 'value', bytes } : { kind: 'unavailable' };
  return {
    ...{ level: 0, pc: 0n, lookupPc: 0n, kind: 'normal', cfa: undefined },
    module: frame?.module ?? modules[0],
    scope: scopeOf(type, context),
    register,
    left: register,
    registerNamed: () => undefined,
    caller: () => Promise.resolve(undefined),
  };
}

/** An object knows no registers and no trace state variables. */
function withoutRegisters({ order }: ValueContext): FrameState {
  const nothing = { number: 0, tracepoint: 0, offset: 0, blocks: [], diagnostics: [] };
  return new FrameState({ ...nothing, bytes: new Uint8Array(0), order }, undefined, undefined);
}

function scopeOf(type: Type, { order, addressSize }: ValueContext): FunctionScope {
  const bare = strip(type);
  const { name, offset = 0 } = asClass(bare) ?? {};
  const encoding = { order, addressSize, version: 5, offsetSize: 4 } as const;
  return {
    ...(name !== undefined && { name: `${name}::this` }),
    language: DW_LANG.C_plus_plus_14,
    offset,
    declaration: offset,
    ranges: [],
    entry: 0n,
    frameBase: undefined,
    parameters: [
      {
        name: 'this',
        type: { kind: 'pointer', target: bare, size: addressSize },
        location: {
          kind: 'expression',
          expression: { bytes: Uint8Array.of(DW_OP_reg0 + thisRegister), encoding },
        },
        offset,
        artificial: true,
      },
    ],
    blocks: [],
  };
}

// An object in registers, or in no place at all, has a copy where no program has memory.

function copyAddress({ addressSize }: ValueContext): bigint {
  return (1n << BigInt(8 * addressSize)) - (1n << 20n);
}

/** The memory, and in it the bytes of an object. */
async function withCopy(object: Value): Promise<ValueContext['memory']> {
  const { memory } = object.context;
  const start = copyAddress(object.context);
  const { bytes, gaps } = await object.contents();
  const origins = new Uint8Array(bytes.length).fill(Origin.collected);
  for (const gap of gaps) {
    origins.fill(Origin.unavailable, Math.floor(gap.start / 8), Math.ceil(gap.end / 8));
  }
  return {
    read: (address, length): Promise<MemorySpan> => {
      const from = Number(address - start);
      if (from < 0 || from + length > bytes.length) return memory.read(address, length);
      const [own, ownOrigins] = [bytes, origins].map((all) => all.slice(from, from + length));
      return Promise.resolve({ address, bytes: own ?? bytes, origins: ownOrigins ?? origins });
    },
  };
}
