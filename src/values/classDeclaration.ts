// What a class is made of, as gdb's `ptype` writes it: data members, member functions, typedefs,
// and with `/o` where each member is (gdb manual, "Symbols").
import { append } from '../bytes/arrays';
import type {
  ClassMembers,
  ClassType,
  EnumType,
  Member,
  MemberTypedef,
  Method,
  StaticMember,
  Type,
  Access,
  MethodSignature,
} from '../symbols/type';
import { canonicalName } from '../symbols/canonicalName';
import {
  gapLines,
  leftOut,
  placeColumn,
  totalLines,
  type DeclarationBudget,
  type DeclarationOptions,
  type Line,
  indented,
  placeholderType,
  putInto,
  unwrapped,
} from './declarationLines';
import type { LocalNames } from './localNames';
import { declaration } from './typeName';
import { isClass, sizeOf, withoutQualifiers, isQualified, strip } from './types';
import { splitName } from '../symbols/dwarf/qualifiedName';
import { styleOf } from '../symbols/dwarf/languages';

/** How a class is written, and where it is. */
export interface ClassWriting {
  readonly language: number | undefined;
  readonly options: DeclarationOptions;
  /** Names of types around it. */
  readonly local?: LocalNames;
  readonly budget: DeclarationBudget;
  /** Classes that it is in. */
  readonly depth: number;
  /** Bytes from the start of the outermost one. */
  readonly base: number;
  /**
   * Bits, where gdb takes what is before its members to end: 0 for the outermost. gdb moves it on
   * with each member of a structure, and not with those of a union.
   */
  readonly end: number;
  /** Whether it is in another one, where what has no name is not written out again. */
  readonly nested: boolean;
  /** Whether its size is left out, as gdb does after a pointer. */
  readonly withoutTotal?: boolean;
  /** Adds what other units and programs say of a type that its unit only declares. */
  readonly complete: (type: Type) => Promise<Type>;
  /** The body of an enumeration without a name. */
  readonly enumBody: (type: EnumType) => string;
}

/** A member that is written. */
type Field = { readonly member: Member } | { readonly constant: StaticMember };

/** `struct point {` to `}`. */
export async function classLines(type: ClassType, writing: ClassWriting): Promise<Line[]> {
  const { options } = writing;
  const hasTotal = options.offsets !== undefined && writing.withoutTotal !== true;
  if (type.incomplete) {
    return [
      { text: `${await headOf(type, writing)} {` },
      { text: '    <incomplete type>' },
      ...(hasTotal ? totalLines() : []),
      closing,
    ];
  }
  const parts = await type.members();
  const around = options.raw ? undefined : await writing.local?.copy();
  const outer = await around?.withParameters(type);
  const inside = inClass(writing, await outer?.withTypedefs(type));
  const labels = new AccessLabels(type, parts);
  const { lines, padding } = await fieldLines(type, parts, inside, labels);
  if (options.methods) append(lines, await methodLines(type, parts, inside, labels));
  const withoutTypedefs = inClass(writing, await outer?.copy());
  append(lines, await nestedTypeLines(parts, withoutTypedefs));
  if (options.typedefs) append(lines, await typedefLines(parts, withoutTypedefs, labels));
  if (isEmpty(parts)) lines.push({ text: '<no data fields>' });
  const head = `${await headOf(type, writing)}${await argumentsText(parts, inClass(writing, around))}`;
  return [
    { text: `${head}${await basesText(type, parts, outer)} {` },
    ...lines.map(asInner),
    ...(hasTotal ? [...padding, ...totalLines(type.size)] : []),
    closing,
  ];
}

function inClass(writing: ClassWriting, local: LocalNames | undefined): ClassWriting {
  return { ...writing, ...(local && { local }) };
}

const closing: Line = { text: '}' };

async function headOf(type: ClassType, { local }: ClassWriting): Promise<string> {
  const { kind, name } = type;
  return name === undefined ? kind : `${kind} ${await spelt(type, name, local)}`;
}

async function spelt(type: Type, name: string, local?: LocalNames): Promise<string> {
  return local?.spelt(type, name) ?? canonicalName(name);
}

