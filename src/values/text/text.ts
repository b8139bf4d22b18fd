// The text of a value, as gdb's `print` and `info locals` write it (gdb manual, "Print
// Settings"): C's and C++'s, and for the stack frames of Rust Rust's.
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { ClassType, EnumType, MemberPointerType, Type } from '../../symbols/type';
import type { Missing } from '../contents';
import { isD, isGo, styleOf, type Style } from '../../symbols/dwarf/languages';
import { dereference } from '../navigate';
import { asInteger, maxSizeIn, readMemory, type Value, type ValueBudget } from '../value';
import { addressText } from '../symbolText';
import { typeName } from '../typeName';
import {
  complexPart,
  isClass,
  isInternalFunction,
  isReference,
  isScalar,
  sizeOf,
  strip,
  withoutQualifiers,
} from '../types';
import { arrayText, goStringText, sliceText } from './arrayText';
import { characterKind, pointedString, stringText } from './characters';
import { classText } from './classText';
import { memberPointerText } from './memberPointerText';
import { rustText } from './rustText';
import { baseText, enumText, formattedText, radixFormat } from './scalars';
import {
  SeenStaticArrays,
  SeenStatics,
  defaultSettings,
  type Format,
  type PrintSettings,
  type Writer,
} from './writer';
import { present } from '../pretty/libraries';
import type { Characters, Child, Children, Presentation } from '../pretty/presentation';

export type { Format, PrintSettings } from './writer';

/** How a value is to be written. */
export interface TextOptions {
  /** As `print` writes it, with the type of a pointer before it. */
  readonly top?: boolean;
  /** `…` for anything but a number, as in the arguments of a call stack. */
  readonly summary?: boolean;
  readonly format?: Format | undefined;
  readonly settings?: Partial<PrintSettings>;
  /**
   * Containers as their libraries' pretty printers show them, not as the members that they are
   * made of.
   */
  readonly prettyPrint?: boolean;
  /** What is left where it is used up is `...`. */
  readonly budget?: ValueBudget;
}

const missingText: Readonly<Record<Missing, string>> = {
  unavailable: '<unavailable>',
  optimizedOut: '<optimized out>',
  syntheticPointer: '<synthetic pointer>',
};

/** Values that one text shows at most, whatever the types say. */
const maxValues = 50_000;

/** The text of a value. Never throws. */
export async function valueText(value: Value, options: TextOptions = {}): Promise<string> {
  const problem = problemOf(value);
  if (problem !== undefined) return `<error: ${problem}>`;
  const writer = new ValueWriter(options);
  return writer.printable(value, options.top ?? false);
}

/** Why a value cannot be had at all, in gdb's words; undefined where it can. */
export function problemOf({ place, type, context }: Value): string | undefined {
  if (place.kind === 'problem') return place.problem;
  const size = sizeOf(type) ?? 0;
  if (size <= maxSizeIn(context)) return undefined;
  const named = withoutQualifiers(type);
  const ofType = 'name' in named && named.name ? ` of type \`${named.name}'` : '';
  return `value${ofType} requires ${size} bytes, which is more than max-value-size`;
}

class ValueWriter implements Writer {
  readonly settings: PrintSettings;
  readonly format: Format | undefined;
  readonly summary: boolean;
  private readonly prettyPrint: boolean;
  readonly budget: ValueBudget;
  readonly statics = new SeenStatics();
  readonly staticArrays = new SeenStaticArrays();
  private readonly slice = new TimeSlice();

  constructor(options: TextOptions) {
    this.settings = { ...defaultSettings, ...options.settings };
    this.format = options.format;
    this.summary = options.summary ?? false;
    this.prettyPrint = options.prettyPrint ?? false;
    this.budget = options.budget ?? { left: maxValues };
  }

  get isFull(): boolean {
    return this.budget.left <= 0;
  }

  async printable(value: Value, top = false): Promise<string> {
    const contents = await value.contents();
    const { place } = value;
    const empty = contents.bytes.length === 0;
    for (const why of ['optimizedOut', 'unavailable'] as const) {
      if (empty ? place.kind !== why : !contents.isEntirely(why)) continue;
      return this.summary && !isScalar(value.type) ? '...' : missingText[why];
    }
    const pretty = await this.prettyReferent(value);
    if (pretty !== undefined) return pretty;
    // In a format a pointer without an address is the number 0.
    const isThere = contents.gaps.every(({ why }) => why === 'syntheticPointer');
    if (this.format !== undefined && this.format !== 's' && isThere) {
      const plain = plainBytes(value.type);
      if (plain)
        return formattedText(plain, contents.bytes, this.format, value.context, this.settings);
    }
    const prefix = top ? (await this.typePrefix(value)) + this.initializationPrefix(value) : '';
    return prefix + (await this.write(value, 0, true));
  }

