// Types and enumerators by name, as an expression uses them at a place of the program.
import { canonicalName } from '../canonicalName';
import type { ClassType, EnumType, Type } from '../type';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import { isC } from './languages';
import { NameKind } from './nameColumns';
import type { NameIndex } from './nameIndex';
import { splitName } from './qualifiedName';
import type { Types } from './types';
import type { Unit } from './unit';
import { visibleNames } from './visibleNames';

/** The word before a name in C: `struct point`. */
export type TypeTag = 'struct' | 'class' | 'union' | 'enum';

/** An enumerator with its enumeration. */
export interface Enumerator {
  readonly name: string;
  readonly value: bigint;
  readonly type: EnumType;
}

/** Finds types by name. */
export class TypeNames {
  constructor(
    private readonly entries: Entries,
    private readonly index: NameIndex,
    private readonly types: Types,
  ) {}

  /**
   * The type that a name stands for at an entry, or anywhere. In C a struct, union or enum goes by its
   * tag alone.
   */
  async typeNamed(name: string, tag?: TypeTag, place?: Entry): Promise<Type | undefined> {
    const entry = await this.find(name, tag, place);
    if (entry) return this.types.read(entry);
    return tag && this.namedByTypedef(name, place);
  }

  /** A class that has its typedef's name (ISO C++, "The typedef specifier"). */
  private async namedByTypedef(name: string, place: Entry | undefined): Promise<Type | undefined> {
    const typedef = await this.find(name, undefined, place);
    const type = typedef && (await this.types.read(typedef));
    if (type?.kind !== 'typedef' || !('name' in type.target)) return undefined;
    return type.target.name === type.name ? type.target : undefined;
  }

  /** The enumerator that a name stands for at an entry, or anywhere. */
  async enumeratorNamed(name: string, place?: Entry): Promise<Enumerator | undefined> {
    for await (const entry of this.entriesNamed(NameKind.enumerator, name, place)) {
      const type = entry.parent && (await this.types.read(entry.parent));
      const own = await this.entries.text(entry, entry.value(DW_AT.name));
      if (type?.kind !== 'enum') continue;
      const found = type.enumerators.find((each) => each.name === own);
      if (found) return { ...found, type };
    }
    return undefined;
  }

  /** The qualified name of the namespace that a name stands for at an entry, or anywhere. */
  async namespaceNamed(name: string, place?: Entry): Promise<string | undefined> {
    for await (const entry of this.entriesNamed(NameKind.namespace, name, place)) {
      return this.nameOf(entry);
    }
    return undefined;
  }

  /** What another unit says of a type that one only declares. */
  async definitionOf(declared: Entry): Promise<ClassType | EnumType | undefined> {
    const name = await this.nameOf(declared);
    if (name === undefined) return undefined;
    for (const offset of await this.index.find(NameKind.tagged, splitName(name).at(-1) ?? '')) {
      const entry = await this.entries.at(offset);
      if (!entry || tagOf(entry) !== tagOf(declared)) continue;
      if ((await this.nameOf(entry)) !== name) continue;
      const type = await this.types.read(entry);
      if ('incomplete' in type && !type.incomplete) return type;
    }
    return undefined;
  }

  private async find(
    name: string,
    tag: TypeTag | undefined,
    place: Entry | undefined,
  ): Promise<Entry | undefined> {
    const kinds = tag ? [NameKind.tagged] : [NameKind.type, NameKind.tagged];
    for (const kind of kinds) {
      for await (const entry of this.entriesNamed(kind, name, place)) {
        if (tag ? hasTag(entry, tag) : kind === NameKind.type || !isC(entry.unit)) return entry;
      }
    }
    return undefined;
  }

  /** The entries of one unit that have a qualified name. */
  async entriesIn(unit: Unit, kind: NameKind, name: string): Promise<Entry[]> {
    const wanted = canonicalName(name);
    const found: Entry[] = [];
    const offsets = await this.index.findIn(unit, kind, splitName(wanted).at(-1) ?? '');
    for await (const entry of this.matching(offsets, [wanted])) found.push(entry);
    return found;
  }

  /** The entries that a name stands for: those of the unit around the place first. */
  async *entriesNamed(
    kind: NameKind,
    name: string,
    place: Entry | undefined,
  ): AsyncGenerator<Entry> {
    const visible = await visibleNames(this.entries, place, canonicalName(name));
    const last = new Set(visible.map((each) => splitName(each).at(-1) ?? ''));
    for (const part of last) {
      if (place) {
        const near = await this.index.findIn(place.unit, kind, part);
        yield* this.matching(near, visible);
      }
    }
    for (const part of last) yield* this.matching(await this.index.find(kind, part), visible);
  }

  /** Those of the entries whose names are among `visible`, in its order. */
  private async *matching(
    offsets: readonly number[],
    visible: readonly string[],
  ): AsyncGenerator<Entry> {
    const named: { entry: Entry; name: string | undefined }[] = [];
    for (const offset of offsets) {
      const entry = await this.entries.at(offset);
      if (entry) named.push({ entry, name: await this.nameOf(entry) });
    }
    for (const wanted of visible) {
      for (const { entry, name } of named) if (name === wanted) yield entry;
    }
  }

  private async nameOf(entry: Entry): Promise<string | undefined> {
    const name = await this.entries.qualifiedName(await this.entries.describe(entry));
    return name === undefined ? undefined : canonicalName(name);
  }
}

function hasTag(entry: Entry, tag: TypeTag): boolean {
  return tagOf(entry) === (tag === 'class' ? 'struct' : tag);
}

/** Structs and classes are one kind of thing. */
function tagOf({ tag }: Entry): TypeTag {
  if (tag === DW_TAG.union_type) return 'union';
  return tag === DW_TAG.enumeration_type ? 'enum' : 'struct';
}
