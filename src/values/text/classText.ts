// Structs, unions and classes: base classes, then members in the order of the declaration, static
// ones among them.
import { canonicalName } from '../../symbols/canonicalName';
import type { BaseClass, ClassMembers, ClassType, Member, StaticMember } from '../../symbols/type';
import { baseOf, memberOf, staticMember } from '../navigate';
import { asInteger, type Value } from '../value';
import { addressText } from '../symbolText';
import { asClass, hasQualifier, isClass, sizeOf, strip } from '../types';
import type { Writer } from './writer';

/** `{<Base> = {b = 1}, d = 2, static made = 7}` */
export async function classText(
  value: Value,
  type: ClassType,
  depth: number,
  writer: Writer,
): Promise<string> {
  const { statics } = writer;
  const isStatic = value.address !== undefined && statics.last === value.address;
  const known = statics.size;
  const text = await new ClassWriter(writer, new Set(), isStatic).write(value, type, depth);
  // gdb forgets the static members that an object showed once it ends, except after a static
  // member.
  if (!isStatic) statics.forget(known);
  return text;
}

const seenBefore = '<same as static member of an already seen type>';
const noFields = '<No data fields>';

/** Writes an object. A virtual base is written once in it. */
class ClassWriter {
  constructor(
    private readonly writer: Writer,
    private readonly virtualBases: Set<number>,
    private readonly isStatic: boolean,
  ) {}

  async write(value: Value, type: ClassType, depth: number): Promise<string> {
    if (!(await this.writer.takesOne())) return '...';
    const members = await type.members();
    const bases = await this.bases(value, members.bases, depth);
    const { staticArrays } = this.writer;
    const known = this.isStatic ? 0 : staticArrays.begin(depth);
    const fields = await this.fields(value, type, members, depth);
    if (!this.isStatic) staticArrays.end(depth, known);
    const { pretty } = this.writer.settings;
    if (!pretty) {
      return `{${[...bases, ...(fields.length === 0 ? [noFields] : fields)].join(', ')}}`;
    }
    if (fields.length === 0) return `{${this.linesOf(bases, ', ', depth)}${noFields}}`;
    const owner = members.bases.length > 0 ? [`members of ${canonicalName(type.name ?? '')}:`] : [];
    const last = fields.length - 1;
    const lines = [...owner, ...fields.map((field, i) => (i < last ? `${field},` : field))];
    const body = this.linesOf(bases, ', ', depth) + this.linesOf(lines, '', depth);
    return `{${body}\n${' '.repeat(2 * depth)}}`;
  }

  /** With `set print pretty`: each text on a line of its own, followed by `end`. */
  private linesOf(texts: readonly string[], end: string, depth: number): string {
    const indent = ' '.repeat(2 + 2 * depth);
    return texts.map((text) => `\n${indent}${text}${end}`).join('');
  }

  private async bases(value: Value, bases: readonly BaseClass[], depth: number): Promise<string[]> {
    const texts: string[] = [];
    for (const base of bases) {
      if (this.writer.isFull) break;
      if (base.virtual) {
        if (this.virtualBases.has(base.type.offset)) continue;
        this.virtualBases.add(base.type.offset);
      }
      texts.push(
        `<${canonicalName(base.type.name ?? '')}> = ${await this.base(value, base, depth + 1)}`,
      );
    }
    return texts;
  }

  private async base(value: Value, base: BaseClass, depth: number): Promise<string> {
    const part = await baseOf(value, base);
    if ('problem' in part) {
      return part.problem === 'value is not available' ? '<unavailable>' : '<invalid address>';
    }
    if (base.virtual && (await isLost(part, value))) return '<invalid address>';
    if (depth >= this.writer.settings.depth) return '{...}';
    return (
      (await this.writer.prettyText(part, depth)) ??
      this.write(part, asClass(part.type) ?? base.type, depth)
    );
  }

  private async fields(
    value: Value,
    type: ClassType,
    { members, statics }: ClassMembers,
    depth: number,
  ): Promise<string[]> {
    const texts: string[] = [];
    const shared = this.writer.settings.staticMembers ? statics : [];
    let next = 0;
    for (const [index, member] of members.entries()) {
      for (let each = shared[next]; each && each.before <= index; each = shared[++next]) {
        if (this.writer.isFull) return [...texts, '...'];
        texts.push(await this.shared(value, type, each, depth));
      }
      if (this.writer.isFull) return [...texts, '...'];
      texts.push(await this.field(value, member, depth));
    }
    for (const each of shared.slice(next)) {
      if (this.writer.isFull) return [...texts, '...'];
      texts.push(await this.shared(value, type, each, depth));
    }
    return texts;
  }

  private async field(value: Value, member: Member, depth: number): Promise<string> {
    const { name = '' } = member;
    const prefix = name === '' ? '' : `${name} = `;
    const part = await memberOf(value, member);
    if ('problem' in part) return `${prefix}<error: ${part.problem}>`;
    const isVtable = member.artificial && name.startsWith('_vptr');
    // gdb 13 takes it for another pointer in a const object (cp_print_value_fields).
    if (isVtable && !hasQualifier(value.type)) return prefix + (await this.vtable(part));
    return prefix + (await this.writer.write(part, depth + 1));
  }

  /** The pointer to the table of virtual functions has its symbol in every format and setting. */
  private async vtable(pointer: Value): Promise<string> {
    const address = await asInteger(pointer);
    if (address === undefined) return this.writer.write(pointer, 0);
    return addressText(address, pointer.context, this.writer.code);
  }

  private async shared(
    value: Value,
    type: ClassType,
    member: StaticMember,
    depth: number,
  ): Promise<string> {
    const part = await staticMember(type, member, value.context);
    const prefix = `static ${member.name} = `;
    if (part.place.kind === 'problem') {
      return `${prefix}<error reading variable: ${part.place.problem}>`;
    }
    const { address } = part;
    const { statics, staticArrays } = this.writer;
    const bare = strip(part.type);
    if (address === undefined || !isClass(bare)) {
      // gdb says of each element of an array that it is not there, not of the whole.
      const isArray = bare.kind === 'array' && part.place.kind !== 'optimizedOut';
      if (!isArray) return prefix + (await this.writer.printable(part));
      const isNew = staticArrays.add(bare, part.type);
      return prefix + (isNew ? await this.writer.write(part, depth + 1) : seenBefore);
    }
    if (!statics.add(address)) return prefix + seenBefore;
    return prefix + (await this.writer.write(part, depth + 1));
  }
}

/**
 * A virtual base outside the part of the object that was read, in memory that cannot
 * be.
 */
async function isLost(part: Value, whole: Value): Promise<boolean> {
  if (part.address === undefined || whole.address === undefined) return false;
  const end = whole.address + BigInt(sizeOf(whole.type) ?? 0);
  if (part.address >= whole.address && part.address < end) return false;
  return !(await part.contents()).complete;
}