  async takesOne(): Promise<boolean> {
    if (this.slice.usedUp) await this.slice.yieldIfDue();
    return --this.budget.left >= 0;
  }

  async write(value: Value, depth: number, deref = false): Promise<string> {
    if (!(await this.takesOne())) return '...';
    const bare = strip(value.type);
    if (isIncomplete(bare)) return '<incomplete type>';
    if (!isClass(bare) && bare.kind !== 'array') {
      const { missing } = await value.contents();
      if (missing !== undefined && bare.kind !== 'function') {
        const isSynthetic = missing === 'syntheticPointer' && isReference(bare);
        return missingText[missing] + (isSynthetic ? await this.referent(value, depth, deref) : '');
      }
    }
    const pretty = await this.prettyText(value, depth);
    if (pretty !== undefined) return pretty;
    if (this.summary && !isScalar(value.type)) return '...';
    if (depth >= this.settings.depth && !this.isShort(value)) return '{...}';
    return this.inner(value, bare, depth, deref);
  }

  inFormat(format: Format | undefined): Writer {
    if (format === undefined || this.format !== undefined) return this;
    const { settings, summary, prettyPrint, budget } = this;
    return new ValueWriter({ format, settings, summary, prettyPrint, budget });
  }

  async prettyText(value: Value, depth: number): Promise<string | undefined> {
    return this.prettyPrint ? prettyText(value, this, depth) : undefined;
  }

  /** An lvalue reference to a container is written as the container. */
  private async prettyReferent(value: Value): Promise<string | undefined> {
    if (!this.prettyPrint || strip(value.type).kind !== 'reference') return undefined;
    const referred = await dereference(value);
    return 'problem' in referred ? undefined : this.prettyText(referred, 0);
  }

  private isShort(value: Value): boolean {
    const bare = strip(value.type);
    return isScalar(bare) || (bare.kind === 'array' && characterKind(bare.element) !== undefined);
  }

  private async inner(value: Value, bare: Type, depth: number, deref: boolean): Promise<string> {
    const style = styleOf(value.context.language);
    if (style === 'rust') {
      const text = await rustText(value, bare, depth, this);
      if (text !== undefined) return text;
    }
    const { language } = value.context;
    const structured = isD(language) ? sliceText : isGo(language) ? goStringText : undefined;
    if (isClass(bare) && structured) {
      const text = await structured(value, bare, depth, this);
      if (text !== undefined) return text;
    }
    switch (bare.kind) {
      case 'array':
        return arrayText(value, bare, depth, this);
      case 'struct':
      case 'class':
      case 'union':
        return this.classOrDots(value, bare, depth);
      case 'pointer':
        return this.pointer(value, bare.target);
      case 'reference':
      case 'rvalueReference':
        return this.reference(value, depth, deref);
      case 'memberPointer':
        return this.memberPointer(value, bare, depth);
      case 'function':
        return this.functionText(value);
      case 'void':
      case 'namespace':
        return this.nothing(value, bare.name);
      case 'unreadable':
        return '<error type>';
      case 'base':
      case 'enum':
      case 'typedef':
      case 'const':
      case 'volatile':
      case 'restrict':
      case 'atomic':
        return this.scalar(value, bare, style);
    }
  }

  private classOrDots(value: Value, type: ClassType, depth: number): Promise<string> | string {
    if (type.kind === 'union' && depth > 0 && !this.settings.unions) return '{...}';
    return classText(value, type, depth, this);
  }

  private async scalar(value: Value, bare: Type, style: Style): Promise<string> {
    const { bytes } = await value.contents();
    const format = this.formatOf(bare);
    if (format !== undefined) {
      return formattedText(value.type, bytes, format, value.context, this.settings);
    }
    if (bare.kind === 'enum') return this.enumeration(value, bare, style);
    return baseText(value.type, bytes, value.context);
  }

  /**
   * The format of a number: the one that was asked for, or that of `set output-radix`, which gdb
   * puts in the place of characters too.
   */
  private formatOf(type: Type): Format | undefined {
    const asked = this.format === 's' ? undefined : this.format;
    const isPlain = asked === undefined || asked === 'c';
    return (isPlain && isWhole(type) ? radixFormat(this.settings) : undefined) ?? asked;
  }

