// Locations of the debugging information as places of a target that is yet to be stopped (DWARF
// 5, sections 2.5 and 2.6): the words on the stack are code. A word holds a number without a
// sign, as wide as its type.
import { t } from '@vscode/l10n';
import type { DwarfExpression, LocationDescription } from '../../symbols/location';
import {
  DW_OP,
  type Arithmetic,
  type Comparison,
  type Shift,
  type UnaryArithmetic,
} from '../../symbols/dwarf/operations';
import type { Type } from '../../symbols/type';
import {
  entryRegister,
  isUnavailableWord,
  outermost,
  type DwarfMachine,
  type DwarfLocation,
  type Nesting,
} from '../../machine/dwarf/machine';
import { evaluateDwarf, evaluateDwarfNumber } from '../../machine/dwarf/evaluation';
import {
  operandArithmetic,
  compareOperands,
  convertOperand,
  operand,
  shiftOperand,
  unaryOperand,
  type Computed,
  type Operand,
  type OperandType,
  type StackEntry,
} from '../../machine/dwarf/operand';
import { Failure, optimizedOut } from '../problem';
import { expressionAt, locationProblem, type Unavailable } from '../../machine/location';
import { bytesOfNumber } from '../../values/value';
import { optimizedOutPlace, type AgentPlace } from './agentPlace';
import {
  added,
  choiceCode,
  combined,
  constant,
  constantOf,
  extended,
  Label,
  operation,
  type Code,
} from './code';
import type { CompileSite } from './compileSite';

/** Where something of a type is. Fails with a sentence where the target cannot find it. */
export async function placeOfLocation(
  location: LocationDescription,
  type: Type,
  site: CompileSite,
): Promise<AgentPlace> {
  if (location.kind === 'none') return optimizedOutPlace;
  if (location.kind === 'constant') {
    const { value } = location;
    const { context } = site;
    const bytes =
      typeof value === 'bigint' ? bytesOfNumber(value, type, context, context.addressSize) : value;
    return { kind: 'literal', bytes };
  }
  const expression = expressionAt(location, site.frame);
  if (!expression || expression.bytes.length === 0) return optimizedOutPlace;
  return agentPlace(await evaluateDwarf(expression, new AgentMachine(site, undefined)), site);
}

/**
 * The address that an expression computes from that of an object, which is on its stack: a
 * virtual base, say.
 */
export async function addressFromObject(
  expression: DwarfExpression,
  objectAddress: Code,
  site: CompileSite,
): Promise<Code> {
  const machine = new AgentMachine(site, objectAddress);
  return found(await evaluateDwarfNumber(expression, machine, outermost(), [objectAddress]));
}

/** The canonical frame address. */
export async function frameAddress(site: CompileSite): Promise<Code> {
  const { order, context, row } = site;
  if (!row?.cfa)
    throw new Failure(t('Call frame information does not say where its stack frame is.'));
  const { addressSize } = context;
  const encoding = { order, version: 5, addressSize, offsetSize: 4 } as const;
  return numberFrom({ bytes: Uint8Array.of(DW_OP.call_frame_cfa), encoding }, site);
}

/** The number that an expression leaves, or that is in the register that it names. */
export async function numberFrom(expression: DwarfExpression, site: CompileSite): Promise<Code> {
  return found(await evaluateDwarfNumber(expression, new AgentMachine(site, undefined)));
}

/** What cannot be had without the caller. */
export function onlyCallerKnows(): Failure {
  return new Failure(
    t('{0}: only the caller still knows it, and a target does not look into callers', optimizedOut),
  );
}

function found(code: Code | Unavailable): Code {
  if (isUnavailableWord(code)) throw failureOf(code);
  return code;
}

function failureOf(why: Unavailable): Failure {
  if (why.kind === 'problem')
    return new Failure(t('Its location cannot be computed: {0}.', why.problem));
  return new Failure(optimizedOut);
}

function agentPlace(place: DwarfLocation<Code>, site: CompileSite): AgentPlace {
  switch (place.kind) {
    case 'register':
      return { kind: 'register', register: site.registers.numbered(place.register) };
    case 'number':
      return { kind: 'number', code: place.number.value };
    case 'pieces':
      return {
        kind: 'pieces',
        pieces: place.pieces.map((piece) => ({
          ...piece,
          place: agentPlace(piece.location, site),
        })),
      };
    case 'memory':
    case 'literal':
    case 'implicitPointer':
      return place;
    case 'optimizedOut':
      return optimizedOutPlace;
    case 'unavailable':
    case 'problem':
      throw failureOf(place);
  }
}

