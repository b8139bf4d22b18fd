// Variables and registers at one place of the program, as what the frames that stop there hold of them.
import type { Location } from '../../symbols/location';
import type { Type } from '../../symbols/type';
import { linkAddress } from '../linkAddress';
import { expressionAt } from '../locationAt';
import { Origin, type MemorySpan } from '../memory';
import type { Register } from '../registerLayout';
import type { StackFrame } from '../stackFrame';
import { staticMember } from '../values/navigate';
import { sizeOf } from '../values/types';
import type { Value } from '../values/value';
import { type Surroundings } from '../values/value';
import { readVariable } from '../values/variable';
import type { EvaluationContext } from './context';
import type { Meaning } from './meaning';
import { NotQuick, type QuickFrame } from './quickFrame';
import { quickPlace, type QuickStackFrame, type Read } from './quickLocation';
import { integerNumber, type QuickNumber } from './quickNumber';
import {
  isFixed,
  nothing,
  numberIn,
  objectAt,
  objectInRegister,
  type QuickObject,
} from './quickObject';
import { typeOfRegister } from './registerValue';
import type { Rules } from './rules';
import { isFloatType, scalarType, wrap } from './scalar';

/** Finds what names mean, for one place of the program. */
export class QuickNames {
  /** What can be known without any frame: nothing is collected. */
  readonly unread: Surroundings;
  /** Whether anything that was found needs more of a frame than its number, its tracepoint and its PC. */
  readsFrame = false;
  private readonly registers: EvaluationContext['machine']['registers'];
  private readonly stoppedAt: bigint | undefined;

  constructor(
    context: EvaluationContext,
    private readonly frame: QuickFrame,
    private readonly rules: Rules,
  ) {
    this.unread = { ...context.surroundings, memory: { read: nothingCollected } };
    this.registers = context.machine.registers;
    this.stoppedAt = context.machine.pc;
  }

  get addressSize(): number {
    return this.unread.addressSize;
  }

  /** What a name of the program means; throws {@link NotQuick} where frames must be waited for. */
  async meant(meaning: Meaning): Promise<QuickObject> {
    switch (meaning.kind) {
      case 'local':
        return this.local(meaning.variable.type, meaning.variable.location);
      case 'global': {
        const placed = { ...this.unread, frame: undefined, placements: [meaning.placement] };
        return this.fixed(await readVariable(meaning.variable, placed));
      }
      case 'static':
        return this.fixed(await staticMember(meaning.owner, meaning.member, this.unread));
      case 'function':
        return this.at(meaning.type, () => meaning.address);
      case 'field':
      case 'ofFunction':
      case 'entry':
      case 'enumerator':
      case 'dataMember':
      case 'method':
        throw new NotQuick();
    }
  }

  /** A variable of the function that is stopped in. */
  async local(type: Type, location: Location): Promise<QuickObject> {
    if (!isFixed(type)) throw new NotQuick();
    if (location.kind === 'none') return nothing(type);
    const { frame } = this.unread;
    if (location.kind === 'constant' || !frame) throw new NotQuick();
    const expression = expressionAt(location, frame);
    if (!expression || expression.bytes.length === 0) return nothing(type);
    const place = await quickPlace(expression, await this.around(frame));
    switch (place.kind) {
      case 'memory':
        return this.at(type, place.address);
      case 'register':
        return this.inRegister(type, place.register);
      case 'number':
        throw new NotQuick();
    }
  }

  /** Something at a run-time address. */
  at(type: Type, address: Read): QuickObject {
    this.readsFrame = true;
    return objectAt(type, address, this.frame, this.addressSize);
  }

  /** A register of the frame by gdb's name; undefined where the processor has none of that name. */
  register(name: string): QuickNumber | QuickObject | undefined {
    const register = this.registers?.read(name)?.register;
    if (!register) return undefined;
    const type = typeOfRegister(register, name);
    if (this.isPcRegister(register)) return this.pc(type);
    this.readsFrame = true;
    if (register.derivation) return this.derived(register, type);
    return this.raw(register, type);
  }