  private async enumeration(value: Value, type: EnumType, style: Style): Promise<string> {
    const number = await asInteger(value);
    return number === undefined ? missingText.unavailable : enumText(type, number, style);
  }

  private async pointer(value: Value, target: Type): Promise<string> {
    const { context } = value;
    const { bytes } = await value.contents();
    if (this.format !== undefined && this.format !== 's') {
      return formattedText(value.type, bytes, this.format, context, this.settings);
    }
    const address = (await asInteger(value)) ?? 0n;
    const isCode = strip(target).kind === 'function';
    const text = await addressText(address, context, isCode ? this.code : this.settings);
    const kind = styleOf(context.language) === 'rust' ? undefined : characterKind(target);
    if (!kind || address === 0n) return text;
    const string = await pointedString(address, kind, context, this.settings);
    return text === '' ? string : `${text} ${string}`;
  }

  /** `@0x40416c: 5` */
  private async reference(value: Value, depth: number, deref: boolean): Promise<string> {
    const address = (await asInteger(value)) ?? 0n;
    const prefix = this.settings.addresses ? `@${hexAddress(address)}` : '';
    if (!deref) return prefix;
    const referred = await dereference(value);
    const gap = prefix === '' ? '' : ': ';
    if ('problem' in referred) return `${prefix}${gap}<error: ${referred.problem}>`;
    return prefix + gap + (await this.write(referred, depth, true));
  }

  /** What a reference without an address refers to: `: {x = 1}`. */
  private async referent(value: Value, depth: number, deref: boolean): Promise<string> {
    if (this.summary && !isScalar(value.type)) return '...';
    const referred = deref ? await dereference(value) : undefined;
    if (!referred || 'problem' in referred) return '';
    return `${this.settings.addresses ? ': ' : ''}${await this.write(referred, depth, true)}`;
  }

  /** In an object, a pointer to a function has no format (gdb 13, generic_value_print). */
  private async memberPointer(
    value: Value,
    type: MemberPointerType,
    depth: number,
  ): Promise<string> {
    const { bytes } = await value.contents();
    const isFormatted = depth === 0 || strip(type.target).kind !== 'function';
    if (isFormatted && this.format !== undefined && this.format !== 's') {
      return formattedText(value.type, bytes, this.format, value.context, this.settings);
    }
    return memberPointerText(value, type, this);
  }

  private async functionText(value: Value): Promise<string> {
    const { address = 0n, context, type } = value;
    const name = await typeName(type, context.language);
    return `{${name}} ${await addressText(address, context, this.code)}`;
  }

  get code(): { readonly addresses: boolean; readonly symbols: boolean } {
    return { addresses: this.settings.addresses, symbols: true };
  }

  /** C++'s `nullptr` is a number to gdb. */
  private async nothing(value: Value, name: string | undefined): Promise<string> {
    if (name === undefined) return 'void';
    if (isInternalFunction(value.type)) {
      const { bytes } = await value.contents();
      return `<internal function ${new TextDecoder().decode(bytes)}>`;
    }
    return ((await asInteger(value)) ?? 0n).toString();
  }

  /**
   * `(int *) ` before what `print` writes for a pointer or reference; nothing before C's strings.
   */
  private async typePrefix({ type, context }: Value): Promise<string> {
    const bare = strip(type);
    if (bare.kind !== 'pointer' && !isReference(bare)) return '';
    const isRust = styleOf(context.language) === 'rust';
    if (!isRust && isUnnamedStringPointer(type)) return '';
    return `(${await typeName(type, context.language)}) `;
  }

  /** Not before a number in a format (gdb 13, c_value_print). */
  private initializationPrefix({ initialized, type }: Value): string {
    const isFormatted = this.format !== undefined && this.format !== 's' && isScalar(type);
    return initialized || isFormatted ? '' : ' [uninitialized] ';
  }
}

/**
 * With a format, gdb reads a complex number or an rvalue reference, printed on its own, as one
 * number.
 */
function plainBytes(type: Type): Type | undefined {
  const bare = strip(type);
  const size = sizeOf(bare) ?? 0;
  const isPlain = bare.kind === 'rvalueReference' || complexPart(bare) !== undefined;
  return isPlain ? { kind: 'base', name: '', size, encoding: DW_ATE.unsigned } : undefined;
}