/** Far above what fits an agent expression, in steps of code. */
const maxSteps = 2000;

/** A target at a tracepoint, whose words are code that it will run. */
class AgentMachine implements DwarfMachine<Code> {
  readonly frame;
  readonly order;
  readonly slide;
  readonly cfa = undefined;
  readonly cfaRule;

  constructor(
    private readonly site: CompileSite,
    readonly objectAddress: Code | undefined,
  ) {
    this.frame = site.frame;
    this.order = site.order;
    this.slide = site.frame.module?.slide ?? 0n;
    this.cfaRule = site.row?.cfa;
  }

  constant(value: bigint): Code {
    return constant(value);
  }

  register(dwarfNumber: number, type: OperandType): Code {
    checkType(type);
    const { registers } = this.site;
    const code = registers.code(registers.numbered(dwarfNumber));
    return type.kind === 'generic' ? code : cut(code, type);
  }

  memory(address: Code, size: number, type: OperandType): Code {
    checkType(type);
    if (size !== 1 && size !== 2 && size !== 4 && size !== 8) {
      throw new Failure(t('The target cannot compute with numbers of {0} bytes.', size));
    }
    return limited([...address, { kind: 'fetch', size }]);
  }

  /** What a register held at the function's entry is known only there. */
  async entryValue(block: DwarfExpression, nesting: Nesting): Promise<Code | Unavailable> {
    const register = entryRegister(block);
    const { frame } = this.site;
    const scopes = await frame.module?.program.scopesAt(frame.pc - frame.module.slide);
    const isEntry = scopes?.at(-1)?.entry === frame.pc - this.slide;
    if (!register || !isEntry) throw onlyCallerKnows();
    if (!register.dereferenced) return evaluateDwarfNumber(block, this, nesting);
    const type = { kind: 'generic', size: block.encoding.addressSize } as const;
    return this.memory(this.register(register.register, type), type.size, type);
  }

  threadLocal(): never {
    throw new Failure(
      t('It is thread-local: a target does not say where thread-local variables are.'),
    );
  }

  parameterAtEntry(): never {
    throw onlyCallerKnows();
  }

  arithmetic(name: Arithmetic, a: StackEntry<Code>, b: StackEntry<Code>): Code | Unavailable {
    const { type } = a;
    checkType(type);
    const [left, right] = [known(a), known(b)];
    if (left && right) return folded(operandArithmetic(name, left, right));
    if (right && (name === 'plus' || name === 'minus')) {
      const offset = BigInt.asIntN(8 * type.size, right.value);
      return limited(added(a.value, name === 'plus' ? offset : -offset));
    }
    // The generic type is divided with a sign, but its remainder is taken without.
    const signed = name === 'div' ? type.kind !== 'unsigned' : type.kind === 'signed';
    const [x, y] =
      name === 'div' || name === 'mod'
        ? [signedWord(a, signed), signedWord(b, signed)]
        : [exact(a), exact(b)];
    const code = combined(x, y, arithmeticName(name, signed));
    return limited(carrying.has(name) ? cut(code, type) : code);
  }

  shift(name: Shift, a: StackEntry<Code>, by: StackEntry<Code>): Code | Unavailable {
    checkType(a.type);
    checkType(by.type);
    const [left, right] = [known(a), known(by)];
    if (left && right) return folded(shiftOperand(name, left, right));
    const word = signedWord(a, name === 'shra');
    const code = combined(word, exact(by), shiftNames[name]);
    return limited(name === 'shr' ? code : cut(code, a.type));
  }

  compare(name: Comparison, a: StackEntry<Code>, b: StackEntry<Code>): Code {
    checkType(a.type);
    const [left, right] = [known(a), known(b)];
    const holds = left && right && compareOperands(name, left, right);
    if (holds !== undefined) return constant(BigInt(holds));
    if (name === 'eq') return limited(combined(exact(a), exact(b), 'equal'));
    if (name === 'ne') return limited([...combined(exact(a), exact(b), 'equal'), logNot]);
    const signed = a.type.kind !== 'unsigned';
    const [x, y] = [signedWord(a, signed), signedWord(b, signed)];
    const less = signed ? 'less_signed' : 'less_unsigned';
    const code = name === 'lt' || name === 'ge' ? combined(x, y, less) : combined(y, x, less);
    return limited(name === 'lt' || name === 'gt' ? code : [...code, logNot]);
  }

