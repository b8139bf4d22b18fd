// The names of a program, as columns of numbers: a kernel has two million of them. They go from one
// thread to another without a copy. Only a hash of a name's text is kept: whoever looks for a name
// also reads its entry.
import { ListInParts } from '../../bytes/arrays';
import { TimeSlice, type Steps } from '../../bytes/timeSlice';
import { lastPart } from './qualifiedName';
import type { NameKey } from './strings';

/**
 * What a name can represent, by number. C gives the names of structs, unions and enums a room of
 * their own.
 */
export enum NameKind {
  /** A function: what is known of it is its unit. */
  function = 0,
  tagged = 1,
  type = 2,
  variable = 3,
  enumerator = 4,
  namespace = 5,
}

/** A hash modulo this number is its kind. */
const kindFactor = 8;
/** Names that share a bucket, more or less. */
const namesInBucket = 4;

/** Names in buckets, by their hash; in each in the order of the file. */
export interface NameColumns {
  /**
   * Where the names of each bucket begin; one element more than buckets, whose number is a power of
   * two.
   */
  readonly starts: Uint32Array;
  readonly hashes: Uint32Array;
  /**
   * Offsets of entries, of functions those of units, as the files of the reader that made this
   * count.
   */
  readonly offsets: Float64Array;
  /**
   * For each of that reader's files, the offset of the skeleton that it was split off from; -1 for
   * the others.
   */
  readonly skeletons: readonly number[];
}

/**
 * Offsets of entries that may have a name, in the order of the file; rarely, one of them has
 * another name.
 */
export function offsetsNamed(columns: NameColumns, kind: NameKind, name: string): number[] {
  const { starts, hashes, offsets } = columns;
  const hash = hashOf(kind, name);
  const bucket = bucketOf(hash, starts.length - 1);
  const found: number[] = [];
  const end = starts[bucket + 1] ?? 0;
  for (let i = starts[bucket] ?? 0; i < end; i++) {
    if (hashes[i] === hash) found.push(offsets[i] ?? 0);
  }
  return found;
}

/** Offsets of everything of a kind, in no special order. */
export function* offsetsOfKind(columns: NameColumns, kind: NameKind): Steps<number[]> {
  const { hashes, offsets } = columns;
  const found: number[] = [];
  for (let i = 0; i < hashes.length; i++) {
    if (i % namesAtOnce === 0) yield;
    if ((hashes[i] ?? 0) % kindFactor === kind) found.push(offsets[i] ?? 0);
  }
  return found;
}

/** Names beyond this are damage: they would be shorter than any compiler writes. */
const maxNames = 1 << 23;
/** Names between two looks at the clock. */
const namesAtOnce = 1 << 14;
/** Texts are kept in so many Maps: one of a million holds the thread whenever it grows. */
const knownParts = 64;

/** Gives the texts that keys represent. */
type ReadTexts = (
  keys: Iterable<NameKey>,
  take: (key: NameKey, text: string) => void,
) => Promise<void>;

/** Columns while they grow. */
export class NameCollector {
  /** Texts: where they are, or below zero those that are known themselves. */
  private readonly texts = new Numbering();
  private readonly known = Array.from({ length: knownParts }, () => new Map<string, number>());
  private knownCount = 0;
  /** The key of each text. */
  private readonly keys = new ListInParts<NameKey>();
  /** Scopes: the one around each, and its own text. */
  private readonly scopes = new Numbering();
  /**
   * Bits of the kinds that each text names, and higher up of those that count once and have counted
   * outside of all scopes.
   */
  private readonly kinds = new ListInParts<number>();
  /** The unit that each text was last met in as the name of a function. */
  private readonly lastUnits: number[] = [];
  /** Scope, text and kind of what counts once. */
  private readonly seen = new Numbering();
  /** Text and kind of each name. */
  private readonly names = new ListInParts<number>();
  private readonly offsets = new ListInParts<number>();

  /** True when there can be no more. */
  get full(): boolean {
    return this.names.length >= maxNames;
  }

  /** The number of a scope, from 1, by that of the one around it; 0 is outside of all. */
  scopeIn(around: number, key: NameKey | undefined): number {
    return this.full ? around : 1 + this.scopes.of(around * maxNames + this.numberOf(key ?? ''));
  }