/** gdb leaves out the types of pointers to characters: the string implies them. */
function isUnnamedStringPointer(type: Type): boolean {
  const pointer = unqualified(type);
  const target = pointer.kind === 'pointer' ? unqualified(pointer.target) : pointer;
  const name = pointer.kind === 'pointer' && 'name' in target ? target.name : undefined;
  return name !== undefined && ['char', 'wchar_t', 'char16_t', 'char32_t'].includes(name);
}

/** The type without qualifiers; a typedef stays one. */
function unqualified(type: Type): Type {
  let at = type;
  while (at.kind === 'const' || at.kind === 'volatile') at = at.target;
  return at;
}

/** A number, a character or a truth value. */
function isWhole(type: Type): boolean {
  return type.kind === 'base' && !withFraction.has(type.encoding);
}

const withFraction: ReadonlySet<number> = new Set([
  DW_ATE.float,
  DW_ATE.complex_float,
  DW_ATE.decimal_float,
]);

function isIncomplete(type: Type): boolean {
  return isClass(type) && type.incomplete;
}

// The text of a container: what it says of itself, and what is in it, as gdb writes what its
// pretty printers give.

/**
 * `std::vector of length 2, capacity 2 = {1, 2}`; undefined for a value that has no such way, or
 * was not collected.
 */
async function prettyText(
  value: Value,
  writer: Writer,
  depth: number,
): Promise<string | undefined> {
  const presentation = await present(value, writer.budget);
  if (!presentation) return undefined;
  const { children } = presentation;
  const summary = await summaryText(presentation, value, writer, depth);
  if (!children || children.count === 0) return summary;
  const isCut = writer.summary || depth >= writer.settings.depth;
  const shown = isCut ? '{...}' : await childrenText(children, presentation, writer, depth);
  return `${summary ? `${summary} = ` : ''}${shown}`;
}

async function summaryText(
  { summary }: Presentation,
  value: Value,
  writer: Writer,
  depth: number,
): Promise<string | undefined> {
  if (typeof summary === 'string') return summary;
  if ('address' in summary) return characters(summary, value, writer);
  return summary.before + (await writer.write(summary.value, depth)) + summary.after;
}

async function childrenText(
  children: Children,
  presentation: Presentation,
  writer: Writer,
  depth: number,
): Promise<string> {
  const { elements } = writer.settings;
  const shown = presentation.hint === 'map' ? Math.ceil(elements / 2) : elements;
  const read = await children.read(0, shown);
  const texts: string[] = [];
  for (const child of read) {
    const prefix = await childPrefix(child, texts.length, presentation, writer, depth);
    texts.push(prefix + (await writer.inFormat(child.format).write(child.value, depth + 1)));
  }
  const cut = children.count > texts.length ? '...' : '';
  const { pretty, arrays } = writer.settings;
  if (!(presentation.hint === 'array' ? arrays : pretty)) return `{${texts.join(', ')}${cut}}`;
  const indent = `\n${' '.repeat(2 * depth)}`;
  const line = `${indent}  `;
  return `{${line}${texts.join(`,${line}`)}${cut === '' ? '' : line + cut}${indent}}`;
}

/** What precedes the value of a child: its name, its key, or its index where a setting wants it. */
async function childPrefix(
  { name, key }: Child,
  index: number,
  { hint }: Presentation,
  writer: Writer,
  depth: number,
): Promise<string> {
  if (key) return `[${await writer.write(key, depth + 1)}] = `;
  if (hint !== 'array') return `${name} = `;
  return writer.settings.arrayIndexes ? `[${index}] = ` : '';
}

/** Strings longer than this are not read, whatever the settings say. */
const maxCharacters = 100_000;

/** A string of a known length, as far as it was collected. */
async function characters(
  { address, length, character }: Characters,
  { context }: Value,
  { settings }: Writer,
): Promise<string | undefined> {
  const kind = characterKind(character);
  if (!kind) return undefined;
  const limit = BigInt(Math.min(settings.elements, maxCharacters));
  const size = Number(length < limit ? length : limit) * kind.width;
  const { bytes, gaps } = await readMemory(address, size, context);
  const readable = Math.floor((gaps[0]?.start ?? 8 * size) / 8 / kind.width) * kind.width;
  const whole = { ...kind, terminated: false };
  const cut = BigInt(readable / kind.width) < length;
  const isThere = readable > 0 || size === 0;
  const text = isThere
    ? stringText(bytes.subarray(0, readable), whole, context.order, settings, cut)
    : '';
  if (readable === size) return text;
  const failed = hexAddress(address + BigInt(readable));
  return `${text}<error: Cannot access memory at address ${failed}>`;
}
