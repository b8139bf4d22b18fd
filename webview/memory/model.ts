// What the memory view shows and where its cursor is; the page draws it.
import type {
  Endian,
  GroupSize,
  MemoryHostMessage,
  MemoryContents,
  MemorySection,
  MemorySettings,
} from '../../src/workbench/memoryView/messages';
import type { MemoryPageMessage } from '../../src/workbench/memoryView/pageMessages';
import { movedSpot, selectedBytes, spotAt, type CursorMove, type Spot } from './cursor';
import { rowBytesIn, type Layout } from './layout';
import { copiedDigits, numberOfBytes } from './words';

/** The state of the page. */
export class MemoryModel {
  contents: MemoryContents | undefined;
  settings: MemorySettings = { expression: '', history: [], groupSize: 1 };
  cursor: Spot = { section: 0, offset: 0 };
  private anchor: Spot = this.cursor;
  private rowBytes = 16;
  /** Characters that fit a line. */
  private characters = 80;

  constructor(
    private readonly post: (message: MemoryPageMessage) => void,
    private readonly changed: () => void,
  ) {}

  receive(message: MemoryHostMessage): void {
    if (message.type === 'nothing') {
      this.contents = undefined;
    } else {
      this.show(message.contents, message.settings);
    }
    this.changed();
  }

  get layout(): Layout {
    const { rowBytes, endian } = this;
    return { rowBytes, endian, groupSize: this.settings.groupSize };
  }

  /** The byte order that numbers are read in. */
  get endian(): Endian {
    return this.settings.endian ?? this.contents?.endian ?? 'little';
  }

  get sections(): readonly MemorySection[] {
    return this.contents?.sections ?? [];
  }

  get selection(): ReturnType<typeof selectedBytes> {
    return selectedBytes(this.anchor, this.cursor, this.settings.groupSize);
  }

  /** The pointer at the cursor, `0x…`; undefined where not all of it is known. */
  get pointer(): string | undefined {
    const section = this.sections[this.cursor.section];
    const size = this.contents?.addressSize ?? 8;
    const { offset } = this.cursor;
    const address =
      section && numberOfBytes(section, { start: offset, end: offset + size }, this.endian);
    return address === undefined ? undefined : `0x${address.toString(16)}`;
  }

  fit(characters: number): void {
    if (characters === this.characters) return;
    this.characters = characters;
    this.refit();
    this.changed();
  }

  move(move: CursorMove, extend: boolean): void {
    const { rowBytes, groupSize } = this.layout;
    this.put(movedSpot(this.cursor, move, this.sections, rowBytes, groupSize), extend);
  }

  put(spot: Spot, extend: boolean): void {
    if (!extend || spot.section !== this.anchor.section) this.anchor = spot;
    this.cursor = spot;
    this.changed();
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

  copy(): void {
    const { section, ...stretch } = this.selection;
    const bytes = this.sections[section];
    if (!bytes) return;
    const text = copiedDigits(bytes, stretch, this.settings.groupSize, this.endian);
    this.post({ type: 'copy', text });
  }

  copyAddress(): void {
    const address = this.addressOf(this.cursor);
    if (address !== undefined) this.post({ type: 'copy', text: `0x${address.toString(16)}` });
  }

  /** The run-time address of a spot. */
  addressOf({ section, offset }: Spot): bigint | undefined {
    const shown = this.sections[section];
    return shown && BigInt(shown.start) + BigInt(offset);
  }

  /** A new place takes the cursor; otherwise it stays at its address, where that is still shown. */
  private show(contents: MemoryContents, settings: MemorySettings): void {
    const address = this.addressOf(this.cursor);
    const was = this.contents?.place;
    const isNew = contents.place?.expression !== was?.expression || was?.address === undefined;
    this.contents = contents;
    this.settings = settings;
    this.refit();
    const place = contents.place?.address;
    const to = isNew && place !== undefined ? BigInt(place) : address;
    this.cursor = (to === undefined
      ? undefined
      : spotAt(to, contents.sections, settings.groupSize)) ?? {
      section: 0,
      offset: 0,
    };
    this.anchor = this.cursor;
  }

  private refit(): void {
    this.rowBytes = rowBytesIn(this.characters, this.settings.groupSize);
  }
}
