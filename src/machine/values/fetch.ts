// Reads the contents of a value from where it is.
import { unsigned } from '../../bytes/cursor';
import { Origin } from '../memory';
import { toBytes } from '../numberBytes';
import type { Piece, Place } from '../place';
import { bitsOfRegister, convertedRegister } from './registerContents';
import { copyBits } from './bits';
import { Contents, type Gap } from './contents';
import { isSigned, sizeOf, strip } from './types';
import { mostBytes, type BitRange, type Surroundings, type Value } from './value';

/** The bytes of a value, as many as its type has, up to the limit. */
export function fetchContents(value: Value): Promise<Contents> {
  const { type, place, surroundings, bits } = value;
  const size = Math.min(sizeOf(type) ?? 0, mostBytes);
  if (bits) return fetchBits(value, bits, size);
  const converted = convertedRegister(strip(type), place, surroundings);
  return converted ? Promise.resolve(converted) : readPlace(place, size, surroundings);
}

async function fetchBits(
  { type, place, surroundings }: Value,
  bits: BitRange,
  size: number,
): Promise<Contents> {
  const first = Math.floor(bits.bit / 8);
  const end = Math.min(Math.ceil((bits.bit + bits.size) / 8), first + 17);
  const around = await readPlace(inside(place, end, first), end - first, surroundings);
  const start = bits.bit - 8 * first;
  return around.bits(start, bits.size, size, isSigned(type), surroundings.order);
}

/** The place `offset` bytes into something of `size` bytes. */
export function inside(place: Place, size: number, offset: number): Place {
  switch (place.kind) {
    case 'memory':
      return { kind: 'memory', address: place.address + BigInt(offset) };
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return place;
    case 'part':
      return { ...place, offset: place.offset + offset };
    case 'literal':
    case 'number':
    case 'register':
    case 'implicitPointer':
    case 'pieces':
      return { kind: 'part', of: place, size, offset };
  }
}

/** `size` bytes from the start of a place. */
export async function readPlace(
  place: Place,
  size: number,
  surroundings: Surroundings,
): Promise<Contents> {
  switch (place.kind) {
    case 'memory':
      return readMemory(place.address, size, surroundings);
    case 'register':
      return bitsOfRegister(place.register, size, surroundings);
    case 'number':
      return number(place.bytes, size, surroundings);
    case 'literal':
      return literal(place.bytes, size);
    case 'implicitPointer':
      return Contents.missing(size, 'syntheticPointer');
    case 'pieces':
      return pieces(place.pieces, size, surroundings);
    case 'part':
      return (await readPlace(place.of, Math.min(place.size, mostBytes), surroundings)).slice(
        place.offset,
        size,
      );
    case 'unavailable':
      return Contents.missing(size, 'unavailable');
    case 'optimizedOut':
    case 'problem':
      return Contents.missing(size, 'optimizedOut');
  }
}

/** Memory with the runs that the frame does not hold. */
export async function readMemory(
  address: bigint,
  size: number,
  { memory, addressSize }: Surroundings,
): Promise<Contents> {
  const { bytes, origins } = await memory.read(BigInt.asUintN(8 * addressSize, address), size);
  if (!origins.includes(Origin.unavailable)) return new Contents(bytes);
  const gaps: Gap[] = [];
  for (let start = 0; start < size; start++) {
    if (origins[start] !== Origin.unavailable) continue;
    let end = start + 1;
    while (end < size && origins[end] === Origin.unavailable) end++;
    gaps.push({ start: 8 * start, end: 8 * end, why: 'unavailable' });
    start = end;
  }
  return new Contents(bytes, gaps);
}

/** The low bytes of a number, which has zeros above it. */
function number(bytes: Uint8Array, size: number, { order }: Surroundings): Contents {
  return new Contents(toBytes(unsigned(bytes, order), size, order));
}

function literal(bytes: Uint8Array, size: number): Contents {
  if (bytes.length === size) return new Contents(bytes);
  if (bytes.length > size) return new Contents(bytes.subarray(0, size));
  const whole = new Uint8Array(size);
  whole.set(bytes);
  return new Contents(whole, [{ start: 8 * bytes.length, end: 8 * size, why: 'optimizedOut' }]);
}

async function pieces(
  all: readonly Piece[],
  size: number,
  surroundings: Surroundings,
): Promise<Contents> {
  const bytes = new Uint8Array(size);
  const gaps: Gap[] = [];
  let bit = 0;
  for (const piece of all) {
    const length = Math.min(piece.size, 8 * size - bit);
    if (length <= 0) break;
    const { contents, start } = await readPiece(piece, surroundings);
    copyBits(contents.bytes, start, bytes, bit, length, surroundings.order);
    gaps.push(...gapsWithin(contents, start, length, bit));
    bit += length;
  }
  // gdb takes what no piece describes for pointers that have no address.
  if (bit < 8 * size) gaps.push({ start: bit, end: 8 * size, why: 'syntheticPointer' });
  return new Contents(bytes, joined(gaps));
}

/** What a piece's bits are in, and where they start there. On big-endian targets a piece is the low end of its place. */
async function readPiece(
  { place, size, offset = 0 }: Piece,
  surroundings: Surroundings,
): Promise<{ contents: Contents; start: number }> {
  const bytes = Math.ceil((offset + size) / 8);
  const whole = Math.min(lengthOfPlace(place, surroundings) ?? bytes, mostBytes);
  const contents = await readPlace(
    place,
    Math.max(whole, Math.min(bytes, mostBytes)),
    surroundings,
  );
  const numeric = place.kind === 'register' || place.kind === 'number';
  if (numeric && surroundings.order === 'big') {
    return { contents, start: Math.max(0, 8 * contents.bytes.length - offset - size) };
  }
  return { contents, start: offset };
}

function lengthOfPlace(place: Place, { frame }: Surroundings): number | undefined {
  if (place.kind === 'number' || place.kind === 'literal') return place.bytes.length;
  if (place.kind !== 'register') return undefined;
  const register = frame?.register(place.register);
  return register?.kind === 'value' ? register.bytes.length : undefined;
}

function gapsWithin(contents: Contents, start: number, length: number, to: number): Gap[] {
  return contents.gaps
    .filter((gap) => gap.start < start + length && gap.end > start)
    .map((gap) => ({
      start: Math.max(gap.start, start) - start + to,
      end: Math.min(gap.end, start + length) - start + to,
      why: gap.why,
    }));
}

function joined(gaps: readonly Gap[]): Gap[] {
  const result: Gap[] = [];
  for (const gap of gaps) {
    const last = result.at(-1);
    if (last?.end === gap.start && last.why === gap.why) {
      result[result.length - 1] = { ...last, end: gap.end };
    } else {
      result.push(gap);
    }
  }
  return result;
}
