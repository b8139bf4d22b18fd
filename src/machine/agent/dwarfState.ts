// A DWARF expression on its way to code (DWARF 5, section 2.5): what has been translated, the types of what will be on
// the stack, and where the thing is. Words hold numbers without a sign, as wide as their types.
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import type { DwarfExpression } from '../../symbols/location';
import { Failure, optimizedOut } from '../expressions/problem';
import { operandType, type OperandType } from '../dwarf/operand';
import { nowhere, type AgentPiece, type AgentPlace } from './agentPlace';
import { Label, added, constant, extended, operation, type Code, type Step } from './code';
import type { AgentScene } from './scene';

/** What an expression is translated in. */
export interface DwarfScene extends AgentScene {
  /** The address that DW_OP_push_object_address gives. */
  readonly objectAddress?: Code;
  /** How many expressions there are around this one. */
  readonly depth: number;
}

/** Deeper than any compiler nests expressions. */
const mostDepth = 32;
/** Far above what fits an agent expression. */
const mostSteps = 2000;

/** One expression on its way. */
export class DwarfState {
  readonly cursor: DwarfCursor;
  readonly generic: OperandType;
  readonly pieces: AgentPiece[] = [];
  code: Code = [];
  /** Types of the words on the stack, the top last. */
  types: OperandType[] = [];
  /** Set by operations that say where the thing is. */
  location: AgentPlace | undefined;
  private readonly labels = new Map<number, { label: Label; types: OperandType[] }>();
  private unreachable = false;

  constructor(
    readonly expression: DwarfExpression,
    readonly scene: DwarfScene,
  ) {
    if (scene.depth > mostDepth) throw new Failure('Its location stands in itself.');
    const { bytes, encoding } = expression;
    this.cursor = new DwarfCursor(bytes, encoding.order);
    this.generic = { kind: 'generic', size: encoding.addressSize };
  }

  /** The scene of an expression inside this one. */
  get inner(): DwarfScene {
    return { ...this.scene, depth: this.scene.depth + 1 };
  }

  /** Where the thing is, once all operations are translated. */
  get place(): AgentPlace {
    if (this.pieces.length > 0) return { kind: 'pieces', pieces: this.pieces };
    if (this.location) return this.location;
    if (this.types.length === 0) throw new Failure('Its location leaves nothing.');
    return { kind: 'memory', address: this.code };
  }

  /** Looks whether the last operation stayed in its bounds, and whether one jumps to the next. */
  arrive(): void {
    const { cursor } = this;
    if (cursor.overrun) throw new Failure('Its location ends in the middle of an operation.');
    if (this.code.length > mostSteps) throw new Failure('Its location is too long to be computed.');
    const here = this.labels.get(cursor.offset);
    if (!here) return;
    if (!this.unreachable && here.types.length !== this.types.length) {
      throw new Failure('Its location leaves its stack in two ways.');
    }
    this.code = [...this.code, { kind: 'label', label: here.label }];
    this.types = here.types;
    this.unreachable = false;
  }

  push(code: Code, type: OperandType = this.generic): void {
    this.code = [...this.code, ...code];
    this.types.push(type);
  }

  /** Takes the type of the top, whose word the next steps use. */
  take(): OperandType {
    const top = this.types.pop();
    if (!top) throw new Failure('Its location takes more from its stack than there is.');
    if (top.kind === 'float')
      throw new Failure('The target cannot compute with floating-point numbers.');
    if (top.size > 8)
      throw new Failure('The target cannot compute with numbers of more than 8 bytes.');
    return top;
  }

  step(...steps: readonly Step[]): void {
    this.code = [...this.code, ...steps];
  }

  /** Adds a number to the top. */
  add(offset: bigint): void {
    this.code = added(this.code, offset);
  }

  /** Cuts the top to the width of its type. */
  cut(type: OperandType): void {
    if (type.size < 8) this.step({ kind: 'extend', bits: 8 * type.size, signed: false });
  }

  /** Extends the signs of the two words on top, for operations that look at them. */
  signBoth(type: OperandType): void {
    if (type.size >= 8 || type.kind === 'unsigned') return;
    const swap = operation('swap');
    this.sign(type);
    this.step(swap);
    this.sign(type);
    this.step(swap);
  }

  /** Extends the sign of the top. */
  sign({ size }: OperandType): void {
    if (size < 8) this.code = extended(this.code, 8 * size, true);
  }

  /** A jump so many bytes on from where the cursor is. */
  jump(distance: number, ifTrue: boolean): void {
    const target = this.cursor.offset + distance;
    if (distance < 0) throw new Failure('Its location goes in a circle.');
    const known = this.labels.get(target);
    const { label } = known ?? { label: new Label() };
    this.labels.set(target, { label, types: [...this.types] });
    this.step({ kind: 'jump', to: label, ifTrue });
    this.unreachable = !ifTrue;
  }

  /** A piece of so many bits, which is where the operations since the last one say. */
  addPiece(size: number, offset?: number): void {
    const place = this.placeOfPiece();
    this.pieces.push({ place, size, ...(offset !== undefined && { offset }) });
  }

  /** The base type at an offset of the unit; 0 is the generic type. */
  async typeAt(offset: number): Promise<OperandType> {
    if (offset === 0) return this.generic;
    const type = await this.expression.unit?.baseType(offset);
    if (!type) throw new Failure('Its location names a type that is not there.');
    return operandType(type);
  }

  private placeOfPiece(): AgentPlace {
    const { location, types, code } = this;
    this.location = undefined;
    if (location) return location;
    if (types.length === 0) return nowhere;
    if (types.length > 1)
      throw new Failure('A piece of it is computed in a way that is not supported.');
    this.types = [];
    this.code = [];
    return { kind: 'memory', address: code };
  }
}

/** What cannot be had without the caller. */
export function onlyCallerKnows(): Failure {
  return new Failure(
    `${optimizedOut}: only the caller still knows it, and a target does not look into callers`,
  );
}

/** A number on the stack. */
export function pushed(state: DwarfState, value: bigint): void {
  state.push(constant(BigInt.asUintN(8 * state.generic.size, value)));
}
