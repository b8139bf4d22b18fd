// `find`: bytes in memory (gdb manual, "Searching Memory").
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { bytesOfNumber, readMemory } from '../../values/value';
import { symbolOf } from '../../values/symbolText';
import { strip } from '../../values/types';
import { RequestFailed } from '../../bytes/requestFailed';
import { addressGiven, integerGiven, pointerTo, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { separated } from './printf';

const sizes: Readonly<Record<string, number>> = { b: 1, h: 2, w: 4, g: 8 };

/** Bytes that one search reads at most. */
const maxBytes = 1 << 24;

/** Bytes that gdb reads at once, with so many more that a pattern may be across. */
const chunk = 16_000;

/** `find`. */
export const findCommands: readonly Command[] = [
  {
    name: 'find',
    help: () =>
      t(
        'Find values in memory: `find /w START, +LENGTH, VALUE…`, with an end instead of `+LENGTH`.',
      ),
    takes: 'expression',
    run: find,
  },
];

async function find(args: string, state: ConsoleState): Promise<string> {
  const [, letters = '', rest = ''] = /^(?:\/(\S*))?\s*(.*)/s.exec(args) ?? [];
  if (/[^bhwg\d]/.test(letters)) throw new RequestFailed('Invalid size granularity.');
  const size = sizes[/[bhwg](?!.*[bhwg])/.exec(letters)?.[0] ?? ''];
  const most = Number(/\d+/.exec(letters)?.[0] ?? Number.MAX_SAFE_INTEGER);
  const [first, until, ...values] = separated(rest);
  if (first === undefined || first === '') throw new RequestFailed('Missing search parameters.');
  if (until === undefined || until === '') {
    throw new RequestFailed('Argument required (expression to compute).');
  }
  if (values.join('') === '') throw new RequestFailed('Missing search pattern.');
  const start = await addressGiven(first, state);
  const length = until.startsWith('+')
    ? await integerGiven(until.slice(1), state)
    : (await addressGiven(until, state)) - start + 1n;
  if (length === 0n && until.startsWith('+')) return 'Empty search range.\nPattern not found.';
  if (length <= 0n) throw new RequestFailed('Invalid search space, end precedes start.');
  if (length > maxBytes) throw new RequestFailed(t('At most {0} bytes are searched.', maxBytes));
  const parts = await Promise.all(values.map((value) => patternOf(value, size, state)));
  const pattern = Uint8Array.from(parts.flatMap((part) => [...part]));
  if (length < pattern.length) {
    throw new RequestFailed('Search space too small to contain pattern.');
  }
  return search(start, Number(length), pattern, most, state);
}

/** The bytes of a value: a text without its end, a number of a size, else as long as its type. */
async function patternOf(
  expression: string,
  size: number | undefined,
  state: ConsoleState,
): Promise<Uint8Array> {
  const { value } = await state.evaluator.value(expression, await state.stackFrame());
  const { bytes, missing } = await value.contents();
  if (missing !== undefined) throw new RequestFailed('value is not available');
  if (strip(value.type).kind === 'array' && /^\s*"/.test(expression)) return bytes.subarray(0, -1);
  if (size === undefined) return bytes;
  const number = await integerGiven(expression, state);
  const context = await state.context();
  return bytesOfNumber(number, { kind: 'base', name: '', size, encoding: 7 }, context);
}

async function search(
  start: bigint,
  length: number,
  pattern: Uint8Array,
  most: number,
  state: ConsoleState,
): Promise<string> {
  const context = await state.context();
  const { bytes, gaps } = await readMemory(start, length, context);
  const known = Math.floor((gaps[0]?.start ?? 8 * length) / 8);
  const found: bigint[] = [];
  for (let i = 0; i + pattern.length <= known && found.length < most; i++) {
    if (pattern.every((byte, j) => bytes[i + j] === byte)) found.push(start + BigInt(i));
  }
  const last = found.at(-1);
  const { evaluator } = state;
  evaluator.remember('numfound', BigInt(found.length));
  if (last !== undefined) evaluator.remember('_', pointerTo({ kind: 'void' }, last, context));
  const lines = await Promise.all(found.map((address) => labelled(address, context)));
  const count = found.length;
  const total =
    count === 0 ? 'Pattern not found.' : `${count} pattern${count === 1 ? '' : 's'} found.`;
  const isCut = known < length && found.length < most;
  const at = hexAddress(start);
  const asked = Math.min(length, chunk + pattern.length - 1);
  const warning = `warning: Unable to access ${asked} bytes of target memory at ${at}, halting search.`;
  return text([...lines, total, ...(isCut ? [warning] : [])]);
}

async function labelled(address: bigint, context: Parameters<typeof symbolOf>[1]): Promise<string> {
  const symbol = await symbolOf(address, context, true);
  return hexAddress(address) + (symbol === undefined ? '' : ` <${symbol}>`);
}
