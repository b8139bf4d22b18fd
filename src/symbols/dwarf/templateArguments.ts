// The arguments of a template's instance: the entries that have them (DWARF 5, section 2.23), and
// how gdb writes them where the compiler leaves them out of the name (gdb 13, dwarf2_compute_name;
// clang's -gsimple-template-names).
import { append } from '../../bytes/arrays';
import { DW_AT, DW_ATE, DW_TAG } from './constants';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import { isCpp } from './languages';
import { readString } from './strings';
import type { Unit } from './unit';

/** What the arguments of templates are named by. */
export interface ArgumentNames {
  /** The entry that an attribute of `entry` refers to. */
  follow(entry: Entry, value: AttributeValue | undefined): Promise<Entry | undefined>;
  /** `depth`: how many names it is in. */
  qualifiedNameOf(entry: Entry, depth: number): Promise<string | undefined>;
}

/** The entries of arguments, those of packs among them. */
export function* argumentsIn(entry: Entry): Generator<Entry> {
  for (const child of entry.children()) {
    if (isArgument(child)) yield child;
    if (child.tag !== DW_TAG.GNU_template_parameter_pack) continue;
    for (const each of child.children()) if (isArgument(each)) yield each;
  }
}

function isArgument({ tag }: Entry): boolean {
  return tag === DW_TAG.template_type_parameter || tag === DW_TAG.template_value_parameter;
}

/** Whether a class whose first entry has a tag is an instance of a template. */
export function beginsArguments(tag: number): boolean {
  switch (tag) {
    case DW_TAG.template_type_parameter:
    case DW_TAG.template_value_parameter:
    case DW_TAG.GNU_template_template_param:
    case DW_TAG.GNU_template_parameter_pack:
      return true;
    default:
      return false;
  }
}

const knownUnits = new WeakMap<Unit, Promise<boolean>>();

/** Whether names in a unit may lack the arguments of templates. */
export function mayLackArguments(unit: Unit): Promise<boolean> {
  if (!isCpp(unit)) return Promise.resolve(false);
  const known =
    knownUnits.get(unit) ??
    readString(unit, unit.root.producer).then((producer) => producer?.includes('clang') === true);
  knownUnits.set(unit, known);
  return known;
}

/** More arguments are damage. */
const maxArguments = 256;
/** Types nest no deeper in any program. */
const maxDepth = 16;

/**
 * `<double, 3>`; empty for what is no instance of a template, and where an argument cannot be
 * written. `depth`: how many names it is in.
 */
export async function templateArgumentsText(
  entry: Entry,
  entries: ArgumentNames,
  depth: number,
): Promise<string> {
  if (depth > maxDepth) return '';
  const texts: string[] = [];
  for (const child of entry.children()) {
    const each = beginsArguments(child.tag) ? await textOf(child, entries, depth) : [];
    if (!each || texts.length > maxArguments) return '';
    append(texts, each);
    // Members come behind the arguments.
    if (!beginsArguments(child.tag)) break;
  }
  if (texts.length === 0) return '';
  const last = texts.at(-1)?.endsWith('>') ? ' ' : '';
  return `<${texts.join(', ')}${last}>`;
}

/** An argument, or those of a pack; undefined where one cannot be written. */
async function textOf(
  argument: Entry,
  entries: ArgumentNames,
  depth: number,
): Promise<string[] | undefined> {
  switch (argument.tag) {
    case DW_TAG.template_type_parameter:
      return [await new TypeTexts(entries, depth).of(await target(argument, entries))];
    case DW_TAG.GNU_template_template_param: {
      const name = await readString(argument.unit, argument.value(DW_AT.GNU_template_name));
      return name === undefined ? undefined : [name];
    }
    case DW_TAG.GNU_template_parameter_pack: {
      const texts: string[] = [];
      for (const child of argument.children()) {
        const each = await textOf(child, entries, depth);
        if (!each || texts.length > maxArguments) return undefined;
        append(texts, each);
      }
      return texts;
    }
    case DW_TAG.template_value_parameter: {
      const text = await valueText(argument, entries);
      return text === undefined ? undefined : [text];
    }
    default:
      return undefined;
  }
}

