// The selected frame beyond what it holds: what changed in it since another frame, its variables, and the bytes that are
// selected in it. No DOM in here.
import type { FrameChanges, Pointer, Since } from '../../src/editor/frameMessages';
import type { FrameDetails, MemoryRangeRow, MemoryRow } from '../../src/editor/messages';
import { ignoringFailure, RequestError, type Ask } from '../requests';
import { MemorySelection } from './byteSelection';
import type { ComparedState } from './comparedState';
import { VariablesModel } from './variablesModel';

/** What the frame's view needs of the page. */
interface FrameHost {
  readonly ask: Ask;
  compared(): ComparedState;
  changed(): void;
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
  readonly island?: MemoryRangeRow;
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

export class FrameModel {
  readonly variables: VariablesModel;
  readonly selection: MemorySelection;
  /** The memory that is shown: what was looked up, then what the frame collected. Its rows may be those alone that changed. */
  islands: readonly MemoryRangeRow[] = [];
  /** The answer to "Memory at". */
  lookup: MemoryLookup | undefined;
  /** What the address at the cursor leads to. */
  pointer: Pointer | undefined;
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
    this.selection = new MemorySelection(() => {
      host.changed();
      void this.askForPointer();
    });
  }

  /** What frames are compared with. */
  get since(): Since {
    return this.host.compared().since;
  }

  get onlyChanged(): boolean {
    return this.host.compared().onlyChanged;
  }

  /** What was asked is answered: the frame compared with, or why there is none. */
  get changes(): FrameChanges | undefined {
    return this.changedIn?.frame === this.frame ? this.changedIn?.changes : undefined;
  }

  /** Shows a frame whose details have come. */
  show(details: FrameDetails): void {
    this.frame = details.frame;
    this.details = details;
    this.layOut();
    void this.compareAnew();
    void this.askForMemory();
  }

  /** Shows memory at what the user typed, in this frame and in those selected later. */
  lookUp(address: string): void {
    this.host.rememberAddress(address.trim());
    this.lookup = undefined;
    this.layOut();
    void this.askForMemory();
    this.host.changed();
  }

  /** Compares with another frame from now on. */
  setSince(since: Since): void {
    this.host.remember({ since });
    void this.compareAnew();
  }

  setOnlyChanged(onlyChanged: boolean): void {
    this.host.remember({ onlyChanged });
    this.layOut();
    this.host.changed();
  }

  /** The register's text in the frame compared with, where it was another. */
  earlierRegister(name: string): string | undefined {
    return this.changes && this.changedIn?.registers.get(name);
  }

  earlierVariable(name: string): string | undefined {
    return this.changes && this.changedIn?.variables.get(name);
  }

  /** The digits of a byte of a row in the frame compared with, where they were others. */
  earlierByte(row: MemoryRow, column: number): string | undefined {
    const bytes = this.changes && this.changedIn?.bytes;
    return bytes?.size ? bytes.get(BigInt(row.address) + BigInt(column)) : undefined;
  }

  private layOut(): void {
    const { details, lookup } = this;
    const collected = details?.memory ?? [];
    const shown = this.onlyChanged
      ? collected
          .map((island) => ({ ...island, rows: island.rows.filter((row) => this.hasChanged(row)) }))
          .filter(({ rows }) => rows.length > 0)
      : collected;
    this.islands = lookup?.island ? [lookup.island, ...shown] : shown;
    this.selection.show(this.islands.flatMap(({ rows }) => rows));
    void this.askForPointer();
  }

  private hasChanged(row: MemoryRow): boolean {
    return row.bytes.some((_, column) => this.earlierByte(row, column) !== undefined);
  }

  private async compareAnew(): Promise<void> {
    const { frame, since } = this;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (frame === undefined) return;
    await ignoringFailure(async () => {
      const changes = await this.host.ask('changes', { frame, since }, { signal });
      this.changedIn = changedOf(frame, changes);
      if (this.onlyChanged) this.layOut();
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
      (island) => ({ island }),
      (error: unknown) => (error instanceof RequestError ? { problem: error.message } : undefined),
    );
    if (found === undefined) return;
    this.lookup = { ...asked, ...found };
    this.layOut();
    this.host.changed();
  }

  private async askForPointer(): Promise<void> {
    this.askingForPointer.abort();
    this.askingForPointer = new AbortController();
    const { signal } = this.askingForPointer;
    const { frame } = this;
    const [first] = this.selection.bytes(1);
    if (frame === undefined || !first) {
      this.pointer = undefined;
      return;
    }
    const address = `0x${first.address.toString(16)}`;
    await ignoringFailure(async () => {
      this.pointer = await this.host.ask('pointer', { frame, address }, { signal });
      this.host.changed();
    });
  }
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
    ...{ frame, changes, bytes },
    registers: texts(changes.registers),
    variables: texts(changes.variables),
  };
}
