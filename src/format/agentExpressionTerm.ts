// The parts that the text of an agent expression is made of: each with how strongly it holds together, so that
// brackets stand where C needs them. Operators that C's types would tell apart have a `u` where they are unsigned.

/** A part of an expression, with what it takes to stand inside another. */
export interface Term {
  readonly text: string;
  /** How strongly it holds together, as C's operators do; the highest needs no brackets. */
  readonly strength: number;
  /** A number, where it is one. */
  readonly constant?: bigint;
  /** The base and the number added to it. */
  readonly sum?: { readonly base: Term; readonly added: bigint };
  /** 0 or 1. */
  readonly truth?: boolean;
  /** A comparison's text where it does not hold; as strong as the text. */
  readonly opposite?: string;
  /** What it negates. */
  readonly negated?: Term;
  /** The address and bits of memory that is read, before it is known to be signed. */
  readonly memory?: { readonly address: Term; readonly bits: number };
}

const strongest = 16;
/** How strongly a prefix operator holds. */
export const prefixStrength = 15;
const binary: Readonly<Record<string, readonly [sign: string, strength: number]>> = {
  mul: ['*', 13],
  div_signed: ['/', 13],
  div_unsigned: ['/u', 13],
  rem_signed: ['%', 13],
  rem_unsigned: ['%u', 13],
  lsh: ['<<', 11],
  rsh_signed: ['>>', 11],
  rsh_unsigned: ['>>u', 11],
  less_signed: ['<', 10],
  less_unsigned: ['<u', 10],
  equal: ['==', 9],
  bit_and: ['&', 8],
  bit_xor: ['^', 7],
  bit_or: ['|', 6],
};
const opposites: Readonly<Record<string, string>> = { '==': '!=', '<': '>=', '<u': '>=u' };
const memoryBits: Readonly<Record<string, number>> = { ref8: 8, ref16: 16, ref32: 32, ref64: 64 };
const floatTypes: Readonly<Record<string, string>> = {
  ref_float: 'float',
  ref_double: 'double',
  ref_long_double: 'long double',
};

/** What an operation on one or two words leaves; undefined for one that has no text. */
export function operationTerm(name: string, first: Term, second: Term): Term[] | undefined {
  const bits = memoryBits[name];
  if (bits !== undefined) return [memory(first, bits, false)];
  const float = floatTypes[name];
  if (float !== undefined) {
    return [
      { text: `*(${float} *) ${bracketed(first, prefixStrength)}`, strength: prefixStrength },
    ];
  }
  const operator = binary[name];
  if (!operator) return undefined;
  const [sign, strength] = operator;
  const written = (between: string) =>
    `${bracketed(first, strength)} ${between} ${bracketed(second, strength + 1)}`;
  const opposite = opposites[sign];
  const text = written(sign);
  return [
    { text, strength, ...(opposite !== undefined && { truth: true, opposite: written(opposite) }) },
  ];
}

/** A name, which needs no brackets. */
export function atom(text: string): Term {
  return { text, strength: strongest };
}

/** Small numbers are counts, big ones addresses. */
export function constantTerm(value: bigint): Term {
  const magnitude = value < 0n ? -value : value;
  const digits = magnitude < 0x1_0000n ? `${magnitude}` : `0x${magnitude.toString(16)}`;
  const text = value < 0n ? `-${digits}` : digits;
  return { text, strength: value < 0n ? prefixStrength : strongest, constant: value };
}

/** The number 0. */
export const zero = constantTerm(0n);

/** The text, in brackets where what is around it holds more strongly. */
export function bracketed(term: Term, strength: number): string {
  return term.strength < strength ? `(${term.text})` : term.text;
}

/** Numbers added to one thing, one after the other, are one number. */
export function sumTerm(first: Term, second: Term): Term {
  if (second.constant === undefined) {
    return { text: `${bracketed(first, 12)} + ${bracketed(second, 13)}`, strength: 12 };
  }
  const base = first.sum?.base ?? first;
  const added = (first.sum?.added ?? 0n) + second.constant;
  if (base.constant !== undefined) return constantTerm(base.constant + added);
  if (added === 0n) return base;
  const sign = added < 0n ? '-' : '+';
  const number = constantTerm(added < 0n ? -added : added).text;
  return { text: `${bracketed(base, 12)} ${sign} ${number}`, strength: 12, sum: { base, added } };
}

/** A difference. */
export function differenceTerm(first: Term, second: Term): Term {
  if (second.constant !== undefined) return sumTerm(first, constantTerm(-second.constant));
  return { text: `${bracketed(first, 12)} - ${bracketed(second, 13)}`, strength: 12 };
}

/** 1 for 0, else 0; a comparison is turned round. */
export function not(term: Term): Term {
  const { text, strength, opposite } = term;
  if (opposite !== undefined) {
    return { text: opposite, strength, truth: true, opposite: text, negated: term };
  }
  return {
    text: `!${bracketed(term, prefixStrength)}`,
    strength: prefixStrength,
    truth: true,
    negated: term,
  };
}

function memory(address: Term, bits: number, signed: boolean): Term {
  const text = `*(${integerType(bits, signed)} *) ${bracketed(address, prefixStrength)}`;
  return { text, strength: prefixStrength, memory: { address, bits } };
}

function integerType(bits: number, signed: boolean): string {
  return `${signed ? '' : 'u'}int${bits}_t`;
}

/** The low bits of a term, as a signed or unsigned number. */
export function extendedTerm(term: Term, bits: number, signed: boolean): Term {
  if (bits === 0 || bits > 64)
    return { text: `(${bits} bits) ${bracketed(term, prefixStrength)}`, strength: prefixStrength };
  if (term.constant !== undefined) {
    const low = signed ? BigInt.asIntN(bits, term.constant) : BigInt.asUintN(bits, term.constant);
    return constantTerm(low);
  }
  if (term.memory?.bits === bits) return memory(term.memory.address, bits, signed);
  if (bits === 64 || term.truth) return term;
  return {
    text: `(${integerType(bits, signed)}) ${bracketed(term, prefixStrength)}`,
    strength: prefixStrength,
  };
}

/** The value of both ways of a jump; `taken` is that where the condition holds. */
export function choiceTerm(condition: Term, taken: Term, other: Term): Term {
  const isTruth = (term: Term) =>
    term.truth === true || term.constant === 0n || term.constant === 1n;
  if (taken.text === other.text) return taken;
  if (taken.constant === 1n && other.constant === 0n) {
    if (condition.truth) return condition;
    return { text: `${bracketed(condition, 10)} != 0`, strength: 9, truth: true };
  }
  if (other.constant === 0n && isTruth(taken)) {
    return {
      text: `${bracketed(condition, 5)} && ${bracketed(taken, 5)}`,
      strength: 5,
      truth: true,
    };
  }
  if (taken.constant === 1n && isTruth(other)) {
    return {
      text: `${bracketed(condition, 4)} || ${bracketed(other, 4)}`,
      strength: 4,
      truth: true,
    };
  }
  const text = `${bracketed(condition, 4)} ? ${bracketed(taken, 4)} : ${bracketed(other, 3)}`;
  return { text, strength: 3 };
}