/** A number as gdb writes it: of a truth value or an enumerator too. */
async function valueText(argument: Entry, entries: ArgumentNames): Promise<string | undefined> {
  const value = argument.number(DW_AT.const_value);
  if (value === undefined) return undefined;
  let type = await target(argument, entries);
  for (let i = 0; type && isQualifier(type.tag) && i < maxDepth; i++) {
    type = await target(type, entries);
  }
  const encoding = Number(type?.number(DW_AT.encoding) ?? 0n);
  const isCharacter = encoding === DW_ATE.signed_char || encoding === DW_ATE.unsigned_char;
  const name =
    isCharacter && type ? await readString(type.unit, type.value(DW_AT.name)) : undefined;
  return name === 'char' ? characterText(Number(BigInt.asUintN(8, value))) : value.toString();
}

function characterText(code: number): string {
  const letter = String.fromCodePoint(code);
  if (letter === "'" || letter === '\\') return `'\\${letter}'`;
  if (code >= 0x20 && code < 0x7f) return `'${letter}'`;
  return `'\\${code.toString(8).padStart(3, '0')}'`;
}

function isQualifier(tag: number): boolean {
  return tag === DW_TAG.const_type || tag === DW_TAG.volatile_type || tag === DW_TAG.typedef;
}

function target(entry: Entry, entries: ArgumentNames): Promise<Entry | undefined> {
  return entries.follow(entry, entry.value(DW_AT.type));
}

/** Types as C++ declares something of them. */
class TypeTexts {
  constructor(
    private readonly entries: ArgumentNames,
    private readonly depth: number,
  ) {}

  /** `inner`: what stands where the name of what is declared would. */
  async of(type: Entry | undefined, inner = '', depth = this.depth): Promise<string> {
    const { entries } = this;
    if (!type) return joined('void', inner);
    if (depth > maxDepth) return joined('...', inner);
    const to = (declarator: string): Promise<string> => this.to(type, declarator, depth + 1);
    switch (type.tag) {
      case DW_TAG.pointer_type:
        return to(`*${inner}`);
      case DW_TAG.reference_type:
        return to(`&${inner}`);
      case DW_TAG.rvalue_reference_type:
        return to(`&&${inner}`);
      case DW_TAG.ptr_to_member_type: {
        const owner = await entries.follow(type, type.value(DW_AT.containing_type));
        return to(`${await this.of(owner, '', depth + 1)}::*${inner}`);
      }
      case DW_TAG.const_type:
        return this.qualified(type, 'const', inner, depth);
      case DW_TAG.volatile_type:
        return this.qualified(type, 'volatile', inner, depth);
      case DW_TAG.array_type:
        return this.of(await target(type, entries), inner + dimensions(type), depth + 1);
      case DW_TAG.subroutine_type: {
        const parameters = await this.parameters(type, depth + 1);
        return this.of(await target(type, entries), `${inner}(${parameters})`, depth + 1);
      }
      default: {
        const name = await entries.qualifiedNameOf(type, depth + 1);
        return joined(name ?? '{...}', inner);
      }
    }
  }

  /** What a pointer points to, with the pointer as its declarator. */
  private async to(pointer: Entry, declarator: string, depth: number): Promise<string> {
    const type = await target(pointer, this.entries);
    const isOuter = type?.tag === DW_TAG.array_type || type?.tag === DW_TAG.subroutine_type;
    return this.of(type, isOuter ? `(${declarator})` : declarator, depth);
  }

  private async qualified(
    qualifier: Entry,
    word: string,
    inner: string,
    depth: number,
  ): Promise<string> {
    const type = await target(qualifier, this.entries);
    const isBehind = type?.tag === DW_TAG.pointer_type || type?.tag === DW_TAG.ptr_to_member_type;
    if (isBehind) return this.of(type, ` ${word}${inner === '' ? '' : ` ${inner}`}`, depth + 1);
    return `${word} ${await this.of(type, inner, depth + 1)}`;
  }

  private async parameters(type: Entry, depth: number): Promise<string> {
    const texts: string[] = [];
    for (const child of type.children()) {
      if (child.tag === DW_TAG.unspecified_parameters) texts.push('...');
      if (child.tag !== DW_TAG.formal_parameter || child.flag(DW_AT.artificial)) continue;
      texts.push(await this.of(await target(child, this.entries), '', depth));
      if (texts.length > maxArguments) break;
    }
    return texts.join(', ');
  }
}

function dimensions(array: Entry): string {
  let text = '';
  for (const child of array.children()) {
    if (child.tag !== DW_TAG.subrange_type) continue;
    const [count, upper] = [child.number(DW_AT.count), child.number(DW_AT.upper_bound)];
    const length = count ?? (upper === undefined ? undefined : upper + 1n);
    text += `[${length ?? ''}]`;
  }
  return text;
}

function joined(name: string, inner: string): string {
  return inner === '' ? name : `${name} ${inner}`;
}
