// What recording something takes: memory at known addresses, code that records on its way, registers.
import type { Register } from '../../machine/registerLayout';
import { Failure } from '../problem';
import type { AgentPlace, PlaceReader } from './agentPlace';
import { constant, constantOf, operation, readsAnything, registersIn, type Code } from './code';

/** What is to be recorded. */
export interface Collection {
  /** Memory whose place is known before the run: a run-time address and bytes. */
  readonly memory: readonly { readonly address: bigint; readonly length: number }[];
  /** Code that records what it reads; each leaves nothing. */
  readonly code: readonly Code[];
  /** By gdb's remote numbers. */
  readonly registers: readonly number[];
}

/** Nothing. */
export const nothing: Collection = { memory: [], code: [], registers: [] };

/** All of several collections, in their order. */
export function together(collections: readonly Collection[]): Collection {
  return {
    memory: collections.flatMap(({ memory }) => memory),
    code: collections.flatMap(({ code }) => code),
    registers: [...new Set(collections.flatMap(({ registers }) => registers))],
  };
}

/** Something of `size` bytes. */
export function collectionOf(place: AgentPlace, size: number, reader: PlaceReader): Collection {
  switch (place.kind) {
    case 'memory':
      return memoryAt(place.address, size);
    case 'register':
      return collectionOfRegisters([place.register], reader);
    case 'number':
      return collectionOfCode(place.code);
    case 'literal':
    case 'implicitPointer':
      return nothing;
    case 'pieces':
      return collectionOfPieces(place.pieces, reader);
    case 'part':
      return collectionOf(place.of, place.size, reader);
    case 'nowhere':
      throw new Failure(place.why);
  }
}

/** Pieces that the compiler left out are left out. */
function collectionOfPieces(
  pieces: (AgentPlace & { kind: 'pieces' })['pieces'],
  reader: PlaceReader,
): Collection {
  const kept = pieces.filter(({ place }) => place.kind !== 'nowhere');
  return together(
    kept.map(({ place, size, offset = 0 }) =>
      collectionOf(place, Math.ceil((offset + size) / 8), reader),
    ),
  );
}

/** `size` bytes at an address. */
function memoryAt(address: Code, size: number): Collection {
  if (size === 0) return nothing;
  const known = constantOf(address);
  if (known !== undefined) {
    return { ...nothing, memory: [{ address: BigInt.asUintN(64, known), length: size }] };
  }
  const code = [...address, ...constant(BigInt(size)), operation('trace')];
  return { memory: [], code: [code], registers: [...new Set(registersIn(address))] };
}

/** Bytes at an address, as many as other code says. */
export function memoryOfLength(address: Code, length: Code): Collection {
  const known = constantOf(length);
  if (known !== undefined) return memoryAt(address, Number(known));
  const code = [...address, ...length, operation('trace')];
  return { memory: [], code: [code], registers: [...new Set(registersIn(code))] };
}

/** A string up to its NUL, at most so many bytes, and what leads to it. */
export function stringAt(address: Code, most: number): Collection {
  const code = [...address, ...constant(BigInt(most)), operation('tracenz')];
  return { memory: [], code: [code], registers: [...new Set(registersIn(address))] };
}

/** What computing a number reads. */
export function collectionOfCode(code: Code): Collection {
  const registers = [...new Set(registersIn(code))];
  return { memory: [], code: readsAnything(code) ? [[...code, operation('pop')]] : [], registers };
}

/** Registers, as the raw ones that they are computed from. */
export function collectionOfRegisters(
  registers: readonly Register[],
  { registers: all }: PlaceReader,
): Collection {
  const raw = registers.flatMap((register) => all.rawOf(register));
  return { ...nothing, registers: [...new Set(raw.map(({ number }) => number))] };
}
