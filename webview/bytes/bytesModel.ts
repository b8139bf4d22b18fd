// The tab "Bytes": which bytes of the file are selected, what they are, and what is wrong with
// them. No DOM in here.
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import type { BytesPart, BytesRange } from '../../src/ask/bytes/fileBytes';
import type { DiagnosticSummary } from '../../src/ask/trace/problems';
import type { TraceSummary } from '../../src/ask/trace/summary';
import type { Act } from '../../src/editor/pageMessages';
import type { Endian } from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import { countText } from '../text';
import { HexSelection, type SelectedPlaces } from '../hex/hexSelection';
import { maxInterpretedBytes, unsignedOf } from '../hex/readings';
import { BytesFind, type ByteStretch } from './bytesFind';
import { offsetText, readOffset } from './offsetInput';
import { partPath } from './parts';
import { PageCache } from '../pageCache';

/** What the model tells the page. */
interface BytesEvents {
  /** Something to draw has changed. */
  changed(): void;
  /** The user wants this frame selected. */
  selectFrame(frame: number): void;
}

export class BytesModel {
  readonly label = t('Bytes of the file');
  readonly name = 'file';
  /** On their way. */
  readonly unknown = '··';
  readonly cache: ByteCache;
  readonly find: BytesFind;
  readonly selection: HexSelection;
  order: Endian = 'little';
  /** In the order of the file. */
  damage: readonly DamagedPlace[] = [];
  /** What came of the last act, or why it could not be done. */
  note = '';
  hasHexEditor = false;
  /** The bytes in sight. */
  inSight: SelectedPlaces = { start: 0, end: 0 };

  private readonly addressName: AddressName;
  private damageAt = new Map<number, DiagnosticSummary>();
  private isShown = false;
  private tableFrame: number | undefined;
  /** The frame that the table selected, until its bytes are. */
  private followed: number | undefined;

  constructor(
    private readonly ask: Ask,
    private readonly post: (message: Act) => void,
    private readonly events: BytesEvents,
  ) {
    this.selection = new HexSelection('nearest', () => {
      this.followed = undefined;
      this.note = '';
      this.nameAddress();
      events.changed();
    });
    this.cache = new ByteCache(
      (offset, length) => ask('bytes', { offset, length }),
      () => {
        this.nameAddress();
        events.changed();
      },
    );
    const changed = () => {
      events.changed();
    };
    this.addressName = new AddressName(ask, changed);
    this.find = new BytesFind(ask, changed, (place) => {
      this.show(place);
    });
  }

  /** The selected bytes. */
  get range(): ByteStretch {
    const { start, end } = this.selection.places;
    return { offset: Math.max(0, start), length: end - start };
  }

  /** The part that holds the cursor. */
  get part(): BytesPart | undefined {
    return this.cache.partAt(this.selection.cursor);
  }

  /** The frame that the cursor is in, where the table has another one selected. */
  get otherFrame(): number | undefined {
    const frame = this.part?.frame;
    return frame === this.tableFrame ? undefined : frame;
  }

  /** `frame 41 › M block 0x404028, 8 bytes › data + 3`; the parts that are known. */
  get path(): readonly string[] {
    return partPath(this.part, this.selection.cursor);
  }

  /** The bytes from the first selected one on, as many as a number has. */
  get inspected(): readonly (number | undefined)[] {
    const places = this.selection.contiguous(maxInterpretedBytes);
    return places.map((place) => this.byteAt(place));
  }

  /**
   * The address that begins at the first selected byte, `0x401136`: four bytes where so many are
   * selected.
   */
  get pointer(): string | undefined {
    const length = this.range.length === 4 ? 4 : 8;
    const bytes = this.inspected.slice(0, length);
    const value = bytes.length === length ? unsignedOf(bytes, this.order) : undefined;
    return value === undefined ? undefined : `0x${value.toString(16)}`;
  }

  /** The symbol of the address that is selected. */
  get symbol(): string | undefined {
    return this.addressName.symbol;
  }

  byteAt(offset: number): number | undefined {
    return this.cache.byteAt(offset);
  }

  /** Eight digits, or as many as the file needs. */
  addressText(offset: bigint): string {
    const digits = Math.max(8, this.cache.size.toString(16).length);
    return offset.toString(16).padStart(digits, '0');
  }