/** ` [with T = int]` */
async function argumentsText(
  { templateArguments }: ClassMembers,
  { options, language, local }: ClassWriting,
): Promise<string> {
  if (options.raw) return '';
  const texts: string[] = [];
  for (const { name, type, isType } of templateArguments) {
    if (isType && name !== undefined)
      texts.push(`${name} = ${await declaration(type, '', language, local)}`);
  }
  return texts.length === 0 ? '' : ` [with ${texts.join(', ')}]`;
}

async function basesText(
  type: ClassType,
  { bases }: ClassMembers,
  local?: LocalNames,
): Promise<string> {
  const texts: string[] = [];
  for (const { type: of, typedef: base = of, virtual, access = defaultAccess(type) } of bases) {
    // gdb's own text for no name.
    const name = await spelt(base, base.name ?? '(null)', local);
    texts.push(`${access} ${virtual ? 'virtual ' : ''}${name}`);
  }
  return texts.length === 0 ? '' : ` : ${texts.join(', ')}`;
}

function isEmpty({ bases, members, statics, methods, typedefs = [] }: ClassMembers): boolean {
  const parts = [bases, members, statics, methods, typedefs];
  return parts.every(({ length }) => length === 0);
}

async function fieldLines(
  type: ClassType,
  { members, statics }: ClassMembers,
  writing: ClassWriting,
  labels: AccessLabels,
): Promise<{ lines: Line[]; padding: readonly Line[] }> {
  const lines: Line[] = [];
  let { end } = writing;
  for (const field of inOrder(members, statics)) {
    if (!(await writing.budget.takesOne(writing.depth))) {
      lines.push(leftOut);
      break;
    }
    const { access } = 'member' in field ? field.member : field.constant;
    if (labels.needed) append(lines, labels.before(access));
    if ('constant' in field) {
      const { name, type: of } = field.constant;
      const text = await declaration(of, name, writing.language, writing.local);
      lines.push({ text: `static ${text};` });
      continue;
    }
    const member = { ...field.member, type: await writing.complete(field.member.type) };
    const place = placeOf(member);
    if (writing.options.offsets && type.kind !== 'union' && place) {
      if (end > 0) append(lines, gapLines(place.start - end, 'hole'));
      end = place.end;
    }
    append(lines, await memberLines(type, member, { ...writing, end }));
  }
  const left = 8 * (type.size ?? 0) - end;
  return { lines, padding: end > 0 ? gapLines(left, 'padding') : [] };
}

/** Static members are listed before the member that follows them. */
function* inOrder(members: readonly Member[], statics: readonly StaticMember[]): Iterable<Field> {
  let next = 0;
  for (const [i, member] of members.entries()) {
    for (let each = statics[next]; each && each.before <= i; each = statics[++next]) {
      yield { constant: each };
    }
    if (!member.artificial) yield { member };
  }
  for (const constant of statics.slice(next)) yield { constant };
}

/** The bits that a member takes, from the start of its class. */
function placeOf({ type, offset, bits }: Member): { start: number; end: number } | undefined {
  if (typeof offset !== 'bigint') return undefined;
  const start = bits ? Number(bits.bit) : 8 * Number(offset);
  return { start, end: start + (bits?.size ?? 8 * (sizeOf(type) ?? 0)) };
}

async function memberLines(
  around: ClassType,
  member: Member,
  writing: ClassWriting,
): Promise<Line[]> {
  const { name = '', type, offset, bits } = member;
  const { options, language, local } = writing;
  const at = typeof offset === 'bigint' ? writing.base + Number(offset) : undefined;
  const place = around.kind === 'union' ? undefined : at;
  const column = options.offsets && placeColumn(member, place, sizeOf(type) ?? 0, options);
  const suffix = `${bits ? ` : ${bits.size}` : ''};`;
  // gdb counts from 0 again in the elements of an array.
  const isClassItself = isClass(withoutQualifiers(type));
  const start = isClassItself
    ? { base: at ?? 0, end: writing.end - 8 * (sizeOf(type) ?? 0) }
    : { base: 0, end: 0 };
  const inner = { ...writing, ...start, nested: true, depth: writing.depth + 1 };
  const written = await writtenOut(type, name, inner, writing.nested);
  const lines = written ?? [{ text: await declaration(type, name, language, local) }];
  const ended = lines.map((line, i) =>
    i === lines.length - 1 ? { ...line, text: line.text + suffix } : line,
  );
  const [first, ...rest] = ended;
  return first ? [{ ...first, ...(column === undefined ? {} : { column }) }, ...rest] : [];
}