  private isPcRegister({ name }: Register): boolean {
    return name === this.registers?.layout.architecture.pc;
  }

  /** All frames that stop at one place have its PC. */
  private pc(type: Type): QuickNumber {
    const bare = scalarType(type);
    if (!bare) throw new NotQuick();
    const value = this.stoppedAt === undefined ? undefined : wrap(this.stoppedAt, bare);
    return integerNumber(bare, () => value);
  }

  private derived(register: Register, type: Type): QuickNumber {
    const bare = scalarType(type);
    if (!bare || isFloatType(bare)) throw new NotQuick();
    const read = this.unsigned(register);
    return integerNumber(bare, () => {
      const value = read();
      return value === undefined ? undefined : wrap(value, bare);
    });
  }

  private raw(register: Register, type: Type): QuickObject {
    const length = Math.ceil(register.bitSize / 8);
    const { offset } = register;
    if (offset === undefined || length !== sizeOf(type)) throw new NotQuick();
    const reach = (at: number, size: number): boolean =>
      this.frame.reachRegisters(offset + at, size);
    return { type, reach };
  }

  /** A register, raw or computed, as an unsigned number. */
  private unsigned(register: Register): Read {
    if (this.isPcRegister(register)) return () => this.stoppedAt;
    const { derivation, offset, bitSize } = register;
    if (!derivation) {
      const size = Math.ceil(bitSize / 8);
      if (offset === undefined) throw new NotQuick();
      const type = { kind: 'base', name: register.name, size, encoding: unsignedNumber } as const;
      const object = {
        type,
        reach: (at: number, n: number) => this.frame.reachRegisters(offset + at, n),
      };
      return numberIn(object, this.frame, this.rules).integer ?? notANumber();
    }
    const parts = derivation.from.map((name) => {
      const from = this.registers?.read(name)?.register;
      return from ? this.unsigned(from) : notANumber();
    });
    const bits = 8 * register.type.size;
    return () => {
      const values: bigint[] = [];
      for (const read of parts) {
        const value = read();
        if (value === undefined) return undefined;
        values.push(value);
      }
      return BigInt.asUintN(bits, derivation.value(...values));
    };
  }

  private inRegister(type: Type, number: number): QuickObject {
    const register = this.numbered(number);
    const { offset, bitSize } = register;
    this.readsFrame = true;
    // Floating-point registers may hold numbers in a format of their own.
    if (offset === undefined || register.type.kind === 'float') throw new NotQuick();
    return objectInRegister(type, { offset, length: Math.ceil(bitSize / 8) }, this.frame);
  }

  /** A register by its DWARF number. */
  private numbered(number: number): Register {
    const { registers } = this;
    const abi = registers?.layout.architecture.abi;
    const name = abi?.dwarf.get(number);
    if (!registers || !abi || name === undefined) throw new NotQuick();
    const wider = abi.wider?.(name);
    const read = (wider === undefined ? undefined : registers.read(wider)) ?? registers.read(name);
    if (!read) throw new NotQuick();
    return read.register;
  }

  private async around(stackFrame: StackFrame): Promise<QuickStackFrame> {
    const { placement, lookupPc } = stackFrame;
    const row = await placement?.program.callFrameAt(linkAddress(lookupPc, placement.slide));
    return {
      frame: this.frame,
      stackFrame,
      row,
      bits: this.registers?.layout.architecture.bits ?? 8 * this.addressSize,
      register: (number) => this.unsigned(this.numbered(number)),
    };
  }

  /** What is at the same place in every frame. */
  private fixed({ type, address, place }: Value): QuickObject {
    if (!isFixed(type)) throw new NotQuick();
    if (place.kind === 'optimizedOut') return nothing(type);
    if (address === undefined) throw new NotQuick();
    return this.at(type, () => address);
  }
}

const unsignedNumber = 0x07; // DW_ATE_unsigned

function notANumber(): never {
  throw new NotQuick();
}

function nothingCollected(address: bigint, length: number): Promise<MemorySpan> {
  const origins = new Uint8Array(length).fill(Origin.unavailable);
  return Promise.resolve({ address, bytes: new Uint8Array(length), origins });
}