  classesOf(offset: number): string {
    const part = this.cache.partAt(offset);
    const damage = this.damageOf(offset);
    return [
      part ? `part-${part.kind}` : '',
      part?.offset === offset ? 'part-start' : '',
      part?.fields.some((field) => field.offset === offset) ? 'field-start' : '',
      damage ? `damage-${damage.severity}` : '',
      this.find.holds(offset) ? 'found' : '',
    ]
      .filter(Boolean)
      .join(' ');
  }

  wordsOf(offset: number): string {
    const path = partPath(this.cache.partAt(offset), offset).join(' › ');
    const damage = this.damageOf(offset)?.message ?? '';
    return [offsetText(offset), path, damage].filter(Boolean).join('\n');
  }

  /** What is said of a byte in the trace's diagnostics. */
  damageOf(offset: number): DiagnosticSummary | undefined {
    return this.damageAt.get(offset);
  }

  /** Takes what is known of the trace now. */
  take({ fileSize, diagnostics, registerSet }: TraceSummary): void {
    this.cache.size = fileSize;
    this.order = registerSet?.order ?? 'little';
    this.damage = damagedPlaces(diagnostics, fileSize);
    this.damageAt = new Map(this.damage.map(({ offset, diagnostic }) => [offset, diagnostic]));
    this.selection.show([{ start: 0n, length: fileSize, head: false, foot: false }]);
    this.nameAddress();
    this.cache.refresh();
    if (this.isShown) void this.showFollowed();
  }

  /** The index grew: what it had not come to may be known now. */
  grow(): void {
    if (this.isShown) this.cache.refreshUnread();
  }

  /** The tab becomes visible or hidden. */
  setShown(shown: boolean): void {
    if (shown === this.isShown) return;
    this.isShown = shown;
    if (shown) void this.showFollowed();
  }

  /** The table's selected frame is this one: its bytes are selected, unless some of them are. */
  follow(frame: number): void {
    this.tableFrame = frame;
    this.followed = frame;
    if (this.isShown) void this.showFollowed();
  }

  /** Selects bytes, as many of them as the file has, and brings the first in sight. */
  show({ offset, length }: ByteStretch): void {
    const last = Math.max(0, this.cache.size - 1);
    const cursor = Math.min(offset, last);
    this.selection.select(cursor, Math.max(cursor, Math.min(offset + length - 1, last)));
  }

  /** Selects the bytes of a frame. */
  async showFrame(frame: number): Promise<void> {
    const range = await this.ask('frameBytes', { frame }).catch(() => undefined);
    if (range) this.show(range);
  }

  /** Selects the part at the cursor, or the one before or after it. */
  selectPart(which: -1 | 0 | 1): void {
    void this.fetchPart(which);
  }

  private async fetchPart(which: -1 | 0 | 1): Promise<void> {
    const { cache, part } = this;
    if (!part) return;
    const at = which < 0 ? part.offset - 1 : which > 0 ? part.offset + part.length : part.offset;
    if (at < 0 || at >= cache.size) return;
    await cache.fetch(at, at + 1);
    const next = cache.partAt(at);
    if (next && this.part === part) this.show(next);
  }

  /** Goes to what the user typed. */
  goTo(text: string): void {
    const { size } = this.cache;
    const read = readOffset(text, { cursor: this.selection.cursor, size });
    this.note = 'problem' in read ? read.problem : '';
    if ('offset' in read) this.show({ offset: read.offset, length: 1 });
    this.events.changed();
  }

  copy(format: CopyFormat): void {
    void this.copyByHost(format);
  }

  /** The host reads what is copied: the page holds only what is in sight. */
  private async copyByHost(format: CopyFormat): Promise<void> {
    try {
      const { copied } = await this.ask('copyBytes', { ...this.range, format });
      this.note = `${countText(copied, 'byte')} copied.`;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.note = error.message;
    }
    this.events.changed();
  }

  copyAddress(): void {
    this.post({
      type: 'menu',
      act: 'copyText',
      place: { text: offsetText(this.range.offset) },
    });
  }

  /** Selects the frame of the byte at the cursor in the table. */
  open(): void {
    const frame = this.part?.frame;
    if (frame !== undefined) this.events.selectFrame(frame);
  }

  openInHexEditor(): void {
    this.post({ type: 'openInHexEditor', offset: this.range.offset });
  }

  setInSight(places: SelectedPlaces): void {
    this.inSight = places;
    this.cache.want(places.start, places.end);
  }

