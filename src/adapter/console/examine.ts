// `x`: memory in a format and a size, item by item (gdb manual, "Memory").
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { at } from '../../values/navigate';
import { symbolOf } from '../../values/symbolText';
import { pointedString } from '../../values/text/characters';
import { baseText, formattedText, inNibbles } from '../../values/text/scalars';
import type { Format, PrintSettings } from '../../values/text/writer';
import { readMemory, type ValueContext } from '../../values/value';
import type { BaseType } from '../../symbols/baseType';
import { DW_ATE } from '../../symbols/dwarf/constants';
import { RequestFailed } from '../../bytes/requestFailed';
import { addressGiven, pointerTo, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { examinedLines, linesBefore } from './disassemble';

/** Bytes of each size letter, and how many items are in a line. */
const sizes: Readonly<Record<string, { readonly bytes: number; readonly perLine: number }>> = {
  b: { bytes: 1, perLine: 8 },
  h: { bytes: 2, perLine: 8 },
  w: { bytes: 4, perLine: 4 },
  g: { bytes: 8, perLine: 2 },
};

/** Items that one command shows at most. */
const maxItems = 10_000;

/** How memory is shown. */
interface Layout {
  /** Items; below zero for those that end before the address. */
  readonly count: number;
  /** A letter of `print`, or `i` for instructions. */
  readonly format: string;
  readonly size: string;
}

/** `x/FMT ADDRESS`. */
export const examine: Command = {
  name: 'x',
  help: () =>
    t(
      'Print memory: `x/8xw ADDRESS`, `x/s`, `x/i`; without an address from where the last one ended; `x/-4xw` what is before.',
    ),
  takes: 'expression',
  goesOn: true,
  async run(args, state) {
    const [, letters = '', expression = ''] = /^(?:\/(\S*))?\s*(.*)/s.exec(args) ?? [];
    const context = await state.context();
    const asked = layoutOf(letters, state, context);
    const goesOn = expression === '' && !/\d/.test(letters);
    const layout = goesOn ? { ...asked, count: state.examined?.count ?? 1 } : asked;
    const from =
      expression === '' ? state.examined?.address : await addressGiven(expression, state);
    if (from === undefined)
      throw new RequestFailed('Argument required (starting display address).');
    const shown = await show(from, layout, state, context);
    const { count, size, format } = layout;
    state.examined = { count, size, address: shown.next };
    state.lastFormat = format;
    return text(shown.lines);
  },
};

function layoutOf(
  letters: string,
  { examined: last, lastFormat }: ConsoleState,
  { addressSize }: ValueContext,
): Layout {
  const [, count = '', rest = ''] = /^(-?\d*)(.*)/s.exec(letters) ?? [];
  // A size without a format means numbers where the last ones were instructions.
  const isSized = /^[bhwg]+$/.test(rest);
  const asked = { format: isSized && lastFormat === 'i' ? 'x' : (lastFormat ?? 'x'), size: '' };
  for (const letter of rest) {
    if (letter in sizes) asked.size = letter;
    else if (/[xduotacfsiz]/.test(letter)) asked.format = letter;
    else throw new RequestFailed(`Undefined output format "${letter}".`);
  }
  const size = sizeFor(asked.format, asked.size, last?.size ?? 'w', addressSize);
  const wanted = count === '' ? 1 : Number(count);
  return { ...asked, size, count: Math.max(-maxItems, Math.min(wanted, maxItems)) };
}

/**
 * gdb's defaults: addresses as wide as they are, characters of a byte, floating-point numbers as
 * last or wide.
 */
function sizeFor(format: string, asked: string, last: string, addressSize: number): string {
  if (asked !== '') return asked;
  if (format === 'a') return addressSize === 8 ? 'g' : 'w';
  if (format === 'c') return 'b';
  if (format === 's') return 'b';
  if (format === 'f') return last === 'w' || last === 'g' ? last : 'g';
  return last;
}

interface Shown {
  readonly lines: readonly string[];
  /** Where the next command continues. */
  readonly next: bigint;
}

async function show(
  from: bigint,
  layout: Layout,
  state: ConsoleState,
  context: ValueContext,
): Promise<Shown> {
  if (layout.count < 0) return before(from, layout, state, context);
  if (layout.format === 'i') {
    const shown = await examinedLines(from, layout.count, state);
    // gdb keeps no instruction as a value.
    await remember(shown.last, typeOf(1, 'i'), state, context);
    state.evaluator.remember('__', undefined);
    return shown;
  }
  if (layout.format === 's') return strings(from, layout, state, context);
  return items(from, layout, state, context);
}

/** What ends before an address; the next command continues before that. */
async function before(
  end: bigint,
  layout: Layout,
  state: ConsoleState,
  context: ValueContext,
): Promise<Shown> {
  const count = -layout.count;
  if (layout.format === 'i') return linesBefore(end, count, state);
  if (layout.format === 's') {
    throw new RequestFailed(t('Strings are shown forward only: give a lower address.'));
  }
  const { bytes } = sizes[layout.size] ?? { bytes: 4 };
  const start = BigInt.asUintN(8 * context.addressSize, end - BigInt(count * bytes));
  const { lines } = await items(start, { ...layout, count }, state, context);
  return { lines, next: start };
}

async function items(
  from: bigint,
  { count, format, size }: Layout,
  state: ConsoleState,
  context: ValueContext,
): Promise<Shown> {
  const { bytes, perLine } = sizes[size] ?? { bytes: 4, perLine: 4 };
  const lines: string[] = [];
  let address = from;
  const slice = new TimeSlice();
  for (let done = 0; done < count;) {
    await slice.yieldIfDue();
    const row = Math.min(perLine, count - done);
    const texts = [await label(address, context)];
    for (let i = 0; i < row; i++, address += BigInt(bytes)) {
      texts.push(await itemText(address, bytes, format, context, state.settings.print));
    }
    lines.push(texts.join('\t'));
    done += row;
  }
  await remember(address - BigInt(bytes), typeOf(bytes, format), state, context);
  return { lines, next: address };
}

async function itemText(
  address: bigint,
  size: number,
  format: string,
  context: ValueContext,
  { nibbles }: Pick<PrintSettings, 'nibbles'>,
): Promise<string> {
  const contents = await readMemory(address, size, context);
  if (!contents.complete) return '<unavailable>';
  const type = typeOf(size, format);
  const { bytes } = contents;
  if (format === 'f' || (format === 'd' && size > 8)) return baseText(type, bytes, context);
  if (format === 'x') return formattedText(type, bytes, 'z', context);
  const written = await formattedText(type, bytes, format as Format, context);
  if (format !== 't') return written;
  const digits = written.padStart(8 * size, '0');
  return nibbles ? inNibbles(digits, context) : digits;
}

/** The type by which an item is read. */
function typeOf(size: number, format: string): BaseType {
  const isFloat = format === 'f' && size >= 4;
  // A byte is a number, never a character: DWARF's fixed-point numbers without a fraction are that.
  const [signed, unsigned] =
    size === 1 ? [DW_ATE.signed_fixed, DW_ATE.unsigned_fixed] : [DW_ATE.signed, DW_ATE.unsigned];
  const encoding = isFloat ? DW_ATE.float : format === 'u' ? unsigned : signed;
  const name = isFloat ? (size === 4 ? 'float' : 'double') : (integerNames[size] ?? 'int32_t');
  return { kind: 'base', name, size, encoding };
}

const integerNames: Readonly<Record<number, string>> = {
  1: 'int8_t',
  2: 'int16_t',
  4: 'int32_t',
  8: 'int64_t',
};

async function strings(
  from: bigint,
  { count, size }: Layout,
  state: ConsoleState,
  context: ValueContext,
): Promise<Shown> {
  const width = size === 'h' ? 2 : size === 'w' ? 4 : 1;
  const prefix = width === 2 ? 'u' : width === 4 ? 'U' : '';
  const lines: string[] = [];
  let address = from;
  for (let i = 0; i < count; i++) {
    const { print } = state.settings;
    const written = await pointedString(address, { width, prefix }, context, print);
    lines.push(`${await label(address, context)}\t${written}`);
    const length = await lengthOf(address, width, print.elements, context);
    await remember(address, typeOf(width, 's'), state, context);
    if (length === undefined) break;
    address += BigInt(length);
  }
  return { lines, next: address };
}

/** Bytes of a string with its NUL, or up to the limit; undefined where it cannot be read. */
async function lengthOf(
  address: bigint,
  width: number,
  limit: number,
  context: ValueContext,
): Promise<number | undefined> {
  const most = Math.min(limit, 100_000) * width;
  const { bytes, gaps } = await readMemory(address, most, context);
  const known = Math.floor((gaps[0]?.start ?? 8 * most) / 8);
  for (let i = 0; i + width <= known; i += width) {
    if (bytes.subarray(i, i + width).every((byte) => byte === 0)) return i + width;
  }
  return known < most ? undefined : most;
}

/** `0x404060 <g>:` */
async function label(address: bigint, context: ValueContext): Promise<string> {
  const symbol = await symbolOf(address, context, true);
  return `${hexAddress(address)}${symbol === undefined ? '' : ` <${symbol}>`}:`;
}

/** `$_` is the last address, `$__` what is there. */
async function remember(
  address: bigint,
  type: BaseType,
  { evaluator }: ConsoleState,
  context: ValueContext,
): Promise<void> {
  evaluator.remember('_', pointerTo(type, address, context));
  evaluator.remember('__', await at(type, address, context));
}