/**
 * The member's type itself: where it has no name, and with offsets every class; undefined for the
 * name instead.
 */
async function writtenOut(
  type: Type,
  name: string,
  writing: ClassWriting,
  nested: boolean,
): Promise<Line[] | undefined> {
  const { language, local, options } = writing;
  const { of, wrap } = unwrapped(type, false);
  const bare = withoutQualifiers(of);
  const isWhole = withoutQualifiers(type) === bare;
  if (!isClass(bare) && bare.kind !== 'enum') return undefined;
  const isKnown = (await local?.of(bare)) !== undefined;
  const isOpened = options.offsets !== undefined && isClass(bare) && isWhole && !isKnown;
  const isNameless = bare.name === undefined && !(nested && isClass(bare) && !options.offsets);
  if (!isOpened && (!isNameless || isKnown)) return undefined;
  const text = await declaration(wrap(placeholderType), name, language, local);
  const inner = isOpened ? writing : { ...writing, withoutTotal: true };
  const body = isClass(bare) ? await classLines(bare, inner) : [{ text: writing.enumBody(bare) }];
  return putInto(text, body);
}

/**
 * Member functions by their names, those of one name together, after a blank line where something
 * precedes them.
 */
async function methodLines(
  type: ClassType,
  { methods }: ClassMembers,
  writing: ClassWriting,
  labels: AccessLabels,
): Promise<Line[]> {
  const byName = new Map<string, Method[]>();
  for (const method of methods) {
    const same = byName.get(method.name);
    if (same) same.push(method);
    else byName.set(method.name, [method]);
  }
  const written = [...byName.values()].flat().filter(({ artificial }) => !artificial);
  const lines: Line[] = written.length > 0 && labels.current ? [{ text: '' }] : [];
  for (const method of written) {
    if (!(await writing.budget.takesOne(writing.depth))) return [...lines, leftOut];
    append(lines, labels.before(method.access));
    lines.push({ text: `${await methodText(type, method, writing)};` });
  }
  return lines;
}

/**
 * The types that are defined in a class, each written out, as deep as the setting says. They have
 * no offsets, and all but the first line not even the room for them.
 */
async function nestedTypeLines(
  { nested = [], members, statics, bases, methods }: ClassMembers,
  writing: ClassWriting,
): Promise<Line[]> {
  const { options } = writing;
  if (nested.length === 0 || options.nestedTypes === 0) return [];
  const isFirst = [members, statics, bases, methods].every(({ length }) => length === 0);
  const lines: Line[] = isFirst ? [] : [{ text: '' }];
  const nestedTypes = options.nestedTypes - 1;
  const inner = {
    ...writing,
    ...{ base: 0, end: 0, nested: false, depth: writing.depth + 1 },
    options: { ...options, nestedTypes, offsets: undefined },
  };
  for (const read of nested) {
    if (!(await writing.budget.takesOne(writing.depth))) return [...lines, leftOut];
    const type = await read();
    const body = isClass(type)
      ? await classLines(type, inner)
      : [{ text: type.kind === 'enum' ? writing.enumBody(type) : '' }];
    const written = putInto(`${await declaration(placeholderType, '')};`, body);
    append(
      lines,
      written.map(({ text }, i) => (i === 0 ? { text } : { column: '', text })),
    );
  }
  return lines;
}

async function typedefLines(
  { typedefs = [], members, statics, bases, methods, nested = [] }: ClassMembers,
  writing: ClassWriting,
  labels: AccessLabels,
): Promise<Line[]> {
  const isFirst = [members, statics, bases, methods, nested].every(({ length }) => length === 0);
  const lines: Line[] = typedefs.length > 0 && !isFirst ? [{ text: '' }] : [];
  for (const typedef of typedefs) {
    if (!(await writing.budget.takesOne(writing.depth))) return [...lines, leftOut];
    if (labels.needed) append(lines, labels.before(typedef.access));
    lines.push({ text: `typedef ${await typedefText(typedef, writing)};` });
  }
  return lines;
}

