// The tab "Bytes": which bytes of the file are selected, what they are, and what is wrong with them. No DOM in here.
import type { BytesPart, CopyFormat } from '../../src/editor/bytesMessages';
import type { DiagnosticSummary, TraceSummary } from '../../src/editor/messages';
import type { PageMessage } from '../../src/editor/pageMessages';
import { RequestError, type Ask } from '../requests';
import { countText } from '../text';
import { ByteCache } from './byteCache';
import { BytesFind } from './bytesFind';
import {
  cursorForKey,
  selectionOf,
  stretchOf,
  type ByteSelection,
  type ByteStretch,
} from './byteSelection';
import { bytesAsAddress } from './inspection';
import { partPath } from './partPath';
import { readOffset } from './offsetInput';

/** What the model tells the page. */
interface BytesEvents {
  /** Something to draw has changed. */
  changed(): void;
  /** The user wants this frame selected. */
  selectFrame(frame: number): void;
}

/** How the bytes are laid out now. */
interface BytesLayout {
  readonly rowBytes: number;
  readonly rowsPerPage: number;
}

/** Bytes that the inspector reads at most. */
const maxInspected = 8;

export class BytesModel {
  readonly cache: ByteCache;
  readonly find: BytesFind;
  selection: ByteSelection = { anchor: 0, cursor: 0 };
  /** In the order of the file. */
  damage: readonly DamagedPlace[] = [];
  /** What came of the last act, or why it could not be done. */
  note = '';
  hasHexEditor = false;
  /** The byte to bring in sight with the next paint. */
  target: number | undefined;
  /** The bytes in sight, `end` exclusive. */
  inSight = { start: 0, end: 0 };

  private readonly addressName: AddressName;
  private order: 'little' | 'big' = 'little';
  private damageAt = new Map<number, DiagnosticSummary>();
  private isShown = false;
  private tableFrame: number | undefined;
  /** The frame that the table selected, until its bytes are. */
  private followed: number | undefined;

  constructor(
    private readonly ask: Ask,
    private readonly post: (message: PageMessage) => void,
    private readonly events: BytesEvents,
  ) {
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

  /** The selected stretch of the file. */
  get stretch(): ByteStretch {
    return stretchOf(this.selection);
  }

  /** The part that holds the cursor. */
  get part(): BytesPart | undefined {
    return this.cache.partAt(this.selection.cursor);
  }

  /** The frame that the cursor stands in, where the table has another one selected. */
  get otherFrame(): number | undefined {
    const frame = this.part?.frame;
    return frame === this.tableFrame ? undefined : frame;
  }

  /** `frame 41 › M block 0x404028, 8 bytes › data + 3`; the parts that are known. */
  get path(): readonly string[] {
    return partPath(this.part, this.selection.cursor);
  }

  /** The first selected bytes, if they are here; as many as an inspector reads. */
  get inspected(): Uint8Array | undefined {
    const { offset, length } = this.stretch;
    if (length > maxInspected) return undefined;
    const bytes = Array.from({ length }, (_, i) => this.cache.byteAt(offset + i));
    return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes, (byte) => byte ?? 0);
  }

  /** The symbol of the address that is selected. */
  get symbol(): string | undefined {
    return this.addressName.symbol;
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
    this.select({ anchor: this.selection.anchor, cursor: this.selection.cursor });
    this.cache.refresh();
    if (this.isShown) void this.showFollowed();
  }

  /** The index grew: what it had not come to may be known now. */
  grow(): void {
    if (this.isShown) this.cache.refreshUnread();
  }

  /** The tab comes to the front, or goes from there. */
  setShown(shown: boolean): void {
    if (shown === this.isShown) return;
    this.isShown = shown;
    if (!shown) return;
    void this.lookForHexEditor();
    void this.showFollowed();
  }

  /** The table's selected frame is this one: its bytes are selected, unless some of them are. */
  follow(frame: number): void {
    this.tableFrame = frame;
    this.followed = frame;
    if (this.isShown) void this.showFollowed();
  }

  /** Selects a stretch and brings its first byte in sight. */
  show(stretch: ByteStretch): void {
    this.followed = undefined;
    const selection = selectionOf(stretch, this.cache.size);
    this.target = selection.cursor;
    this.select(selection);
  }

  /** Selects the bytes of a frame. */
  async showFrame(frame: number): Promise<void> {
    const stretch = await this.ask('frameBytes', { frame }).catch(() => undefined);
    if (stretch) this.show(stretch);
  }

  /** Puts the cursor on a byte; the anchor stays where `extend` says so. */
  moveTo(cursor: number, extend: boolean): void {
    this.followed = undefined;
    this.target = cursor;
    this.select({ anchor: extend ? this.selection.anchor : cursor, cursor });
  }

  /** Moves the cursor by a key; false for a key that does not move it. */
  moveByKey(key: string, control: boolean, extend: boolean, layout: BytesLayout): boolean {
    const { size } = this.cache;
    const standing = { cursor: this.selection.cursor, size, ...layout };
    const to = cursorForKey(key, control, standing);
    if (to !== undefined) this.moveTo(to, extend);
    return to !== undefined;
  }

  selectAll(): void {
    const { size } = this.cache;
    if (size > 0) this.select({ cursor: 0, anchor: size - 1 });
  }

  /** Selects the part at the cursor, or the one before or after it. */
  async selectPart(which: -1 | 0 | 1): Promise<void> {
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

  /** Copies the selected bytes. */
  async copy(format: CopyFormat): Promise<void> {
    try {
      const { copied } = await this.ask('copyBytes', { ...this.stretch, format });
      this.note = `${countText(copied, 'byte')} copied.`;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.note = error.message;
    }
    this.events.changed();
  }

  /** Selects the frame that the cursor stands in, in the table. */
  selectFrame(): void {
    const frame = this.part?.frame;
    if (frame !== undefined) this.events.selectFrame(frame);
  }

  openInHexEditor(): void {
    this.post({ type: 'openInHexEditor', offset: this.stretch.offset });
  }

  /** These bytes are in sight, `end` exclusive. */
  setInSight(start: number, end: number): void {
    this.inSight = { start, end };
    this.cache.want(start, end);
  }

  private select(selection: ByteSelection): void {
    const last = Math.max(0, this.cache.size - 1);
    const { anchor, cursor } = selection;
    this.selection = { anchor: Math.min(anchor, last), cursor: Math.min(cursor, last) };
    this.note = '';
    this.nameAddress();
    this.events.changed();
  }

  private async showFollowed(): Promise<void> {
    const { followed: frame, cache } = this;
    if (frame === undefined || cache.size === 0) return;
    const stretch = await this.ask('frameBytes', { frame }).catch(() => undefined);
    if (!stretch || frame !== this.followed) return;
    const at = this.selection.cursor - stretch.offset;
    if (at < 0 || at >= stretch.length) this.show(stretch);
    this.followed = undefined;
  }

  private nameAddress(): void {
    const { inspected: bytes } = this;
    void this.addressName.name(bytes && bytesAsAddress(bytes, this.order));
  }

  private async lookForHexEditor(): Promise<void> {
    this.hasHexEditor = await this.ask('hasHexEditor', {}).catch(() => false);
    this.events.changed();
  }
}

/** The symbol of the address that is selected, which the host knows: one at a time. */
export class AddressName {
  /** Undefined while it is asked for, and where there is none. */
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
export interface DamagedPlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly diagnostic: DiagnosticSummary;
}

/**
 * Those diagnostics that have a place, in the order of the file; what is said of the file's end is said of its last
 * byte. `fileSize` in bytes.
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
