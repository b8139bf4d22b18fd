// Where something will be when a tracepoint is hit, as code in place of numbers (place.ts has the
// same kinds, known).
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../../bytes/cursor';
import { optimizedOut, Failure } from '../problem';
import type { Register, RegisterLayout } from '../../machine/registerLayout';
import { bitsAt } from '../../values/contents';
import type { ImplicitTarget } from '../../machine/location';
import { added, combined, constant, extended, shiftedDown, shiftedUp, type Code } from './code';

/** A place. Addresses are run-time addresses. */
export type AgentPlace =
  | { readonly kind: 'memory'; readonly address: Code }
  | { readonly kind: 'register'; readonly register: Register }
  /** The low bytes of a computed number. */
  | { readonly kind: 'number'; readonly code: Code }
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  | { readonly kind: 'implicitPointer'; readonly target: ImplicitTarget; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly AgentPiece[] }
  /**
   * What is `offset` bytes into something of `size` bytes that is in another place than memory.
   */
  | {
      readonly kind: 'part';
      readonly of: AgentPlace;
      readonly size: number;
      readonly offset: number;
    }
  /** `why`: a sentence without its end. */
  | { readonly kind: 'unavailable'; readonly why: string };

/** A part of something that is in several places. */
interface AgentPiece {
  readonly place: AgentPlace;
  /** Bits. */
  readonly size: number;
  /** Bits of the place that come before it. */
  readonly offset?: number;
}

/** Of what a place is looked at. */
export interface PlaceReader {
  readonly registers: AgentRegisters;
  readonly order: ByteOrder;
  /** The order of what is read in memory, where a type says another one. */
  readonly stored?: ByteOrder;
}

/** The place of a variable that the compiler left out. */
export const optimizedOutPlace: AgentPlace = { kind: 'unavailable', why: optimizedOut };

/** The place `offset` bytes into something of `size` bytes. */
export function insideOf(place: AgentPlace, size: number, offset: number): AgentPlace {
  switch (place.kind) {
    case 'memory':
      return { kind: 'memory', address: added(place.address, BigInt(offset)) };
    case 'part':
      return { ...place, offset: place.offset + offset };
    case 'unavailable':
      return place;
    case 'register':
    case 'number':
    case 'literal':
    case 'implicitPointer':
    case 'pieces':
      return { kind: 'part', of: place, size, offset };
  }
}

/**
 * `size` bits, at most 64, as a number without a sign. `bit` is the first one of something of
 * `whole` bytes, in memory order.
 */
export function bitsOf(
  place: AgentPlace,
  whole: number,
  bit: number,
  size: number,
  reader: PlaceReader,
): Code {
  const { order, registers, stored = order } = reader;
  switch (place.kind) {
    case 'memory':
      if (stored !== order) return byteByByte(place.address, bit, size, stored);
      return memoryBits(place.address, whole, bit, size, order);
    case 'register': {
      const width = Math.ceil(place.register.bitSize / 8);
      if (whole > width)
        throw new Failure(t('The target cannot compute with what fills several registers.'));
      return wordBits(registers.code(place.register), whole, bit, size, order);
    }
    case 'number':
      return wordBits(place.code, whole, bit, size, order);
    case 'literal':
      return constant(bitsAt(place.bytes, bit, size, order));
    case 'pieces':
      return pieceBits(place.pieces, bit, size, reader);
    case 'part':
      return bitsOf(place.of, place.size, 8 * place.offset + bit, size, reader);
    case 'implicitPointer':
      throw new Failure(
        t('The pointer has no value of its own: what it points to has no address.'),
      );
    case 'unavailable':
      throw new Failure(place.why);
  }
}

/** Bits of the low `whole` bytes of a word. */
function wordBits(word: Code, whole: number, bit: number, size: number, order: ByteOrder): Code {
  const down = order === 'little' ? bit : 8 * whole - bit - size;
  return extended(shiftedDown(word, Math.max(0, down)), size, false);
}

function memoryBits(
  address: Code,
  whole: number,
  bit: number,
  size: number,
  order: ByteOrder,
): Code {
  for (const bytes of [1, 2, 4, 8] as const) {
    const bits = 8 * bytes;
    const start = bit - (bit % bits);
    const fits = bit + size <= start + bits && start + bits <= 8 * Math.max(whole, 1);
    if (!fits && !(bit % 8 === 0 && size === bits)) continue;
    const from = fits ? start : bit;
    const word: Code = [...added(address, BigInt(from / 8)), { kind: 'fetch', size: bytes }];
    return size === bits ? word : wordBits(word, bytes, bit - from, size, order);
  }
  return byteByByte(address, bit, size, order);
}

/** What no number of a usual size holds: a packed bit field. */
function byteByByte(address: Code, bit: number, size: number, order: ByteOrder): Code {
  const parts: Code[] = [];
  for (let at = bit; at < bit + size;) {
    const end = Math.min(bit + size, at - (at % 8) + 8);
    const byte: Code = [...added(address, BigInt(Math.floor(at / 8))), { kind: 'fetch', size: 1 }];
    const bits = wordBits(byte, 1, at % 8, end - at, order);
    parts.push(shiftedUp(bits, order === 'little' ? at - bit : bit + size - end));
    at = end;
  }
  return joined(parts);
}