async function typedefText(
  { name, type }: MemberTypedef,
  { language, local }: ClassWriting,
): Promise<string> {
  const read = await type();
  const target = read.kind === 'typedef' ? read.target : read;
  return declaration(target, canonicalName(name), language, local);
}

// `public:`, `protected:` and `private:` among the members of a class, as gdb's `ptype` writes
// them.

/** The access of members that state none. */
function defaultAccess({ kind }: ClassType): Access {
  return kind === 'class' ? 'private' : 'public';
}

/**
 * `public:` and the like, where the access changes. gdb leaves them out before data members and
 * typedefs where all that the class is made of has the access that its kind has; what the
 * compiler made counts as private.
 */
class AccessLabels {
  /** The access that was written last. */
  current: Access | undefined;
  readonly needed: boolean;
  private readonly usual: Access;

  constructor(type: ClassType, { members, statics, methods, typedefs = [] }: ClassMembers) {
    this.usual = defaultAccess(type);
    const isOther = ({ access = this.usual }: { readonly access?: Access }) =>
      access !== this.usual;
    const isOtherMember = (member: Member) =>
      member.artificial ? this.usual !== 'private' : isOther(member);
    this.needed =
      members.some(isOtherMember) ||
      [statics, methods, typedefs].some((parts) => parts.some(isOther));
  }

  before(access: Access = this.usual): Line[] {
    if (access === this.current) return [];
    this.current = access;
    return [{ text: `${access}:` }];
  }
}

/** A line of a class's body: labels are indented half as far to the right as members. */
function asInner(line: Line): Line {
  const [moved = line] = indented([line], isLabel(line) ? '  ' : '    ');
  return moved;
}

function isLabel({ text }: Line): boolean {
  return text === 'public:' || text === 'protected:' || text === 'private:';
}

// Member functions as gdb's `ptype` declares them in their class.

/** `virtual int area(void) const` */
async function methodText(type: ClassType, method: Method, writing: ClassWriting): Promise<string> {
  const { language, local } = writing;
  const signature = await method.signature();
  const isStatic = signature.parameters[0]?.artificial !== true;
  const kind = method.virtual ? 'virtual ' : isStatic ? 'static ' : '';
  const result = givesNothing(type, method.name)
    ? ''
    : `${await declaration(signature.result, '', language, local)} `;
  const parameters = await parametersText(signature, writing);
  const qualifiers = isStatic ? '' : qualifiersOfObject(signature);
  return `${kind}${result}${canonicalName(method.name)}(${parameters})${qualifiers}`;
}

/** Constructors, destructors and conversions are written without a result. */
function givesNothing({ name = '' }: ClassType, method: string): boolean {
  if (method.startsWith('~')) return true;
  if (/^operator\s+(?!(new|delete)\b)[\w:]/.test(method)) return true;
  const own = splitName(name).at(-1) ?? '';
  return own === method || own.startsWith(`${method}<`);
}

async function parametersText(
  { parameters, variadic }: MethodSignature,
  writing: ClassWriting,
): Promise<string> {
  const texts: string[] = [];
  for (const { type, artificial } of parameters) {
    if (!artificial) texts.push(await parameterText(type, writing));
  }
  if (variadic) texts.push('...');
  return texts.length === 0 && styleOf(writing.language) === 'c++' ? 'void' : texts.join(', ');
}

/**
 * A parameter's type. One without a name, as a lambda's, gdb writes out in several lines, from the
 * left edge on.
 */
async function parameterText(type: Type, writing: ClassWriting): Promise<string> {
  const { language, local } = writing;
  const options = { ...writing.options, offsets: undefined };
  const inner = { ...writing, options, nested: false, depth: writing.depth + 1 };
  const isKnown = (await local?.of(type)) !== undefined;
  const lines = isKnown ? undefined : await writtenOut(type, '', inner, false);
  return lines?.map(({ text }) => text).join('\n') ?? declaration(type, '', language, local);
}

/** ` const` where the object is constant in the function. */
function qualifiersOfObject({ parameters }: MethodSignature): string {
  const [object] = parameters;
  const pointer = object && strip(object.type);
  let text = '';
  let of = pointer?.kind === 'pointer' ? pointer.target : undefined;
  while (of && isQualified(of)) {
    text += ` ${of.kind}`;
    of = of.target;
  }
  return text;
}
