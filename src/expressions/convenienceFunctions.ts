// gdb's convenience functions (gdb manual, "Convenience Functions"), and this project's own
// $_collected and $_changed.
import { t } from '@vscode/l10n';
import { Origin } from '../machine/memory';
import { DW_ATE } from '../symbols/dwarf/constants';
import type { Type } from '../symbols/type';
import { typeName } from '../values/typeName';
import { valueText } from '../values/text/text';
import { internalFunction, isInternalFunction, sizeOf, strip } from '../values/types';
import { asInteger, literal, type Value, type ValueContext } from '../values/value';
import { partOfComplex } from './complexNumbers';
import { Failure, notAvailable, notInteger, optimizedOut } from './problem';
import { beginsWith } from './regex';
import type { LanguageSemantics } from './languageSemantics';
import { completeContents, scalarOf } from './scalar';

/** What a convenience function gives: a truth in the language's type of one, or in `int`. */
type Result = bigint | boolean | string | Value;

/** What the debugger knows of itself. */
interface DebuggerAnswers {
  readonly callers?: () => Promise<readonly (string | undefined)[]>;
  readonly setting?: (
    name: string,
  ) => { readonly text: string; readonly number?: bigint } | undefined;
}

/** What a convenience function may ask. */
export interface Arguments {
  readonly semantics: LanguageSemantics;
  readonly context: DebuggerAnswers;
  /** How many there are. */
  readonly count: number;
  /** An argument's value; fails as its expression does. */
  value(i: number): Promise<Value>;
  /** The address that a value is, as a number. */
  address(value: Value): Promise<bigint>;
  /** An argument's value before this frame. */
  previous(i: number): Promise<PreviousValue>;
}

/** An argument in the nearest earlier frame that has it; `none` where no frame has. */
export type PreviousValue = { readonly bytes: Uint8Array } | 'none';

/** As many bytes as a string is searched for its end. */
const maxStringBytes = 65_536;
const chunk = 256;

interface ConvenienceFunction {
  readonly arguments: number;
  /** gdb's words for another number of them, if fewer or more; Python's are not repeated here. */
  readonly refused?: readonly [fewer: string, more: string];
  /** Arguments that may follow. */
  readonly optional?: number;
  /** Whether its result depends on more than its arguments. */
  readonly depends?: boolean;
  call(given: Arguments): Promise<Result>;
}

const functions: ReadonlyMap<string, ConvenienceFunction> = new Map<string, ConvenienceFunction>([
  [
    '_streq',
    {
      arguments: 2,
      call: async (given) => isSame(await text(given, 0), await text(given, 1)),
    },
  ],
  ['_strlen', { arguments: 1, call: async (given) => BigInt((await text(given, 0)).length) }],
  [
    '_regex',
    {
      arguments: 2,
      call: async (given) => beginsWith(await text(given, 0), await text(given, 1)),
    },
  ],
  ['_memeq', { arguments: 3, call: sameMemory }],
  [
    '_isvoid',
    {
      arguments: 1,
      refused: [oneFor('_isvoid'), oneFor('_isvoid')],
      call: async (given) => truth(isVoid(await given.value(0))),
    },
  ],
  ['_creal', complexFunction('_creal', 'real')],
  ['_cimag', complexFunction('_cimag', 'imaginary')],
  ['_collected', { arguments: 1, depends: true, call: collected }],
  ['_changed', { arguments: 1, depends: true, call: changed }],
  ['_as_string', { arguments: 1, call: asText }],
  ['_gdb_setting', settingFunction('_gdb_setting', 'number')],
  ['_gdb_setting_str', settingFunction('_gdb_setting_str', 'text')],
  ['_caller_is', callerFunction('at', isSame)],
  ['_caller_matches', callerFunction('at', beginsWith)],
  ['_any_caller_is', callerFunction('upTo', isSame)],
  ['_any_caller_matches', callerFunction('upTo', beginsWith)],
]);