function pieceBits(
  pieces: readonly AgentPiece[],
  bit: number,
  size: number,
  reader: PlaceReader,
): Code {
  const parts: Code[] = [];
  let start = 0;
  for (const piece of pieces) {
    const from = Math.max(bit, start);
    const to = Math.min(bit + size, start + piece.size);
    if (from < to) {
      const bits = bitsOfPiece(piece, from - start, to - from, reader);
      parts.push(shiftedUp(bits, reader.order === 'little' ? from - bit : bit + size - to));
    }
    start += piece.size;
  }
  if (start < bit + size) throw new Failure(optimizedOut);
  return joined(parts);
}

/** On big-endian targets a piece is the low end of its register or number. */
function bitsOfPiece(
  { place, size, offset = 0 }: AgentPiece,
  bit: number,
  bits: number,
  reader: PlaceReader,
): Code {
  const numeric = place.kind === 'register' || place.kind === 'number';
  if (!numeric) return bitsOf(place, Math.ceil((offset + size) / 8), offset + bit, bits, reader);
  const word = place.kind === 'register' ? reader.registers.code(place.register) : place.code;
  const down = reader.order === 'little' ? offset + bit : offset + size - bit - bits;
  return extended(shiftedDown(word, down), bits, false);
}

function joined(parts: readonly Code[]): Code {
  const [first = constant(0n), ...others] = parts;
  return others.reduce((code, part) => combined(code, part, 'bit_or'), first);
}

// The registers that a target's agent reads, by gdb's names and by DWARF's numbers.

/** Bytes of the widest register that an agent pushes; gdbserver dies of a wider one. */
const maxWordSize = 8;

/** The registers of a target. */
export class AgentRegisters {
  private readonly byName: ReadonlyMap<string, Register>;

  constructor(readonly layout: RegisterLayout) {
    const { aliases, pc, sp, fp, ps } = layout.architecture;
    const byName = new Map(layout.registers.map((register) => [register.name, register]));
    for (const [alias, name] of Object.entries({ ...aliases, pc, sp, fp, ps })) {
      const register = name === undefined ? undefined : byName.get(name);
      if (register && !byName.has(alias)) byName.set(alias, register);
    }
    this.byName = byName;
  }

  /** Every register in the register block. */
  get all(): readonly Register[] {
    return this.layout.registers.filter(({ pseudo }) => !pseudo);
  }

  /** A register by gdb's name for it or a part of it, or by `pc`, `sp`, `fp`, `ps`. */
  named(name: string): Register | undefined {
    return this.byName.get(name);
  }

  /** A register by its DWARF number. */
  numbered(dwarfNumber: number): Register {
    const name = this.layout.architecture.abi.dwarf.get(dwarfNumber);
    const register = name === undefined ? undefined : this.byName.get(name);
    if (register) return register;
    throw new Failure(
      t('The target does not describe register {0}.', name ?? `number ${dwarfNumber}`),
    );
  }

  /** The raw registers that a register is, or is computed from. */
  rawOf(register: Register): readonly Register[] {
    if (!register.derivation) return [register];
    return register.derivation.from.flatMap((name) => {
      const part = this.byName.get(name);
      return part ? this.rawOf(part) : [];
    });
  }

  /** Pushes a register without its sign. */
  code(register: Register): Code {
    const size = Math.ceil(register.bitSize / 8);
    if (!register.derivation) {
      if (size <= maxWordSize) return [{ kind: 'register', number: register.number }];
      throw new Failure(
        t('The target cannot compute with ${0}, which has {1} bytes.', register.name, size),
      );
    }
    const [whole, ...others] = this.rawOf(register);
    const shift = whole && others.length === 0 ? shiftOf(register, whole) : undefined;
    if (!whole || shift === undefined) {
      throw new Failure(
        t('The target cannot compute with ${0}, which has no place of its own.', register.name),
      );
    }
    const { bits } = shift;
    return extended(shiftedDown(this.code(whole), shift.down), bits, false);
  }
}

/**
 * Where in another register the bits of a part are: how far down, and how many; undefined where
 * they are computed.
 */
function shiftOf(
  { derivation, bitSize }: Register,
  whole: Register,
): { down: number; bits: number } | undefined {
  const value = derivation?.value;
  if (!value || derivation.from.length !== 1) return undefined;
  const cut = (word: bigint): bigint => BigInt.asUintN(bitSize, value([word]));
  const seen = Array.from({ length: whole.bitSize }, (_, bit) => bit).filter(
    (bit) => cut(1n << BigInt(bit)) !== 0n,
  );
  const [down = 0] = seen;
  const isPart = seen.every(
    (bit, i) => bit === down + i && cut(1n << BigInt(bit)) === 1n << BigInt(i),
  );
  return isPart ? { down, bits: seen.length } : undefined;
}
