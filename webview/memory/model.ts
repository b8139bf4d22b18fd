// What the memory view shows and where its cursor is; the page draws it. No DOM in here.
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import type { MemoryContents, MemoryLabel, MemorySection } from '../../src/ask/memoryView/contents';
import type { MemoryQuestions } from '../../src/ask/memoryView/memoryQuestions';
import type { PageWire } from '../../src/wire/page';
import {
  origins,
  type Endian,
  type GroupSize,
  type MemoryAct,
  type MemoryEvent,
  type MemorySettings,
} from '../../src/workbench/memoryView/messages';
import { Asked } from '../asked';
import type { HexRange } from '../hex/hexLayout';
import { HexSelection, type SelectedPlaces } from '../hex/hexSelection';
import { maxInterpretedBytes, unsignedOf } from '../hex/readings';
import { copiedMemory, digitsOf, ShownMemory } from '../hex/shownMemory';
import { t } from '../l10n';

/** Bytes shown from the place on at first, and how many come with each wish for more. */
const placeBytes = 256;
/** Bytes shown on either side of the place, at most. */
const maxPlaceBytes = 16_384;

/** What the model asks, and tells the host. */
type Wire = Pick<PageWire<MemoryQuestions, MemoryAct, MemoryEvent>, 'ask' | 'act'>;

/** The state of the page. */
export class MemoryModel {
  contents: MemoryContents | undefined;
  settings: MemorySettings = { expression: '', history: [], groupSize: 1 };
  readonly selection: HexSelection;
  memory = shownMemory([]);

  private readonly asked: Asked<MemoryContents>;
  private bytesBefore = 0;
  private bytesAfter = placeBytes;

  constructor(
    private readonly wire: Wire,
    private readonly changed: () => void,
  ) {
    this.asked = new Asked(changed);
    this.selection = new HexSelection('first', changed);
  }

  /** Takes an event of the host. */
  receive(event: MemoryEvent): void {
    if (event.type === 'nothing') {
      this.asked.clear();
      this.contents = undefined;
    } else {
      if (event.anew) [this.bytesBefore, this.bytesAfter] = [0, placeBytes];
      void this.fetch(event.settings);
    }
    this.changed();
  }

  /** Why the memory cannot be shown. */
  get problem(): string | undefined {
    return this.asked.problem;
  }

  /** The byte order that numbers are read in. */
  get order(): Endian {
    return this.settings.endian ?? this.contents?.endian ?? 'little';
  }

  get sections(): readonly MemorySection[] {
    return this.contents?.sections ?? [];
  }

  /** The bytes from the first selected one on, as many as a number has. */
  get inspected(): readonly (number | undefined)[] {
    const places = this.selection.contiguous(maxInterpretedBytes);
    return places.map((place) => this.memory.byteAt(place));
  }

  /** The pointer at the cursor, `0x…`; undefined where not all of it is known. */
  get pointer(): string | undefined {
    const size = this.contents?.addressSize ?? 8;
    const bytes = this.inspected.slice(0, size);
    const value = bytes.length === size ? unsignedOf(bytes, this.order) : undefined;
    return value === undefined ? undefined : `0x${value.toString(16)}`;
  }

  /** The names of what is at places of one section. */
  labelsOf({ start, end }: SelectedPlaces): readonly MemoryLabel[] {
    const { layout } = this.selection;
    const index = layout.rangeOf(start);
    const { start: first } = layout.placesOf(index);
    const { labels = [] } = this.sections[index] ?? {};
    return labels.filter(({ offset }) => first + offset >= start && first + offset < end);
  }

  /** Whether the expression's address is at a place. */
  isPlace(place: number): boolean {
    const address = this.contents?.place?.address;
    return address !== undefined && this.selection.layout.addressOf(place) === BigInt(address);
  }

  look(expression: string): void {
    this.wire.act({ type: 'look', expression });
  }

  followPointer(): void {
    if (this.pointer !== undefined) this.look(this.pointer);
  }

  more(direction: 'before' | 'after'): void {
    if (direction === 'before') this.bytesBefore = withMore(this.bytesBefore);
    else this.bytesAfter = withMore(this.bytesAfter);
    void this.fetch(this.settings);
  }

  setGroupSize(groupSize: GroupSize): void {
    const { endian } = this.settings;
    this.wire.act({ type: 'show', groupSize, ...(endian && { endian }) });
  }

  setEndian(endian: Endian | undefined): void {
    const { groupSize } = this.settings;
    this.wire.act({ type: 'show', groupSize, ...(endian && { endian }) });
  }

  copy(format: CopyFormat): void {
    const { selection, memory, order } = this;
    const runs = selection.runs().map(({ start, end }) => ({
      address: selection.layout.addressOf(start),
      bytes: Array.from({ length: end - start }, (_, i) => memory.byteAt(start + i)),
    }));
    if (runs.length === 0) return;
    const text = copiedMemory(runs, format, this.settings.groupSize, order);
    this.wire.act({ type: 'copy', text });
  }

  copyAddress(): void {
    const { address } = this.selection;
    if (address !== undefined) this.wire.act({ type: 'copy', text: `0x${address.toString(16)}` });
  }

  private async fetch(settings: MemorySettings): Promise<void> {
    const { bytesBefore, bytesAfter } = this;
    const asked = { expression: settings.expression, bytesBefore, bytesAfter };
    const contents = await this.asked.ask((signal) => this.wire.ask('memory', asked, { signal }));
    if (contents) this.show(contents, settings);
    this.changed();
  }

  /** A new place takes the cursor; otherwise it stays at its address, where that is still shown. */
  private show(contents: MemoryContents, settings: MemorySettings): void {
    const was = this.contents?.place;
    const isNew = contents.place?.expression !== was?.expression || was?.address === undefined;
    this.contents = contents;
    this.settings = settings;
    this.memory = shownMemory(contents.sections);
    const { selection } = this;
    selection.setGroupSize(settings.groupSize);
    selection.show(contents.sections.map(rangeOf));
    const address = contents.place?.address;
    const place = isNew && address !== undefined ? selection.layout.placeOf(BigInt(address)) : -1;
    if (place < 0) return;
    selection.place(place);
    selection.target = place;
  }
}

function withMore(bytes: number): number {
  return Math.min(bytes + placeBytes, maxPlaceBytes);
}

function rangeOf({ kind, start, bytes, left }: MemorySection): HexRange {
  return {
    start: BigInt(start),
    length: bytes.length,
    head: true,
    foot: kind === 'place' || left > 0,
  };
}

function shownMemory(sections: readonly MemorySection[]): ShownMemory {
  const before = new Map<number, string>();
  let first = 0;
  for (const section of sections) {
    for (const [offset, byte] of section.before) before.set(first + offset, digitsOf(byte));
    first += section.bytes.length;
  }
  return new ShownMemory({
    values: sections.flatMap(({ bytes }) => bytes),
    origins: sections.flatMap((section) =>
      section.origins.map((origin) => origins[origin] ?? 'unavailable'),
    ),
    before: (place) => before.get(place),
    was: (digits) => t('was {0} at the last stop', digits),
  });
}
