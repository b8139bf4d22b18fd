// Types that functions declare for themselves, and what those enumerate. gdb finds them by their
// names while a stack frame is in the function.
import { LruCache } from '../../bytes/cache';
import { TimeSlice } from '../../bytes/timeSlice';
import { comparableName } from '../canonicalName';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import { NameKind } from './nameColumns';

/** Functions of which the types are kept. */
const keptFunctions = 1000;
/** What may be declared in a function, and which kind of name it has. */
const declarable: ReadonlyMap<number, NameKind> = new Map([
  [DW_TAG.structure_type, NameKind.tagged],
  [DW_TAG.class_type, NameKind.tagged],
  [DW_TAG.union_type, NameKind.tagged],
  [DW_TAG.enumeration_type, NameKind.tagged],
  [DW_TAG.typedef, NameKind.type],
  [DW_TAG.enumerator, NameKind.enumerator],
]);

const kinds: ReadonlySet<NameKind> = new Set(declarable.values());

/** Entries by their kinds and names: `Local`, `Local::Deep`. */
type Declared = ReadonlyMap<NameKind, ReadonlyMap<string, Entry>>;

/** Finds what functions declare. */
export class LocalTypes {
  private readonly declared = new LruCache<number, Declared>(keptFunctions);

  constructor(private readonly entries: Entries) {}

  /** What a name, comparable, represents in the function, or inlined one, of an entry. */
  async named(kind: NameKind, name: string, place: Entry): Promise<Entry | undefined> {
    if (!kinds.has(kind)) return undefined;
    const declared = await this.declared.get(place.offset, () => this.read(place));
    return declared.get(kind)?.get(name);
  }

  private async read(place: Entry): Promise<Declared> {
    const found = new Map<NameKind, Map<string, Entry>>();
    const slice = new TimeSlice();
    // What an instance of an inlined function leaves out is in its abstract origin.
    const origin = await this.entries.follow(place, place.value(DW_AT.abstract_origin));
    for (const around of origin ? [place, origin] : [place]) {
      for (const entry of around.ownDescendants()) {
        await slice.yieldIfDue();
        const kind = declarable.get(entry.tag);
        if (kind === undefined || entry.flag(DW_AT.declaration)) continue;
        const name = await this.entries.qualifiedName(await this.entries.describe(entry));
        const ofKind = found.get(kind) ?? new Map<string, Entry>();
        const comparable = name === undefined ? undefined : comparableName(name);
        if (comparable !== undefined && !ofKind.has(comparable)) ofKind.set(comparable, entry);
        found.set(kind, ofKind);
      }
    }
    return found;
  }
}