  add(kind: NameKind, key: NameKey, offset: number): void {
    if (!this.full) this.addNumber(kind, this.numberOf(key), offset);
  }

  /** Adds a name that counts once in its scope; whether it is new there. */
  addOnce(kind: NameKind, scope: number, key: NameKey, offset: number): boolean {
    const number = this.numberOf(key);
    if (this.full) return false;
    if (scope === 0) {
      // Most are outside of all scopes, where the kinds of the text decide.
      const bit = 1 << (kind + kindFactor);
      const kinds = this.kinds.at(number) ?? 0;
      if ((kinds & bit) !== 0) return false;
      this.kinds.put(number, kinds | bit);
    } else {
      const { size } = this.seen;
      if (this.seen.of((scope * maxNames + number) * kindFactor + kind) < size) return false;
    }
    this.addNumber(kind, number, offset);
    return true;
  }

  /** Adds a function of a unit, once for each unit. */
  addFunction(key: NameKey, unit: number): void {
    if (this.full) return;
    const number = this.numberOf(key);
    if (this.lastUnits[number] === unit) return;
    this.lastUnits[number] = unit;
    this.addNumber(NameKind.function, number, unit);
  }

  /** The columns of what was added. `skeletons`: as NameColumns has them. */
  async columns(readTexts: ReadTexts, skeletons: readonly number[]): Promise<NameColumns> {
    return inBuckets(await this.hashes(readTexts), this.offsets, skeletons);
  }

  private numberOf(key: NameKey): number {
    const number = this.texts.of(typeof key === 'number' ? key : this.standIn(key));
    if (number === this.keys.length) {
      this.keys.push(key);
      this.kinds.push(0);
    }
    return number;
  }

  /** The number below zero that represents a text. */
  private standIn(text: string): number {
    const part = this.known[textHash(text) % knownParts];
    const known = part?.get(text);
    if (known !== undefined) return known;
    this.knownCount++;
    part?.set(text, -this.knownCount);
    return -this.knownCount;
  }

  private addNumber(kind: NameKind, number: number, offset: number): void {
    this.kinds.put(number, (this.kinds.at(number) ?? 0) | (1 << kind));
    this.names.push(number * kindFactor + kind);
    this.offsets.push(offset);
  }

  /** The hash of each name. One whose text cannot be read is left where no one looks for it. */
  private async hashes(readTexts: ReadTexts): Promise<Uint32Array> {
    const ofFunctions = new Uint32Array(this.kinds.length);
    const ofOthers = new Uint32Array(this.kinds.length);
    await readTexts(this.keys, (key, text) => {
      const number = this.numberOf(key);
      const kinds = this.kinds.at(number) ?? 0;
      if (kinds & (1 << NameKind.function)) ofFunctions[number] = hashOf(NameKind.function, text);
      if (kinds > 1) ofOthers[number] = hashOf(NameKind.type, text);
    });
    const hashes = new Uint32Array(this.names.length);
    const slice = new TimeSlice();
    for (let i = 0; i < hashes.length; i++) {
      const name = this.names.at(i) ?? 0;
      const kind = name % kindFactor;
      const texts = kind === NameKind.function ? ofFunctions : ofOthers;
      hashes[i] = withKind(texts[(name - kind) / kindFactor] ?? 0, kind);
      if (i % namesAtOnce === 0) await slice.yieldIfDue();
    }
    return hashes;
  }
}

/**
 * Sorts names by buckets: counts those of each, then puts every name where its bucket continues.
 */
async function inBuckets(
  hashes: Uint32Array,
  offsets: ListInParts<number>,
  skeletons: readonly number[],
): Promise<NameColumns> {
  const buckets = 2 ** Math.ceil(Math.log2(1 + hashes.length / namesInBucket));
  const starts = new Uint32Array(buckets + 1);
  const sorted = {
    hashes: new Uint32Array(hashes.length),
    offsets: new Float64Array(hashes.length),
  };
  const slice = new TimeSlice();
  for (let i = 0; i < hashes.length; i++) {
    const bucket = bucketOf(hashes[i] ?? 0, buckets);
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
    if (i % namesAtOnce === 0) await slice.yieldIfDue();
  }
  for (let i = 1; i <= buckets; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const next = starts.slice();
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] ?? 0;
    const bucket = bucketOf(hash, buckets);
    const at = next[bucket] ?? 0;
    next[bucket] = at + 1;
    sorted.hashes[at] = hash;
    sorted.offsets[at] = offsets.at(i) ?? 0;
    if (i % namesAtOnce === 0) await slice.yieldIfDue();
  }
  return { starts, ...sorted, skeletons };
}