type Matches = (name: Uint8Array, wanted: Uint8Array) => boolean;

/**
 * Whether the function of a caller, by default the nearest, has a name: of that one, or of any up
 * to it.
 */
function callerFunction(which: 'at' | 'upTo', matches: Matches): ConvenienceFunction {
  return {
    arguments: 1,
    optional: 1,
    depends: true,
    call: async (given) => {
      const wanted = await text(given, 0);
      const count = given.count > 1 ? Number(await asInteger(await given.value(1))) : 1;
      if (count < 0) throw new Failure('nframes must be >= 0');
      const names = (await given.context.callers?.()) ?? [];
      const asked = which === 'at' ? names.slice(count, count + 1) : names.slice(0, count + 1);
      return asked.some(
        (name) => name !== undefined && matches(new TextEncoder().encode(name), wanted),
      );
    },
  };
}

/** `$_as_string`: the name of an enumerator, any other value as it is printed. */
async function asText(given: Arguments): Promise<string> {
  const value = await given.value(0);
  const type = strip(value.type);
  if (type.kind !== 'enum') return valueText(value);
  const number = await asInteger(value);
  if (number === undefined) throw new Failure(notInteger);
  const isNamed = type.enumerators.some((each) => each.value === number);
  return isNamed ? valueText(value) : number.toString();
}

function settingFunction(called: string, as: 'number' | 'text'): ConvenienceFunction {
  return {
    arguments: 1,
    refused: [
      `You must provide an argument to $${called}`,
      `You can only provide one argument to $${called}`,
    ],
    depends: true,
    call: async (given) => {
      const name = new TextDecoder().decode(await text(given, 0));
      const found = given.context.setting?.(name);
      if (!found) {
        throw new Failure(
          `First argument of $${called} must be a valid setting of the 'show' command.`,
        );
      }
      return as === 'number' ? (found.number ?? found.text) : found.text;
    },
  };
}

function complexFunction(called: string, part: 'real' | 'imaginary'): ConvenienceFunction {
  return {
    arguments: 1,
    refused: [oneFor(called), oneFor(called)],
    call: async (given) => partOfComplex(await given.value(0), part, given.semantics),
  };
}

function oneFor(called: string): string {
  return `You must provide one argument for $${called}.`;
}

function isVoid({ type }: Value): boolean {
  return strip(type).kind === 'void' && !isInternalFunction(type);
}

/** A convenience function itself, named without its `$`. */
export function convenienceFunctionValue(name: string, context: ValueContext): Value {
  const bytes = new TextEncoder().encode(name);
  return literal(internalFunction(bytes.length), bytes, context);
}

/** Whether there is a convenience function of a name, without its `$`. */
export function isConvenienceFunction(name: string): boolean {
  return functions.has(name);
}

/** Whether a convenience function gives the same for the same arguments in every frame. */
export function isPureFunction(name: string): boolean {
  const found = functions.get(name);
  return found !== undefined && found.depends !== true;
}

function wrongCount(name: string, least: number, optional: number): string {
  if (optional > 0) return t('${0} takes {1} or {2} arguments.', name, least, least + optional);
  return least === 1
    ? t('${0} takes 1 argument.', name)
    : t('${0} takes {1} arguments.', name, least);
}

