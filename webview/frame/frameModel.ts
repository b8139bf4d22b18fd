// The selected frame beyond what it holds: what changed in it since another frame, its variables,
// and the bytes that are selected in it. No DOM in here.
import type { FrameChanges, Since } from '../../src/ask/frame/frameChanges';
import type { Pointer } from '../../src/ask/frame/pointer';
import type { FrameDetails } from '../../src/ask/frame/frameDetails';
import type { MemoryRangeRow, MemoryRow } from '../../src/ask/frame/memoryRows';
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import type { HexRange } from '../hex/hexLayout';
import { HexSelection } from '../hex/hexSelection';
import { copiedMemory, ShownMemory } from '../hex/shownMemory';
import { t } from '../l10n';
import { ignoringFailure, type Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import { grouped } from '../text';
import type { ComparedState } from '../pageState';
import { VariablesModel } from './variablesModel';

/** What the frame's view needs of the page. */
interface FrameHost {
  readonly ask: Ask;
  compared(): ComparedState;
  changed(): void;
  copyText(text: string): void;
  remember(change: Partial<ComparedState>): void;
  /** The selected frame, whose details may be under way. */
  selected(): number | undefined;
  /** What is in the box "Memory at". */
  address(): string;
  rememberAddress(address: string): void;
}

/** The answer to "Memory at". */
interface MemoryLookup {
  readonly frame: number;
  readonly address: string;
  readonly range?: MemoryRangeRow;
  readonly problem?: string;
}

/** What changed, ready to be looked up. */
interface Changed {
  readonly frame: number;
  readonly changes: FrameChanges;
  readonly registers: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, string>;
  readonly bytes: ReadonlyMap<bigint, string>;
}

/** Contiguous memory that is shown. */
interface ShownRange extends HexRange {
  readonly memory: MemoryRangeRow;
}

export class FrameModel {
  readonly variables: VariablesModel;
  readonly selection: HexSelection;
  /** The memory that is shown: what was looked up, then what the frame collected. */
  ranges: readonly ShownRange[] = [];
  memory: ShownMemory;
  /** What the address at the cursor leads to; undefined until it is known. */
  pointer: Pointer | undefined;
  /** The frame and the address of that. */
  private pointerAt = '';
  /** How many changes were listed last. */
  linesBefore = 0;
  private found: MemoryLookup | undefined;
  /** The cursor goes to what is looked up, as soon as it is there. */
  private goesToLookup = false;
  private changedIn: Changed | undefined;
  private frame: number | undefined;
  private details: FrameDetails | undefined;
  private asking = new AbortController();
  private askingForPointer = new AbortController();
  private askingForMemory = new AbortController();

  constructor(private readonly host: FrameHost) {
    this.variables = new VariablesModel(host.ask, () => {
      host.changed();
    });
    this.selection = new HexSelection('none', () => {
      host.changed();
      void this.askForPointer();
    });
    this.memory = this.memoryOf([]);
  }

  /** The answer to "Memory at" in this frame. */
  get lookup(): MemoryLookup | undefined {
    return this.found?.frame === this.frame ? this.found : undefined;
  }

  /** What frames are compared with. */
  get since(): Since {
    return this.host.compared().since;
  }

  /** What was asked is answered: the frame compared with, or why it is missing. */
  get changes(): FrameChanges | undefined {
    return this.changedIn?.frame === this.frame ? this.changedIn?.changes : undefined;
  }

  /** Shows a frame whose details have come. */
  show(details: FrameDetails): void {
    if (details.frame !== this.frame) this.variables.expect();
    this.frame = details.frame;
    this.details = details;
    this.layOut();
    void this.compareAnew();
    void this.askForMemory();
  }

  /** Shows memory at what the user typed, in this frame and in those selected later. */
  lookUp(address: string): void {
    this.host.rememberAddress(address.trim());
    this.found = undefined;
    this.goesToLookup = true;
    this.layOut();
    void this.askForMemory();
    this.host.changed();
  }

  /** Shows memory where the pointer at the cursor leads. */
  followPointer(): void {
    if (this.pointer?.value !== undefined) this.lookUp(this.pointer.value);
  }

  /** Copies the selected bytes. */
  copy(format: CopyFormat): void {
    const { selection, memory, host } = this;
    const runs = selection.runs().map(({ start, end }) => ({
      address: selection.layout.addressOf(start),
      bytes: Array.from({ length: end - start }, (_, i) => memory.byteAt(start + i)),
    }));
    if (runs.length > 0) host.copyText(copiedMemory(runs, format));
  }

  copyAddress(): void {
    const { address } = this.selection;
    if (address !== undefined) this.host.copyText(`0x${address.toString(16)}`);
  }

  /** Compares with another frame from now on. */
  setSince(since: Since): void {
    this.host.remember({ since });
    this.changedIn = undefined;
    this.variables.expect();
    this.host.changed();
    void this.compareAnew();
  }

  /** The register's text in the frame compared with, where it was another. */
  earlierRegister(name: string): string | undefined {
    return this.changes && this.changedIn?.registers.get(name);
  }

  earlierVariable(name: string): string | undefined {
    return this.changes && this.changedIn?.variables.get(name);
  }

  /** The digits of collected bytes. */
  digitsAt(address: string, count: number): readonly string[] {
    const first = BigInt(address);
    return Array.from({ length: count }, (_, i) => this.digits(first + BigInt(i)));
  }

  private digits(address: bigint): string {
    for (const { rows } of this.details?.memory ?? []) {
      for (const row of rows) {
        const at = Number(address - BigInt(row.address));
        if (at >= 0 && at < row.bytes.length) return row.bytes[at] ?? '??';
      }
    }
    return '??';
  }

  /** The digits of a byte in the frame compared with, where they were others. */
  private earlierByte(address: () => bigint): string | undefined {
    const bytes = this.changes && this.changedIn?.bytes;
    return bytes?.size ? bytes.get(address()) : undefined;
  }

  private layOut(): void {
    const { details, lookup } = this;
    const collected = details?.memory ?? [];
    const shown = lookup?.range ? [lookup.range, ...collected] : collected;
    this.ranges = shown.flatMap(rangesOf);
    this.memory = this.memoryOf(shown.flatMap(({ rows }) => rows));
    this.selection.show(this.ranges);
    void this.askForPointer();
  }

  private memoryOf(rows: readonly MemoryRow[]): ShownMemory {
    return new ShownMemory({
      values: rows.flatMap(({ bytes }) => bytes.map((digits) => Number.parseInt(digits, 16))),
      origins: rows.flatMap(({ origins }) => origins),
      before: (place) => this.earlierByte(() => this.selection.layout.addressOf(place)),
      was: (digits) => t('was {0}', digits),
    });
  }

  private async compareAnew(): Promise<void> {
    const { frame, since } = this;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (frame === undefined) return;
    await ignoringFailure(async () => {
      const changes = await this.host
        .ask('changes', { frame, since }, { signal })
        .catch((error: unknown) => {
          if (!signal.aborted) this.variables.clear();
          throw error;
        });
      this.changedIn = changedOf(frame, changes);
      this.linesBefore = changes.values.length + changes.variables.length;
      this.host.changed();
      await this.variables.show(frame, changes.before);
    });
  }

  private async askForMemory(): Promise<void> {
    const selected = this.host.selected();
    const address = this.host.address();
    this.askingForMemory.abort();
    this.askingForMemory = new AbortController();
    if (selected === undefined || address === '') return;
    const asked = { frame: selected, address };
    const { signal } = this.askingForMemory;
    const found = await this.host.ask('memory', asked, { signal }).then(
      (range) => ({ range }),
      (error: unknown) => (error instanceof RequestError ? { problem: error.message } : undefined),
    );
    if (found === undefined) return;
    this.found = { ...asked, ...found };
    this.layOut();
    this.goToLookup();
    this.host.changed();
  }

  /** Rows begin at multiples of 16: the byte that was asked for may be anywhere in the first. */
  private goToLookup(): void {
    const address = this.lookup?.range?.lookedUp;
    if (!this.goesToLookup || address === undefined) return;
    this.goesToLookup = false;
    this.selection.moveTo(this.selection.layout.placeOf(BigInt(address)), false);
  }

  private async askForPointer(): Promise<void> {
    this.askingForPointer.abort();
    this.askingForPointer = new AbortController();
    const { signal } = this.askingForPointer;
    const { frame } = this;
    const { address: first } = this.selection;
    if (frame === undefined || first === undefined) {
      this.pointer = undefined;
      return;
    }
    const address = `0x${first.toString(16)}`;
    const at = `${frame} ${address}`;
    if (at !== this.pointerAt) this.pointer = undefined;
    this.pointerAt = at;
    await ignoringFailure(async () => {
      this.pointer = await this.host.ask('pointer', { frame, address }, { signal });
      this.host.changed();
    });
  }
}

/** The rows of a memory range, joined where their addresses follow each other. */
function rangesOf(memory: MemoryRangeRow): ShownRange[] {
  const ranges: { start: bigint; length: number }[] = [];
  for (const { address, bytes } of memory.rows) {
    const start = BigInt(address);
    const last = ranges.at(-1);
    if (last && last.start + BigInt(last.length) === start) last.length += bytes.length;
    else ranges.push({ start, length: bytes.length });
  }
  return ranges.map(({ start, length }, i) => ({
    start,
    length,
    head: i === 0 && rangeTitle(memory) !== '',
    foot: false,
    memory,
  }));
}

/** `g+16 · code at pc · first 1,024 of 4,096 bytes`. */
export function rangeTitle({ label, symbol, length, rows }: MemoryRangeRow): string {
  const shown = rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [
    ...(label === undefined ? [] : [label]),
    ...(symbol === undefined ? [] : [`<${symbol}>`]),
    ...(shown < length ? [t('{0} of {1} bytes', grouped(shown), grouped(length))] : []),
  ].join(' · ');
}

function changedOf(frame: number, changes: FrameChanges): Changed {
  const texts = (earlier: FrameChanges['registers']) =>
    new Map(earlier.map(({ name, text }) => [name, text]));
  const bytes = new Map<bigint, string>();
  for (const run of changes.memory) {
    const first = BigInt(run.address);
    for (const [i, digits] of run.bytes.entries()) bytes.set(first + BigInt(i), digits);
  }
  return {
    frame,
    changes,
    bytes,
    registers: texts(changes.registers),
    variables: texts(changes.variables),
  };
}