function bucketOf(hash: number, buckets: number): number {
  return Math.floor(hash / kindFactor) & (buckets - 1);
}

function withKind(hash: number, kind: number): number {
  return hash - (hash % kindFactor) + kind;
}

/** The hash of a name, with the kind in the low bits. */
function hashOf(kind: NameKind, name: string): number {
  const hash = kind === NameKind.function ? textHash(lastPart(name)) : wordsHash(name);
  return withKind(hash, kind);
}

/** FNV-1a. */
function textHash(text: string): number {
  let hash = fnvStart;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), fnvPrime);
  return hash >>> 0;
}

const fnvStart = 0x811c9dc5;
const fnvPrime = 0x01000193;

/**
 * A hash that a name has however it is spelt: to spell it in the one way (canonicalName) takes
 * long, of a hundred thousand names. Spellings have the same words, in one order or another, but
 * for those of base types, which have several names, and numbers and characters.
 */
function wordsHash(name: string): number {
  let sum = 0;
  let hash = fnvStart;
  let before = 0;
  for (let i = 0; i <= name.length; i++) {
    const code = i < name.length ? name.charCodeAt(i) : 0;
    if (isOfWord(code)) {
      if (hash !== fnvStart || !beginsValue(before, code)) hash = Math.imul(hash ^ code, fnvPrime);
      else while (i + 1 < name.length && isOfWord(name.charCodeAt(i + 1))) i++;
    } else if (hash !== fnvStart) {
      if (!baseWords.has(hash >>> 0)) sum = (sum + Math.imul(hash ^ (hash >>> 15), fnvPrime)) | 0;
      hash = fnvStart;
    }
    before = code;
  }
  return sum >>> 0;
}

/** Whether a word is a number or a character: a digit or a quote begins it. */
function beginsValue(before: number, code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || before === 0x27 || before === 0x5c;
}

/** The hashes of the words that names of base types are made of. */
const baseWords: ReadonlySet<number> = new Set(
  ['signed', 'unsigned', 'short', 'long', 'int', 'char', 'double'].map(textHash),
);

/** Letters, digits and `_`. */
function isOfWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code > 0x7f
  );
}

// Distinct numbers, counted from 0 in the order in which they were met: a Map from number to
// number, at a third of its cost, for walks that ask millions of times.

/** The multiplier of Fibonacci hashing: 2^32 divided by the golden ratio. */
const multiplier = 0x9e3779b1;

/** Numbers the integers that it is given, from 0 up to 2^53. */
export class Numbering {
  /** In the order of their numbers. */
  private values = new Float64Array(1 << 10);
  /**
   * The number of a value, and 1, in the first free slot from where its hash says; a power of two
   * of them.
   */
  private slots = new Int32Array(1 << 11);
  private count = 0;

  /** How many numbers were given so far: the next new one. */
  get size(): number {
    return this.count;
  }

  /** The number of a value, which is new where it equals the size before. */
  of(value: number): number {
    const { slots, values } = this;
    const mask = slots.length - 1;
    for (let at = hash(value) & mask; ; at = (at + 1) & mask) {
      const number = (slots[at] ?? 0) - 1;
      if (number < 0) return this.add(value, at);
      if (values[number] === value) return number;
    }
  }

  private add(value: number, at: number): number {
    const number = this.count++;
    this.values[number] = value;
    this.slots[at] = number + 1;
    if (this.count === this.values.length) this.grow();
    return number;
  }

  /** Half of the slots stay free. */
  private grow(): void {
    const values = new Float64Array(2 * this.values.length);
    values.set(this.values);
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let at = hash(values[number] ?? 0) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = number + 1;
    }
    this.values = values;
    this.slots = slots;
  }
}

function hash(value: number): number {
  const high = Math.floor(value / 2 ** 32);
  const mixed = Math.imul((value >>> 0) ^ Math.imul(high, 0x85ebca6b), multiplier);
  return mixed ^ (mixed >>> 15);
}
