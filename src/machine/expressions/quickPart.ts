// Parts of things, found without waiting: what pointers lead to, members, elements. Where a member lies in its object
// is learned once, from the evaluation that waits.
import type { Type } from '../../symbols/type';
import { bitsAt } from '../values/bits';
import {
  asClass,
  elementType,
  isReference,
  isSigned,
  lengthOf,
  sizeOf,
  strip,
} from '../values/types';
import { Value } from '../values/value';
import { memberOfObject } from './members';
import { Failure } from './problem';
import { NotQuick, type QuickFrame } from './quickFrame';
import type { QuickNames } from './quickNames';
import { integerNumber, type QuickNumber } from './quickNumber';
import { isFixed, numberIn, part, type QuickObject } from './quickObject';
import type { Rules } from './rules';
import { scalarType } from './scalar';

/** A number, or a thing whose bytes are in the frame. */
export type Quick = QuickNumber | QuickObject;

/** Whether it is a thing that can have parts. */
export function isObject(quick: Quick): quick is QuickObject {
  return 'reach' in quick;
}

/** As many pointers to pointers as are followed to an object. */
const mostPointers = 32;

/** Two addresses at which an object is imagined, to see what moves along with it. */
const origins = [0x1000_0000n, 0x2000_0000n] as const;

/** Takes things apart at one place of the program. */
export class QuickParts {
  private readonly bits: number;

  constructor(
    private readonly names: QuickNames,
    private readonly frame: QuickFrame,
    private readonly rules: Rules,
  ) {
    this.bits = 8 * names.addressSize;
  }

  /** The number that something is or, of an array or a function, its address. */
  number(quick: Quick): QuickNumber {
    if (!isObject(quick)) return quick;
    const bare = strip(quick.type);
    const isArray = bare.kind === 'array' && !bare.vector;
    if (!isArray && bare.kind !== 'function') return numberIn(quick, this.frame, this.rules);
    const target = bare.kind === 'array' ? elementType(bare) : quick.type;
    return this.pointer(target, quick);
  }

  /** `&thing`. */
  addressOf(quick: Quick): QuickNumber {
    if (!isObject(quick)) throw new NotQuick();
    const bare = strip(quick.type);
    if (!isReference(bare)) return this.pointer(quick.type, quick);
    const { integer } = numberIn(quick, this.frame, this.rules);
    if (!integer) throw new NotQuick();
    return integerNumber(this.rules.types.pointerTo(bare.target), integer);
  }

  /** What a reference refers to; anything else itself. */
  referent(quick: Quick): Quick {
    return isObject(quick) && isReference(strip(quick.type)) ? this.follow(quick) : quick;
  }

  /** What a pointer or reference leads to. */
  follow(quick: Quick): QuickObject {
    const number = isObject(quick) ? numberIn(quick, this.frame, this.rules) : quick;
    const bare = strip(number.type);
    if (!number.integer || (bare.kind !== 'pointer' && !isReference(bare))) throw new NotQuick();
    const target = strip(bare.target);
    if (target.kind === 'void' || target.kind === 'function') throw new NotQuick();
    return this.at(bare.target, number.integer);
  }

  /** Something at the address that a number is. */
  at(type: Type, address: () => bigint | undefined): QuickObject {
    if (!isFixed(type)) throw new NotQuick();
    const { bits } = this;
    return this.names.at(type, () => {
      const found = address();
      return found === undefined ? undefined : BigInt.asUintN(bits, found);
    });
  }

  /** `operand.name`, the operand being an object or what leads to one. */
  async member(operand: Quick, name: string): Promise<Quick> {
    const object = this.objectIn(operand);
    const [found, again] = [
      await this.imagined(object.type, name, origins[0]),
      await this.imagined(object.type, name, origins[1]),
    ];
    const offset = found.at - origins[0];
    // A static member does not move along with the object.
    if (offset !== again.at - origins[1] || !isFixed(found.type)) throw new NotQuick();
    if (found.bits) return this.bitField(object, Number(offset), found.type, found.bits);
    return part(object, found.type, Number(offset), this.bits);
  }