  unary(name: UnaryArithmetic, a: StackEntry<Code>): Code | Unavailable {
    checkType(a.type);
    const left = known(a);
    if (left) return folded(unaryOperand(name, left));
    switch (name) {
      case 'neg':
        return limited(cut(combined(constant(0n), a.value, 'sub'), a.type));
      case 'not':
        return limited(cut([...a.value, operation('bit_not')], a.type));
      case 'abs':
        return limited(cut(absolute(signedWord(a, true)), a.type));
    }
  }

  convert(a: StackEntry<Code>, type: OperandType): Code | Unavailable {
    checkType(a.type);
    checkType(type);
    const left = known(a);
    if (left) return folded(convertOperand(left, type));
    const isSigned = a.type.kind !== 'unsigned';
    if (type.size > a.type.size) return cut(signedWord(a, isSigned), type);
    return type.size < a.type.size ? cut(a.value, type) : a.value;
  }

  copy(word: Code): Code {
    return word;
  }

  isTrue(entry: StackEntry<Code>): boolean | undefined {
    const number = known(entry);
    return number && number.value !== 0n;
  }

  choice(condition: StackEntry<Code>, then: Code, otherwise: Code): Code {
    return limited(choiceCode(exact(condition), then, otherwise));
  }
}

/** An agent has words of 64 bits, without floating point. */
function checkType({ kind, size }: OperandType): void {
  if (kind === 'float')
    throw new Failure(t('The target cannot compute with floating-point numbers.'));
  if (size > 8)
    throw new Failure(t('The target cannot compute with numbers of more than 8 bytes.'));
}

function limited(code: Code): Code {
  if (code.length > maxSteps) throw new Failure(t('Its location is too long to be computed.'));
  return code;
}

/** The entry as a number, where its code is one. */
function known({ value, type }: StackEntry<Code>): Operand | undefined {
  const number = constantOf(value);
  return number === undefined ? undefined : operand(number, type);
}

function folded(result: Computed): Code | Unavailable {
  if (result === 'division by zero') return locationProblem('Division by zero');
  if (result === 'unsupported')
    return locationProblem(t('it computes with numbers of no usual size'));
  return constant(result.value);
}

/** Code cut to the width of a type. */
function cut(code: Code, { size }: OperandType): Code {
  return extended(code, 8 * size, false);
}

/** The word of an entry, its sign extended to the agent's 64 bits where there is one. */
function signedWord(entry: StackEntry<Code>, signed: boolean): Code {
  return signed ? extended(entry.value, 8 * entry.type.size, true) : exact(entry);
}

/** The word of an entry without what a sum left above its type: an address does without this. */
function exact({ value, type }: StackEntry<Code>): Code {
  const last = value.at(-1);
  const isSum = last?.kind === 'operation' && (last.name === 'add' || last.name === 'sub');
  return isSum ? cut(value, type) : value;
}

const logNot = operation('log_not');

/** What may leave more bits than its operands have. */
const carrying: ReadonlySet<Arithmetic> = new Set(['plus', 'minus', 'mul', 'div', 'mod']);

const shiftNames = { shl: 'lsh', shr: 'rsh_unsigned', shra: 'rsh_signed' } as const;

function arithmeticName(name: Arithmetic, signed: boolean): string {
  switch (name) {
    case 'plus':
      return 'add';
    case 'minus':
      return 'sub';
    case 'mul':
      return 'mul';
    case 'and':
    case 'or':
    case 'xor':
      return `bit_${name}`;
    case 'div':
      return signed ? 'div_signed' : 'div_unsigned';
    case 'mod':
      return signed ? 'rem_signed' : 'rem_unsigned';
  }
}

/** A signed word without its sign. */
function absolute(word: Code): Code {
  const [below, end] = [new Label(), new Label()];
  return [
    ...word,
    operation('dup'),
    ...constant(0n),
    operation('less_signed'),
    { kind: 'jump', to: below, ifTrue: true },
    { kind: 'jump', to: end, ifTrue: false },
    { kind: 'label', label: below },
    ...constant(0n),
    operation('swap'),
    operation('sub'),
    { kind: 'label', label: end },
  ];
}