/** The result of a convenience function. */
export async function callConvenienceFunction(name: string, given: Arguments): Promise<Result> {
  const found = functions.get(name);
  if (!found) throw new Failure(t('There is no convenience function ${0}.', name));
  const { arguments: least, optional = 0, refused } = found;
  if (given.count < least || given.count > least + optional) {
    const words = refused?.[given.count < least ? 0 : 1];
    throw new Failure(words ?? wrongCount(name, least, optional));
  }
  return given.semantics.typesOnly ? 0n : found.call(given);
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

/** Whether a value differs from the one before; where none was collected before, it does not. */
export function isChange(now: Uint8Array, before: PreviousValue): boolean {
  if (before === 'none') return false;
  const { bytes } = before;
  if (now.length !== bytes.length) return true;
  for (let i = 0; i < now.length; i++) if (now[i] !== bytes[i]) return true;
  return false;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** The bytes of a string of the program or of the expression. */
async function text(given: Arguments, i: number): Promise<Uint8Array> {
  const value = await given.value(i);
  await checkString(value);
  const bytes =
    strip(value.type).kind === 'array'
      ? (await completeContents(value)).bytes
      : await stringAt(value, given);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end);
}

/** Fails in gdb's words where a value is no array of characters and no pointer to some. */
async function checkString({ type, context }: Value): Promise<void> {
  const { kind } = strip(type);
  const element = elementOf(strip(type));
  if (element?.kind === 'base' && (element.size === 1 || element.encoding === DW_ATE.UTF)) return;
  const named =
    kind === 'array' && element ? ({ kind: 'pointer', target: element, size: 0 } as const) : type;
  const name = await typeName(named, context.language);
  throw new Failure(`Trying to read string with inappropriate type \`${name}'.`);
}

function elementOf(type: Type): Type | undefined {
  if (type.kind === 'array') return strip(type.element);
  return type.kind === 'pointer' ? strip(type.target) : undefined;
}

async function stringAt(value: Value, given: Arguments): Promise<Uint8Array> {
  const address = await given.address(value);
  const { memory } = value.context;
  for (let length = chunk; ; length *= 2) {
    const { bytes, origins } = await memory.read(address, Math.min(length, maxStringBytes));
    const end = bytes.findIndex((byte, i) => byte === 0 || origins[i] === Origin.unavailable);
    if (end >= 0 && origins[end] === Origin.unavailable) throw new Failure(notAvailable);
    if (end >= 0) return bytes.subarray(0, end);
    if (length >= maxStringBytes) return bytes;
  }
}

async function sameMemory(given: Arguments): Promise<boolean> {
  const { semantics } = given;
  const [one, other] = [await given.value(0), await given.value(1)];
  const count = await scalarOf(await given.value(2), t('The length must be a number.'), semantics);
  const length = count.kind === 'integer' ? Number(count.value) : 0;
  if (length < 0 || length > maxStringBytes) throw new Failure('length must be non-negative');
  if (length === 0) return true;
  const [a, b] = [await memoryAt(one, length, given), await memoryAt(other, length, given)];
  return isSame(a, b);
}

async function memoryAt(value: Value, length: number, given: Arguments): Promise<Uint8Array> {
  const address = await given.address(value);
  const { bytes, origins } = await value.context.memory.read(address, length);
  if (origins.includes(Origin.unavailable)) throw new Failure(notAvailable);
  return bytes;
}

/**
 * Whether the frame itself holds all of a value; what cannot be found without what is missing is
 * not collected.
 */
async function collected(given: Arguments): Promise<bigint> {
  try {
    return truth(await isCollected(await given.value(0)));
  } catch (error) {
    const isMissing =
      error instanceof Failure &&
      (error.message === notAvailable || error.message === optimizedOut);
    if (isMissing) return 0n;
    throw error;
  }
}

async function isCollected(value: Value): Promise<boolean> {
  // A trace state variable that the frame does not have is void.
  if (strip(value.type).kind === 'void') return false;
  if (value.place.kind !== 'memory') return (await value.contents()).complete;
  const { place, bits, context, type } = value;
  const first = bits ? Math.floor(bits.bit / 8) : 0;
  const end = bits ? Math.ceil((bits.bit + bits.size) / 8) : (sizeOf(type) ?? 0);
  const length = Math.min(end - first, maxStringBytes);
  const { origins } = await context.memory.read(place.address + BigInt(first), length);
  return origins.every((origin) => origin === Origin.collected);
}

/** Whether a value differs from the one in the nearest earlier frame that has it. */
async function changed(given: Arguments): Promise<bigint> {
  const now = await completeContents(await given.value(0));
  return truth(isChange(now.bytes, await given.previous(0)));
}