  /** An element of an array or behind a pointer. */
  element(operand: Quick, index: QuickNumber): QuickObject {
    const bare = strip(operand.type);
    if (this.rules.language === 'rust' && bare.kind !== 'array') throw new NotQuick();
    if (!index.integer) throw new NotQuick();
    if (isObject(operand) && bare.kind === 'array') {
      const { lower = 0n } = bare.dimensions[0] ?? {};
      return this.elementOf(operand, elementType(bare), index.integer, lower);
    }
    if (bare.kind !== 'pointer') throw new NotQuick();
    return this.behindPointer(this.number(operand), bare.target, index.integer);
  }

  private behindPointer(
    { integer }: QuickNumber,
    target: Type,
    index: () => bigint | undefined,
  ): QuickObject {
    const size = sizeOf(target);
    if (!integer || size === undefined) throw new NotQuick();
    const stride = BigInt(size);
    return this.at(target, () => {
      const start = integer();
      const i = start === undefined ? undefined : index();
      return start === undefined || i === undefined ? undefined : start + i * stride;
    });
  }

  private elementOf(
    array: QuickObject,
    type: Type,
    index: () => bigint | undefined,
    lower: bigint,
  ): QuickObject {
    const size = sizeOf(type);
    if (size === undefined) throw new NotQuick();
    const { address } = array;
    if (address)
      return this.behindPointer(this.shifted(array, address, lower * BigInt(-size)), type, index);
    const outermost = strip(array.type);
    const length =
      outermost.kind === 'array' ? (lengthOf(outermost.dimensions[0] ?? { lower }) ?? 0) : 0;
    const reach = (offset: number, bytes: number): boolean => {
      const i = index();
      if (i === undefined) return false;
      const place = Number(i - lower);
      if (place < 0 || place >= length) throw new Failure('no such vector element');
      return array.reach(place * size + offset, bytes);
    };
    return { type, reach };
  }

  private shifted(
    { type }: QuickObject,
    address: () => bigint | undefined,
    by: bigint,
  ): QuickNumber {
    return integerNumber(this.rules.types.pointerTo(type), () => {
      const start = address();
      return start === undefined ? undefined : start + by;
    });
  }

  private pointer(target: Type, { address }: QuickObject): QuickNumber {
    if (!address) throw new NotQuick();
    return integerNumber(this.rules.types.pointerTo(target), address);
  }

  /** The object that something is or leads to. */
  private objectIn(operand: Quick): QuickObject {
    let object = operand;
    for (let i = 0; i < mostPointers; i++) {
      const bare = strip(object.type);
      if (bare.kind === 'array' && !bare.vector && isObject(object)) {
        object = part(object, elementType(bare), 0, this.bits);
      } else if (bare.kind === 'pointer' || isReference(bare)) {
        object = this.follow(object);
      } else {
        break;
      }
    }
    if (!isObject(object) || !asClass(object.type)) throw new NotQuick();
    return object;
  }

  private async imagined(type: Type, name: string, origin: bigint) {
    const object = new Value(type, { kind: 'memory', address: origin }, this.names.unread);
    const { place, type: found, bits } = await memberOfObject(object, name, false, this.rules);
    if (place.kind !== 'memory') throw new NotQuick();
    return { at: place.address, type: found, bits };
  }

  private bitField(
    object: QuickObject,
    offset: number,
    declared: Type,
    { bit, size }: { readonly bit: number; readonly size: number },
  ): QuickNumber {
    const type = scalarType(declared);
    if (!type) throw new NotQuick();
    const first = Math.floor(bit / 8);
    const length = Math.ceil((bit + size) / 8) - first;
    const { frame } = this;
    const signed = isSigned(type);
    const read = (): bigint | undefined => {
      if (!object.reach(offset + first, length)) return undefined;
      const { buffer, byteOffset } = frame.view;
      const bytes = new Uint8Array(buffer, byteOffset + frame.at, length);
      const value = bitsAt(bytes, bit - 8 * first, size, frame.order);
      return signed ? BigInt.asIntN(size, value) : value;
    };
    return { ...integerNumber(type, read), isBitField: true };
  }
}