  private async showFollowed(): Promise<void> {
    const { followed: frame, cache } = this;
    if (frame === undefined || cache.size === 0) return;
    const range = await this.ask('frameBytes', { frame }).catch(() => undefined);
    if (!range || frame !== this.followed) return;
    const at = this.selection.cursor - range.offset;
    if (at < 0 || at >= range.length) this.show(range);
    this.followed = undefined;
  }

  private nameAddress(): void {
    void this.addressName.name(this.pointer);
  }
}

/** The symbol of the address that is selected, which the host knows: one at a time. */
class AddressName {
  /** Undefined while it is asked for, and if none exists. */
  symbol: string | undefined;
  private address: string | undefined;

  constructor(
    private readonly ask: Ask,
    /** A symbol came. */
    private readonly changed: () => void,
  ) {}

  /** Takes the address that is to be named; undefined for none. */
  async name(address: string | undefined): Promise<void> {
    if (address === this.address) return;
    this.address = address;
    this.symbol = undefined;
    if (address === undefined) return;
    const named = await this.ask('addressSymbol', { address }).catch(() => undefined);
    if (address !== this.address || named?.symbol === undefined) return;
    this.symbol = named.symbol;
    this.changed();
  }
}

/** A diagnostic with its place in the file. */
interface DamagedPlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly diagnostic: DiagnosticSummary;
}

/**
 * Those diagnostics that have a place, in the order of the file; what is said of the file's end is
 * said of its last byte. `fileSize` in bytes.
 */
function damagedPlaces(
  diagnostics: readonly DiagnosticSummary[],
  fileSize: number,
): DamagedPlace[] {
  const last = Math.max(0, fileSize - 1);
  return diagnostics
    .flatMap((diagnostic) =>
      diagnostic.offset === undefined
        ? []
        : [{ offset: Math.min(Number(diagnostic.offset), last), diagnostic }],
    )
    .sort((a, b) => a.offset - b.offset);
}

/** Bytes of one request. */
export const pageBytes = 4096;

interface Bytes {
  readonly bytes: Uint8Array;
  readonly parts: readonly BytesPart[];
}

/** Pages of the file, fetched as they are wanted. Offsets are bytes of the file. */
class ByteCache {
  /** Bytes of the file. */
  size = 0;
  private readonly pages: PageCache<Bytes>;

  /** `changed`: bytes came. */
  constructor(ask: (offset: number, length: number) => Promise<BytesRange>, changed: () => void) {
    this.pages = new PageCache({
      pageSize: pageBytes,
      size: () => this.size,
      ask: async (page) => {
        const offset = page * pageBytes;
        const { hex, parts } = await ask(offset, Math.min(pageBytes, this.size - offset));
        return { bytes: bytesOf(hex), parts };
      },
      hasGrown: () => false,
      changed,
    });
  }

  /** Says which bytes are in sight, `end` exclusive; those that are not here are asked for. */
  want(start: number, end: number): void {
    this.pages.want(start, end);
  }

  /** The byte, where it is here. */
  byteAt(offset: number): number | undefined {
    return this.pages.pageOf(offset)?.bytes[offset % pageBytes];
  }

  /** The part that holds a byte, where it is here. */
  partAt(offset: number): BytesPart | undefined {
    const parts = this.pages.pageOf(offset)?.parts ?? [];
    let low = 0;
    let high = parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.offset ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const part = parts[low - 1];
    return part && offset < part.offset + part.length ? part : undefined;
  }

  /** The parts that touch a range and are here, in their order. */
  partsIn(start: number, end: number): BytesPart[] {
    const found: BytesPart[] = [];
    for (let at = start; at < end;) {
      const part = this.partAt(at);
      if (part) found.push(part);
      at = part ? part.offset + part.length : at + 1;
    }
    return found;
  }

  /**
   * Fetches a range, which is then here if it is short; bytes that the file does not have are left
   * out.
   */
  async fetch(start: number, end: number): Promise<void> {
    const first = Math.floor(Math.max(0, start) / pageBytes);
    const last = Math.floor((Math.min(end, this.size) - 1) / pageBytes);
    for (let page = first; page <= last; page++) {
      if (!this.pages.has(page)) await this.pages.load(page);
    }
  }

  /** Fetches everything again when it is wanted; until then what is here stays. */
  refresh(): void {
    this.pages.refresh();
  }

  /** Fetches again what the index had not come to. */
  refreshUnread(): void {
    this.pages.refreshWhere(({ parts }) => parts.some(({ kind }) => kind === 'unread'));
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}
