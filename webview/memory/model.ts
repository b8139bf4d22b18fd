// What the memory view shows and where its cursor is; the page draws it. No DOM in here.
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import {
  origins,
  type Endian,
  type GroupSize,
  type MemoryContents,
  type MemoryHostMessage,
  type MemoryLabel,
  type MemorySection,
  type MemorySettings,
} from '../../src/workbench/memoryView/messages';
import type { MemoryPageMessage } from '../../src/workbench/memoryView/pageMessages';
import type { HexRange } from '../hex/hexLayout';
import { HexSelection, type SelectedPlaces } from '../hex/hexSelection';
import { maxInterpretedBytes, unsignedOf } from '../hex/readings';
import { copiedMemory, digitsOf, ShownMemory } from '../hex/shownMemory';
import { t } from '../l10n';

/** The state of the page. */
export class MemoryModel {
  contents: MemoryContents | undefined;
  settings: MemorySettings = { expression: '', history: [], groupSize: 1 };
  readonly selection: HexSelection;
  memory = shownMemory([]);

  constructor(
    private readonly post: (message: MemoryPageMessage) => void,
    private readonly changed: () => void,
  ) {
    this.selection = new HexSelection('first', changed);
  }

  receive(message: MemoryHostMessage): void {
    if (message.type === 'nothing') {
      this.contents = undefined;
    } else {
      this.show(message.contents, message.settings);
    }
    this.changed();
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
    this.post({ type: 'look', expression });
  }

  followPointer(): void {
    if (this.pointer !== undefined) this.look(this.pointer);
  }

  more(direction: 'before' | 'after'): void {
    this.post({ type: 'more', direction });
  }

  setGroupSize(groupSize: GroupSize): void {
    const { endian } = this.settings;
    this.post({ type: 'show', groupSize, ...(endian && { endian }) });
  }

  setEndian(endian: Endian | undefined): void {
    const { groupSize } = this.settings;
    this.post({ type: 'show', groupSize, ...(endian && { endian }) });
  }

  copy(format: CopyFormat): void {
    const { selection, memory, order } = this;
    const runs = selection.runs().map(({ start, end }) => ({
      address: selection.layout.addressOf(start),
      bytes: Array.from({ length: end - start }, (_, i) => memory.byteAt(start + i)),
    }));
    if (runs.length === 0) return;
    const text = copiedMemory(runs, format, this.settings.groupSize, order);
    this.post({ type: 'copy', text });
  }

  copyAddress(): void {
    const { address } = this.selection;
    if (address !== undefined) this.post({ type: 'copy', text: `0x${address.toString(16)}` });
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
